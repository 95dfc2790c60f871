"""Writes outside its own folders: new files, old ones, links over them, device nodes, mounts."""

import ctypes
import os
import stat
import sys

libc = ctypes.CDLL(None, use_errno=True)


def allowed_its_own_folders(targets):
    for folder in ("/home/learner", "/tmp", "/dev/shm"):
        with open(folder + "/new", "w") as file:
            file.write("x")
    return True


def new_files(targets):
    made = []
    for folder, folders, _ in os.walk("/"):
        if folder in ("/proc", "/home/learner", "/tmp", "/dev/shm"):
            folders.clear()
            continue
        for call in (lambda path: os.close(os.open(path, os.O_CREAT | os.O_WRONLY)), os.mkdir, os.mkfifo):
            try:
                call(folder + "/allranks-new")
            except OSError:
                continue
            made.append(folder)
    return made


def old_files(targets):
    """A learner's program runs Python and our package: who could change them would be in every later run."""
    changed = []
    for path in targets["files"]:
        for action in (
            lambda path=path: os.close(os.open(path, os.O_WRONLY | os.O_APPEND)),
            lambda path=path: os.truncate(path, 0),
            lambda path=path: os.chmod(path, 0o777),
            lambda path=path: os.unlink(path),
            lambda path=path: os.rename(path, path + ".old"),
            lambda path=path: os.utime(path),
            lambda path=path: os.setxattr(path, "user.x", b"x"),
        ):
            try:
                action()
            except OSError:
                continue
            changed.append(path)
    return changed


def a_hard_link_to_the_system(targets):
    os.link(sys.executable, "/home/learner/python")
    return "made"


def device_nodes(targets):
    made = []
    for folder in ("/home/learner", "/tmp", "/dev/shm"):
        for kind, device in ((stat.S_IFBLK, (254, 0)), (stat.S_IFCHR, (1, 1)), (stat.S_IFCHR, (1, 3))):
            try:
                os.mknod(folder + "/device", kind | 0o666, os.makedev(*device))
            except OSError:
                continue
            made.append((folder, device))
    return made


def mount_writable_again(targets):
    remount, read_write = 32, 0
    if libc.mount(None, b"/", None, ctypes.c_ulong(remount | read_write), None) == 0:
        return "mounted"
    raise OSError(ctypes.get_errno(), "mount")


def unmount(targets):
    if libc.umount2(b"/etc/passwd", 2) == 0:
        return "unmounted"
    raise OSError(ctypes.get_errno(), "umount2")


def the_kernels_settings(targets):
    """Some settings belong to a namespace, and so to this sandbox alone."""
    changed = []
    for folder, _, names in os.walk("/proc/sys"):
        for name in names:
            path = os.path.join(folder, name)
            try:
                with open(path, "r+") as file:
                    value = file.read().split()
                    if value and value[0].isdigit():
                        file.seek(0)
                        file.write(" ".join([str(int(value[0]) + 1), *value[1:]]))
            except OSError:
                continue
            changed.append(path)
    return changed


def the_kernels_commands(targets):
    with open("/proc/sysrq-trigger", "w") as file:
        file.write("h")
    return "written"


def another_python_start(targets):
    """A file that every Python of this prefix would run at its start."""
    import site

    made = []
    for folder in [*site.getsitepackages(), *targets["site"]]:
        try:
            with open(folder + "/allranks.pth", "w") as file:
                file.write("import os")
        except OSError:
            continue
        made.append(folder)
    return made
