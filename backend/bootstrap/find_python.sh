#!/bin/sh
# Print the command of a Python that can run Allranks, the first of these: python3, then 3.11, 3.12, 3.13 by name.
# One that can make virtual environments wins over one that cannot. A name on PATH is no proof (a pyenv shim for a
# version that is not chosen exists and fails), so each is run. With an argument, that one is taken if it runs at all;
# whether it suits is for preflight.py to say.
set -u

if [ $# -gt 0 ]; then
  if [ "$("$1" -c 'print(42)' 2>/dev/null)" = 42 ]; then
    echo "$1"
    exit 0
  fi
  echo "PYTHON is $1, which cannot be run as Python: name a Python 3.11, 3.12 or 3.13, or leave PYTHON out." >&2
  exit 1
fi

suitable='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))'
complete='import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))'

for test in "$complete" "$suitable"; do
  for candidate in python3 python3.11 python3.12 python3.13; do
    if "$candidate" -c "$test" >/dev/null 2>&1; then
      echo "$candidate"
      exit 0
    fi
  done
done

if found=$(python3 --version 2>/dev/null); then
  found="python3 is $found"
else
  found="there is no python3"
fi
echo "Python 3.11, 3.12 or 3.13 is needed and was not found ($found): install one, or name it with PYTHON=/path/to/python3.11." >&2
exit 1
