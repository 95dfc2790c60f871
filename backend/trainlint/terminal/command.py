"""`trainlint PATH ...`: the linter in a terminal."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from ..cluster import Cluster
from ..diagnostic import Diagnostic
from ..engine import lint
from .errors import UsageError
from .explaining import explained
from .files import STANDARD_INPUT, Files
from .formats import rendered_as
from .formats.text import statistics
from .mending import difference, mend
from .options import cluster_of, parsed
from .patterns import Patterns
from .report import Linted, Report
from .selection import ALL, Codes, Selection, checked_prefix
from .settings import Settings, settings_for
from .texts import FileText, read, read_standard_input

NOTHING_FOUND, FOUND, FAILED = 0, 1, 2
"""Exit statuses, with the same meaning as ruff's."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what `arguments` say and return the exit status."""
    options = parsed(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a letter must not end the linter
    try:
        if options.explain is not None:
            print(explained(options.explain))
            return NOTHING_FOUND
        return Command(options).run()
    except UsageError as error:
        print(f"trainlint: {error}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:  # whoever read has seen enough: `trainlint . | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND


class Command:
    """One run over the files that were named."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        settings = settings_for(Path.cwd())
        self._cluster: Cluster | None = cluster_of(options)
        self._selection = Selection(_codes(options, settings), settings.per_file_ignores, settings.folder)
        self._excluded = Patterns(settings.folder, settings.exclude)
        self._report = Report()
        self._changes = False

    def run(self) -> int:
        """Lint, mend and print; the exit status."""
        options, report = self._options, self._report
        files = Files(self._excluded, report.failures, force_exclude=options.force_exclude)
        names = list(files.of(options.paths))
        for name in names:
            self._handle(name)
        if not names and not report.failures:
            print("trainlint: there is no Python file in what was named", file=sys.stderr)
        for failure in report.failures:
            print(f"trainlint: {failure}", file=sys.stderr)
        if not options.diff:
            shown = statistics(report) if options.statistics else rendered_as(options.format, report)
            # What is piped through --fix is the program itself, and nothing else may stand on standard output.
            if shown:
                print(shown, file=sys.stderr if options.fix and STANDARD_INPUT in options.paths else sys.stdout)
        sys.stdout.flush()
        if report.failures:
            return FAILED
        is_found = self._changes if options.diff else any(file.found for file in report.files)
        return FOUND if is_found and not options.exit_zero else NOTHING_FOUND

    def _handle(self, name: str) -> None:
        shown = self._options.stdin_filename or name if name == STANDARD_INPUT else name
        try:
            file = read_standard_input() if name == STANDARD_INPUT else read(name)
        except UnicodeDecodeError as error:
            self._fail(f"cannot read {shown}: byte {error.start} is not UTF-8; expected a file of UTF-8 text")
            return
        except OSError as error:
            self._fail(f"cannot read {shown}: {error.strerror}; expected a file of UTF-8 text")
            return
        if self._options.fix or self._options.diff:
            self._mend(name, shown, file)
        else:
            self._report.files.append(Linted(shown, self._find(shown, file.text)))

    def _find(self, shown: str, text: str) -> list[Diagnostic]:
        if self._options.force_exclude and self._excluded.hold(Path(shown)):
            return []  # standard input may be the text of a file that is left out
        return self._selection.of(lint(text, file_name=shown, cluster=self._cluster), Path(shown))

    def _mend(self, name: str, shown: str, file: FileText) -> None:
        mended = mend(file.text, lambda text: self._find(shown, text))
        if mended.does_not_parse:
            self._fail(f"{shown}: some fixes were left out, because the program would no longer parse; report it")
        content = file.with_text(mended.text) if mended.made else file.content
        if self._options.diff:
            patch = difference(shown, file.text, content.decode("utf-8-sig"))
            self._changes |= bool(patch)
            print(patch, end="")
        elif name == STANDARD_INPUT:
            sys.stdout.buffer.write(content)
        elif mended.made:
            try:
                Path(name).write_bytes(content)
            except OSError as error:
                self._fail(f"cannot write {shown}: {error.strerror}; make it writable, or leave --fix out")
                self._report.files.append(Linted(shown, self._find(shown, file.text)))
                return
        self._report.files.append(Linted(shown, mended.found, mended.made))

    def _fail(self, sentence: str) -> None:
        self._report.failures.append(sentence)


def _codes(options: argparse.Namespace, settings: Settings) -> Codes:
    """The command line's selection takes the place of the settings'; what either ignores is ignored."""
    select = _prefixes(options.select, "--select") or settings.select or (ALL,)
    return Codes(select, (*settings.ignore, *_prefixes(options.ignore, "--ignore")))


def _prefixes(given: list[str], option: str) -> tuple[str, ...]:
    return tuple(checked_prefix(prefix, option) for text in given for prefix in text.split(","))
