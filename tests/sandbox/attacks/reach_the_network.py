"""Connects to a port of the server, to an address outside and to a name, from a sandbox that has only a loopback."""

import socket


def allowed_a_port_of_its_own(targets):
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname(), 2):
        return True


def interfaces(targets):
    return [name for _, name in socket.if_nameindex()]


def a_port_of_the_server(targets):
    with socket.create_connection(("127.0.0.1", targets["port"]), 2):
        return "connected"


def a_port_of_another_run(targets):
    with socket.create_connection(("127.0.0.1", 7777), 2):
        return "connected"


def every_port_of_the_loopback(targets):
    found = []
    for port in range(1, 65536):
        with socket.socket() as client:
            reached = client.connect_ex(("127.0.0.1", port)) == 0
            if reached and client.getsockname() != client.getpeername():  # a socket can meet itself
                found.append(port)
    return found


def an_address_outside(targets):
    with socket.create_connection(("192.0.2.1", 80), 2):
        return "connected"


def an_address_outside_by_ipv6(targets):
    with socket.create_connection(("2001:db8::1", 80), 2):
        return "connected"


def a_datagram_to_outside(targets):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        return client.sendto(b"x", ("192.0.2.1", 53))


def a_broadcast(targets):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        return client.sendto(b"x", ("255.255.255.255", 9))


def a_name(targets):
    return socket.getaddrinfo("example.com", 80)[0][4][0]
