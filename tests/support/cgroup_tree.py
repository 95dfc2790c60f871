"""A machine's /proc and control groups, as folders and files of a test's own."""

from __future__ import annotations

from pathlib import Path


def machine(root: Path, *, groups: list[str], mounts: list[str]) -> Path:
    """A /proc below `root` whose process is in these groups (`5:memory:/here`) of these mounts (`memory`, or `` for
    version 2). Each mount lies at `root/NAME` (`root/unified`). Returns the /proc."""
    proc = root / "proc"
    (proc / "self").mkdir(parents=True)
    (proc / "self" / "cgroup").write_text("".join(f"{line}\n" for line in groups))
    lines = []
    for number, name in enumerate(mounts):
        kind = "cgroup" if name else "cgroup2"
        where = root / (name or "unified")
        where.mkdir()
        lines.append(f"{number} 1 0:{number} / {where} rw - {kind} none rw,{name or 'nsdelegate'}\n")
    lines.append("99 1 0:99 / /tmp rw - tmpfs none rw\n")
    (proc / "self" / "mountinfo").write_text("".join(lines))
    return proc


def version_2_group(folder: Path, *, controllers: str, handed_on: str = "", processes: str = "") -> Path:
    """A group of version 2 with these controllers, those that it hands on to its children, and its processes."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cgroup.controllers").write_text(f"{controllers}\n")
    (folder / "cgroup.subtree_control").write_text(f"{handed_on}\n")
    (folder / "cgroup.procs").write_text(processes)
    return folder


def files(folder: Path, *names: str) -> Path:
    """A folder with these files, as the kernel makes a group with its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text("?")
    return folder
