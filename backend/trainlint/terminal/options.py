"""The command line."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from ..cluster import Cluster
from ..version import __version__
from .errors import UsageError
from .formats import format_names

_EXITS = """
exit status: 0 if nothing was found, 1 if something was, 2 if it could not be run as asked or a file could not be read
ignore one finding: a comment `# trainlint: ignore[RTL102] reason` on its line, or alone on the line above
settings: select, ignore, exclude and per-file-ignores in [tool.trainlint] of pyproject.toml
"""


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options that `arguments`, or the command line, give. Ends the program where they cannot be read."""
    parser = argparse.ArgumentParser(
        prog="trainlint",
        description="Find what goes wrong in Ray Train programs before they run.",
        epilog=_EXITS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="Python files, folders of them, or - for standard input")
    add("--fix", action="store_true", help="mend what can be mended for certain; text from standard input is printed")
    add("--diff", action="store_true", help="show what --fix would change, and change nothing")
    add("--select", action="append", default=[], metavar="CODES", help="only codes that begin so: RTL1,RTL301,PYF")
    add("--ignore", action="append", default=[], metavar="CODES", help="no codes that begin so")
    add("--format", choices=format_names(), default="text", help="default: %(default)s")
    add("--statistics", action="store_true", help="count the findings of each code in place of showing them")
    add("--exit-zero", action="store_true", help="end with 0 even if something was found")
    add("--stdin-filename", metavar="PATH", help="the file that standard input is the text of")
    add("--force-exclude", action="store_true", help="leave out what the settings exclude even if it is named")
    cluster = parser.add_argument_group("what the program will run on, for the rules that compare the two")
    cluster.add_argument("--cpus", type=float, metavar="N", help="CPUs of the whole cluster")
    cluster.add_argument("--gpus", type=float, metavar="N", help="GPUs of the whole cluster")
    cluster.add_argument("--nodes", type=int, metavar="N", help="its nodes")
    cluster.add_argument(
        "--cluster", metavar="JSON", help='all of it: {"resources": {"CPU": 16, "GPU": 2}, "nodes": 2}'
    )
    add("--explain", metavar="CODE", help="print the page of a check, and lint nothing")
    add("--version", action="version", version=f"trainlint {__version__}")
    options = parser.parse_args(arguments)
    if not options.paths and options.explain is None:
        parser.error("name a file or a folder, or - for standard input")
    if options.statistics and options.format != "text":
        parser.error("--statistics goes with --format text alone")
    if "-" in options.paths and len(options.paths) > 1 and (options.fix or options.diff):
        parser.error("--fix and --diff take standard input alone, or files")
    if options.stdin_filename is not None and "-" not in options.paths:
        parser.error("--stdin-filename goes with - for standard input")
    return options


def cluster_of(options: argparse.Namespace) -> Cluster | None:
    """What the options say of the cluster, None if they say nothing. Raises UsageError."""
    if options.cluster is None:
        return _counted(options)
    if not all(value is None for value in (options.cpus, options.gpus, options.nodes)):
        raise UsageError("--cluster says it all: leave --cpus, --gpus and --nodes out, or name no --cluster")
    try:
        values = json.loads(options.cluster)
        if not isinstance(values, dict) or not set(values) <= {"resources", "nodes", "name"}:
            raise ValueError("expected an object with any of resources, nodes and name")
        cluster = Cluster.from_dict(values)
    except (ValueError, TypeError, OverflowError) as error:
        raise UsageError(f'--cluster: {error}; write {{"resources": {{"CPU": 16}}, "nodes": 1}}') from error
    return _possible(cluster)


def _counted(options: argparse.Namespace) -> Cluster | None:
    named = {"CPU": options.cpus, "GPU": options.gpus}
    if options.nodes is None and all(amount is None for amount in named.values()):
        return None
    if options.cpus is None:
        raise UsageError("--cpus is missing: of a cluster that is named, its CPUs must be known")
    resources = {name: amount or 0.0 for name, amount in named.items()}
    return _possible(Cluster(resources, 1 if options.nodes is None else options.nodes))


def _possible(cluster: Cluster) -> Cluster:
    if cluster.nodes < 1 or not all(amount >= 0 for amount in cluster.resources.values()):
        raise UsageError("a cluster has one node or more, and no resource of it is negative")
    return cluster
