"""Connects to Unix sockets of the server, of another run and of the machine, by path and by abstract name."""

import glob
import os
import socket


def allowed_the_way_out(targets):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(os.environ["ALLRANKS_SOCKET"])
        return True


def allowed_an_abstract_one_of_its_own(targets):
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind("\0allranks-own")
        server.listen(1)
        client.connect("\0allranks-own")
        return True


def _reach(address):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(address)
        return "connected"


def by_path(targets):
    return _reach(targets["socket"])


def by_path_through_process_one(targets):
    return _reach("/proc/1/root" + targets["socket"])


def by_abstract_name(targets):
    return _reach("\0" + targets["name"])


def of_another_run_by_path(targets):
    return _reach(targets["neighbour"] + "/host")


def of_another_run_by_abstract_name(targets):
    return _reach("\0allranks-neighbour")


def its_own_outside(targets):
    return _reach(os.environ["ALLRANKS_SANDBOX"] + "/host")


def docker(targets):
    return _reach("/var/run/docker.sock")


def dbus(targets):
    return _reach("/run/dbus/system_bus_socket")


def abstract_names_in_sight(targets):
    with open("/proc/net/unix") as file:
        return [name for line in file if "@" in line and "allranks-own" not in (name := line.split()[-1])]


def sockets_in_sight(targets):
    return sorted(glob.glob("/ev/*") + glob.glob("/run/*") + glob.glob("/var/run/*"))


def take_the_way_outs_place(targets):
    os.unlink("/ev/host")
    return "removed"


def open_the_way_out_for_others(targets):
    os.chmod("/ev/host", 0o777)
    return "changed"
