"""What of a machine a sandbox is shown, on made-up machines."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from allranks.runners.local.environment import PACKAGES
from allranks.runners.local.seal.view import find_view

GPU_NODES = ("nvidia-caps", "nvidia-uvm", "nvidia-uvm-tools", "nvidia0", "nvidia1", "nvidiactl")
OTHER_NODES = ("sda", "nvidia0.bak", "nvidia-modeset", "nvidia-nvswitchctl", "nvidia-fs0", "xnvidia0", "dri", "kvm")
PHYSICAL = "sys/devices/pci0000:17/0000:17:01.0/0000:18:00.0"
VIRTUAL = "sys/devices/LNXSYSTM:00/LNXSYBUS:00/ACPI0004:00/VMBUS:00/47505500/pci0001:00/0001:00:00.0"


def machine(root: Path, *nodes: str) -> Path:
    """A root folder with a system, these device nodes, and PCI devices on a real and on a virtual bus."""
    for folder in ("usr/lib", "etc/alternatives", "home/somebody", "dev", "sys/class/pci_bus", "sys/bus/pci/devices"):
        (root / folder).mkdir(parents=True)
    for folder in (PHYSICAL, VIRTUAL, "sys/devices/system/node", "sys/devices/virtual/net", "sys/module/nvidia"):
        (root / folder).mkdir(parents=True)
    for file in ("etc/ld.so.cache", "etc/shadow"):
        (root / file).touch()
    for device in (PHYSICAL, VIRTUAL):
        (root / "sys/bus/pci/devices" / Path(device).name).symlink_to(f"../../../../{device}")
    for node in nodes:
        (root / "dev" / node).mkdir() if node in ("nvidia-caps", "dri") else (root / "dev" / node).touch()
    return root


def facts(read_only: tuple[str, ...]) -> set[str]:
    return {path for path in read_only if path.startswith("/sys")}


def test_the_nvidia_devices_are_shown_and_no_other(tmp_path: Path) -> None:
    view = find_view(machine(tmp_path, *GPU_NODES, *OTHER_NODES))

    assert view.devices == tuple(f"/dev/{name}" for name in GPU_NODES)
    assert not any(path.startswith("/dev") for path in view.read_only)


def test_where_there_are_gpus_how_they_are_joined_can_be_read(tmp_path: Path) -> None:
    view = find_view(machine(tmp_path, *GPU_NODES))

    assert facts(view.read_only) == {
        "/sys/bus/pci",
        "/sys/class/pci_bus",
        "/sys/devices/system",
        "/sys/module/nvidia",
        "/sys/devices/pci0000:17",
        "/sys/devices/LNXSYSTM:00/LNXSYBUS:00/ACPI0004:00/VMBUS:00/47505500/pci0001:00",
    }


def test_where_there_are_none_no_device_and_no_fact_is_shown(tmp_path: Path) -> None:
    view = find_view(machine(tmp_path, *OTHER_NODES))

    assert view.devices == ()
    assert facts(view.read_only) == set()


def test_gpus_that_cuda_cannot_use_are_told_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        find_view(machine(tmp_path / "whole", *GPU_NODES))
        assert caplog.messages == []
        find_view(machine(tmp_path / "lacking", "nvidia0", "nvidiactl"))

    [message] = caplog.messages
    assert "/dev/nvidia-uvm is missing" in message


def test_a_linked_folder_of_the_system_stays_a_link_and_a_real_one_is_shown(tmp_path: Path) -> None:
    root = machine(tmp_path)
    (root / "lib").symlink_to("usr/lib")
    (root / "lib32").mkdir()

    view = find_view(root)

    assert view.links == (("usr/lib", "/lib"),)
    assert "/lib32" in view.read_only
    assert not {"/lib", "/lib64", "/bin"} & set(view.read_only)


def test_of_the_systems_settings_only_what_finds_libraries_is_shown(tmp_path: Path) -> None:
    view = find_view(machine(tmp_path))

    assert {path for path in view.read_only if path.startswith("/etc")} == {"/etc/alternatives", "/etc/ld.so.cache"}
    assert not any(path.startswith("/home/somebody") for path in view.read_only)


def test_python_and_our_package_are_shown_once_and_must_be_readable(tmp_path: Path) -> None:
    view = find_view(machine(tmp_path))

    for needed in (sys.prefix, sys.base_prefix, f"{PACKAGES}/allranks"):
        assert any(Path(needed).is_relative_to(shown) for shown in view.read_only)
    assert set(view.must_read) <= set(view.read_only)
    for path in view.must_read:
        assert not any(Path(path).is_relative_to(other) for other in view.read_only if other != path)


def python_at(monkeypatch: pytest.MonkeyPatch, environment: str, base: str) -> None:
    """A Python of this virtual environment and this installation."""
    for name, value in (("prefix", environment), ("exec_prefix", environment)):
        monkeypatch.setattr(sys, name, value)
    for name, value in (("base_prefix", base), ("base_exec_prefix", base), ("executable", f"{base}/bin/python3")):
        monkeypatch.setattr(sys, name, value)


def test_the_systems_own_python_needs_nothing_but_our_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python_at(monkeypatch, "/usr/local", "/usr/local")

    assert find_view(machine(tmp_path)).must_read == (f"{PACKAGES}/allranks",)


def test_a_virtual_environment_is_shown_with_the_python_that_it_was_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python_at(monkeypatch, "/root/app/venv", "/opt/python")

    view = find_view(machine(tmp_path))

    assert set(view.must_read) == {"/root/app/venv", "/opt/python", f"{PACKAGES}/allranks"}
    assert not {"/root", "/root/app", "/opt"} & set(view.read_only)


def test_an_environment_inside_its_python_is_shown_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    python_at(monkeypatch, "/opt/python/envs/one", "/opt/python")

    assert set(find_view(machine(tmp_path)).must_read) == {"/opt/python", f"{PACKAGES}/allranks"}
