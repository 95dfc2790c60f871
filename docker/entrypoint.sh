#!/bin/sh
# Gives the server the container's own control group, and becomes the server's user.
#
# Only root can give it, so compose.limits.yaml starts the container as root, with the four capabilities that this script
# needs. None of them is left when the server starts. Started as another user, as by default, this changes nothing.
set -eu
user=allranks
group=/sys/fs/cgroup

if [ "$(id -u)" = 0 ]; then
    if ! chown "$user" "$group" "$group/cgroup.procs" "$group/cgroup.subtree_control" "$group/cgroup.threads"; then
        echo "The container's control group cannot be given to the server, so memory will not be limited by the kernel." >&2
    fi
    HOME=/home/$user
    export HOME
    exec setpriv --reuid "$user" --regid "$user" --init-groups --inh-caps=-all --bounding-set=-all --no-new-privs "$@"
fi
exec "$@"
