"""No sandbox reaches the server, another run or the world over a socket."""

import pytest

from attacks import attack
from canary import Canary
from neighbour import Neighbour

pytestmark = pytest.mark.sandbox


def test_network_connections_are_disabled(canary: Canary, neighbour: Neighbour) -> None:
    seen = attack("reach_the_network", canary.targets)
    assert seen["interfaces"] == ["lo"]
    assert seen["a_port_of_the_server"] == "ECONNREFUSED"
    assert seen["a_port_of_another_run"] == "ECONNREFUSED"
    assert seen["every_port_of_the_loopback"] == []
    assert seen["an_address_outside"] == "ENETUNREACH"
    assert seen["an_address_outside_by_ipv6"] == "ENETUNREACH"
    assert seen["a_datagram_to_outside"] == "ENETUNREACH"
    assert seen["a_broadcast"] == "ENETUNREACH"
    assert seen["a_name"] == "gaierror"


def test_a_socket_that_no_namespace_holds_cannot_be_made() -> None:
    """AF_VSOCK leads to the hypervisor from any network namespace. Only the making is tried."""
    seen = attack("make_odd_sockets")
    assert seen["vsock"] == "EAFNOSUPPORT"
    assert seen["vsock_by_its_number_with_high_bits"] == "EAFNOSUPPORT"
    assert seen["every_other_family"] == []


def test_raw_sockets_cannot_be_made() -> None:
    seen = attack("make_odd_sockets")
    assert seen["raw_internet"] == "EPROTONOSUPPORT"
    assert seen["raw_internet_of_any_kind"] == "EPROTONOSUPPORT"
    assert seen["packets"] == "EAFNOSUPPORT"
    assert seen["the_kernels_netfilter"] == "EPROTONOSUPPORT"


def test_sockets_of_the_server_cannot_be_reached(canary: Canary, neighbour: Neighbour) -> None:
    seen = attack("reach_unix_sockets", {**canary.targets, "neighbour": neighbour.folder})
    assert seen["by_path"] == "ENOENT"
    assert seen["by_path_through_process_one"] in ("ENOENT", "EACCES")
    assert seen["by_abstract_name"] == "ECONNREFUSED"
    assert seen["its_own_outside"] == "ENOENT"
    assert seen["abstract_names_in_sight"] == []


def test_sockets_of_another_run_cannot_be_reached(canary: Canary, neighbour: Neighbour) -> None:
    seen = attack("reach_unix_sockets", {**canary.targets, "neighbour": neighbour.folder})
    assert seen["of_another_run_by_path"] == "ENOENT"
    assert seen["of_another_run_by_abstract_name"] == "ECONNREFUSED"


def test_sockets_of_the_machines_services_cannot_be_reached(canary: Canary, neighbour: Neighbour) -> None:
    seen = attack("reach_unix_sockets", {**canary.targets, "neighbour": neighbour.folder})
    assert seen["docker"] == seen["dbus"] == "ENOENT"
    assert seen["sockets_in_sight"] == ["/ev/host"]


def test_the_way_out_cannot_be_replaced_or_opened_for_others(canary: Canary, neighbour: Neighbour) -> None:
    seen = attack("reach_unix_sockets", {**canary.targets, "neighbour": neighbour.folder})
    assert seen["take_the_way_outs_place"] in ("EROFS", "EBUSY", "EACCES")
    assert seen["open_the_way_out_for_others"] == "EROFS"
