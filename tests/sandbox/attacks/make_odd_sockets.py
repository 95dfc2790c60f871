"""Makes sockets that a learner never needs: raw ones, packets, and families that no network namespace holds."""

import socket

AF_VSOCK = 40


def allowed_the_usual_ones(targets):
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            socket.socket(family, kind).close()
    for end in socket.socketpair():
        end.close()
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close()
    return True


def vsock(targets):
    socket.socket(AF_VSOCK, socket.SOCK_STREAM).close()
    return "made"


def vsock_by_its_number_with_high_bits(targets):
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    number = {"x86_64": 41, "aarch64": 198}[__import__("os").uname().machine]
    made = libc.syscall(number, ctypes.c_ulong((1 << 32) | AF_VSOCK), 1, 0)
    if made >= 0:
        return "made"
    raise OSError(ctypes.get_errno(), "refused")


def raw_internet(targets):
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()
    return "made"


def raw_internet_of_any_kind(targets):
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 255).close()
    return "made"


def packets(targets):
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3).close()
    return "made"


def the_kernels_netfilter(targets):
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12).close()
    return "made"


def every_other_family(targets):
    usual = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK}
    made = []
    for family in set(range(64)) - usual:
        for kind in (1, 2, 3, 5):
            try:
                socket.socket(family, kind).close()
            except OSError:
                continue
            made.append(family)
    return made
