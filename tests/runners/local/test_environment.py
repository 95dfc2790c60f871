"""What a program sees of the server."""

from allranks.protocol import Limits
from allranks.runners.local.enclosure import Places
from allranks.runners.local.environment import environment, environment_in_place, resource_limits

PLACES = Places(home="/inside/home", temporary="/inside/tmp", socket="/inside/host", given="/inside/given")


def test_nothing_of_the_servers_environment_is_passed_on_but_what_decides_gpus_and_text() -> None:
    server = {"SECRET_TOKEN": "x", "ALLRANKS_DATA_DIR": "/y", "CUDA_VISIBLE_DEVICES": "1", "LANG": "de_DE.UTF-8"}
    seen = environment(PLACES, "/tmp/ar-1", server)
    assert "SECRET_TOKEN" not in seen
    assert "ALLRANKS_DATA_DIR" not in seen
    assert seen["CUDA_VISIBLE_DEVICES"] == "1"
    assert seen["LANG"] == "de_DE.UTF-8"
    assert seen["HOME"] == "/inside/home"
    assert seen["ALLRANKS_SANDBOX"] == "/tmp/ar-1"


def test_the_numbers_of_gpus_mean_the_same_inside() -> None:
    server = {"CUDA_VISIBLE_DEVICES": "1", "CUDA_DEVICE_ORDER": "PCI_BUS_ID"}
    assert environment(PLACES, "/tmp/ar-1", server).items() >= server.items()


def test_limits_become_rlimits() -> None:
    assert resource_limits(Limits(open_files=7, file_bytes=8)) == {"RLIMIT_NOFILE": 7, "RLIMIT_FSIZE": 8}
    assert resource_limits(Limits(address_space_bytes=9))["RLIMIT_AS"] == 9


def test_a_file_that_runs_in_place_keeps_its_owners_environment() -> None:
    seen = environment_in_place(PLACES, "/tmp/ar-1", {"TOKEN": "x", "HOME": "/home/me", "PYTHONPATH": "/mine"})
    assert (seen["TOKEN"], seen["HOME"]) == ("x", "/home/me")
    assert seen["PYTHONPATH"].endswith(":/mine")
    assert seen["ALLRANKS_SANDBOX"] == "/tmp/ar-1"
