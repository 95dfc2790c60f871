"""The command line of a sandbox, of a machine with GPUs and of one without."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest

from allranks.protocol import Limits
from allranks.runners.local.seal.command import HOME, SOCKET, TEMPORARY, Descriptors, arguments_descriptor, counted
from allranks.runners.local.seal.command import options as options_of
from allranks.runners.local.seal.view import View

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="bubblewrap is Linux's")

GPUS = ("/dev/nvidia-caps", "/dev/nvidia-uvm", "/dev/nvidia0", "/dev/nvidiactl")
VIEW = View(
    read_only=("/usr", "/lib32", "/sys/bus/pci", "/venv"),
    links=(("usr/lib", "/lib"),),
    empty=("/venv/lib/allranks/_exercises", "/venv/lib/allranks/_page"),
    devices=GPUS,
    must_read=("/venv",),
)
WITHOUT_GPUS = View(read_only=("/usr",), links=(), empty=(), devices=(), must_read=())
LIMITS = Limits(shm_bytes=111, temporary_bytes=222, home_bytes=333)
SECCOMP = b"a program of the kernel's"
TAKES = {"--ro-bind": 2, "--dev-bind": 2, "--symlink": 2, "--setenv": 2, "--ro-bind-data": 2} | dict.fromkeys(
    ("--uid", "--gid", "--hostname", "--proc", "--dev", "--size", "--perms", "--tmpfs", "--remount-ro", "--seccomp"), 1
)
"""How many words follow an option of bubblewrap's."""

Option = tuple[str, ...]


@pytest.fixture
def descriptors() -> Iterator[Descriptors]:
    held = Descriptors()
    yield held
    held.close()


def options(descriptors: Descriptors, view: View = VIEW) -> list[Option]:
    """The options for a user 60601 with one variable, each with its words."""
    words = options_of(view, LIMITS, {"LANG": "C"}, {"/run/folder/host": SOCKET}, 60_601, SECCOMP, descriptors)
    found: list[Option] = []
    while words:
        count = 1 + TAKES.get(words[0], 1 if words[0] == "--chdir" else 0)
        found.append(tuple(words[:count]))
        words = words[count:]
    assert all(option[0].startswith("--") for option in found)
    return found


def of(found: list[Option], name: str) -> list[Option]:
    return [option[1:] for option in found if option[0] == name]


def read(descriptor: str) -> bytes:
    return os.pread(int(descriptor), 10_000, 0)


def test_the_gpus_are_bound_as_devices_and_nothing_else_is(descriptors: Descriptors) -> None:
    found = options(descriptors)

    assert of(found, "--dev-bind") == [(path, path) for path in GPUS]
    assert found.index(("--dev", "/dev")) < found.index(("--dev-bind", GPUS[0], GPUS[0])), "or they would be covered"


def test_without_gpus_no_device_is_bound(descriptors: Descriptors) -> None:
    assert of(options(descriptors, WITHOUT_GPUS), "--dev-bind") == []


def test_nothing_of_the_machine_can_be_written_but_devices(descriptors: Descriptors) -> None:
    found = options(descriptors)

    assert of(found, "--ro-bind") == [*((path, path) for path in VIEW.read_only), ("/run/folder/host", SOCKET)]
    assert of(found, "--symlink") == [("usr/lib", "/lib")]
    assert not {"--bind", "--bind-try", "--ro-bind-try", "--dev-bind-try", "--overlay"} & {name for name, *_ in found}


def test_what_can_be_written_is_in_memory_and_has_a_size(descriptors: Descriptors) -> None:
    found = options(descriptors)
    sizes = {
        found[index][1]: (found[index - 1], found[index - 2])
        for index in range(len(found))
        if found[index][0] == "--tmpfs"
    }

    assert sizes["/dev/shm"] == (("--size", "111"), ("--perms", "1777"))
    assert sizes[TEMPORARY] == (("--size", "222"), ("--perms", "1777"))
    assert sizes[HOME] == (("--size", "333"), ("--perms", "0700"))
    sealed = {folder for (folder,) in of(found, "--remount-ro")}
    assert set(sizes) - sealed == {"/dev/shm", TEMPORARY, HOME}


def test_hidden_folders_are_covered_by_empty_ones_that_cannot_be_written(descriptors: Descriptors) -> None:
    found = options(descriptors)

    for folder in VIEW.empty:
        covered = found.index(("--tmpfs", folder))
        assert found[covered + 1] == ("--remount-ro", folder)
        assert covered > found.index(("--ro-bind", "/venv", "/venv"))


def test_the_root_and_the_devices_are_closed_last(descriptors: Descriptors) -> None:
    found = options(descriptors)

    assert found[-3:] == [("--chdir", HOME), ("--remount-ro", "/"), ("--remount-ro", "/dev")]


def test_it_has_namespaces_of_its_own_can_make_no_further_and_dies_with_us(descriptors: Descriptors) -> None:
    names = {name for name, *_ in options(descriptors)}

    assert {"--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"} <= names
    assert "--share-net" not in names


def test_it_begins_with_no_variable_but_those_that_are_given(descriptors: Descriptors) -> None:
    found = options(descriptors)

    assert of(found, "--setenv") == [("LANG", "C")]
    assert found.index(("--clearenv",)) < found.index(("--setenv", "LANG", "C"))


def test_seccomp_comes_by_a_descriptor(descriptors: Descriptors) -> None:
    [(number,)] = of(options(descriptors), "--seccomp")

    assert int(number) in descriptors.numbers
    assert read(number) == SECCOMP


def test_it_knows_no_account_but_its_own(descriptors: Descriptors) -> None:
    found = options(descriptors)
    contents = {path: read(number).decode() for number, path in of(found, "--ro-bind-data")}

    assert (of(found, "--uid"), of(found, "--gid")) == ([("60601",)], [("60601",)])
    assert set(contents) == {"/etc/passwd", "/etc/group", "/etc/hosts"}
    assert contents["/etc/passwd"] == f"learner:x:60601:60601:learner:{HOME}:/bin/sh\n"
    assert contents["/etc/hosts"].startswith("127.0.0.1 localhost")


def test_the_options_themselves_come_by_a_descriptor(descriptors: Descriptors) -> None:
    number = arguments_descriptor(["--setenv", "A", "two words"], descriptors)

    assert int(number) in descriptors.numbers
    assert read(number) == b"--setenv\0A\0two words\0"


def test_descriptors_are_closed_once(descriptors: Descriptors) -> None:
    number = descriptors.hold(b"x")
    descriptors.close()

    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(number)
    assert descriptors.numbers == ()


@pytest.mark.parametrize("release", ["5.13.0-generic", "4.18.0", "unheard of"])
def test_processes_are_not_bounded_where_the_bound_would_count_others(release: str) -> None:
    assert counted(["python"], 900, release) == ["python"]


def test_processes_are_bounded_where_no_cgroup_does() -> None:
    assert counted(["python"], 900, "6.1.0") in (
        ["/usr/bin/prlimit", "--nproc=900:900", "--", "python"],
        ["python"],  # without util-linux
    )
