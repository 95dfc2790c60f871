from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from trainlint import engine
from trainlint.cluster import Cluster
from trainlint.diagnostic import Diagnostic
from trainlint.docs import page_of
from trainlint.engine import lint, rules
from trainlint.fixing import apply_fixes
from trainlint.module import Module
from trainlint.rule import Rule
from trainlint.source import Source
from trainlint.syntax import parse

CASES = sorted(Path(__file__).with_name("cases").rglob("*.py"))


def codes(text: str) -> list[str]:
    return [finding.code for finding in lint(text)]


@pytest.mark.parametrize(
    "text",
    [
        "import os  # trainlint: ignore[PYF401] for plugins\n",
        "import os  #trainlint:ignore[PYF401] for plugins\n",
        "import os  # trainlint: ignore[PYF401]: for plugins, see #12\n",
        "import os  # noqa: F401 # trainlint: ignore[PYF401] for plugins # type: ignore\n",
        "import os; print(name)  # trainlint: ignore[PYF401, PYF821] a test of tests\n",
        "import os; print(name)  # trainlint: ignore[PYF401] one # trainlint: ignore[PYF821] two\n",
        "# trainlint: ignore[PYF401] for plugins\nimport os\n",
        "# trainlint: ignore[PYF401] for plugins\n\n# More of it.\nimport os\n",
        "if 1:\n    # trainlint: ignore[PYF821] given by the notebook\n    print(display)\n",
        "print(\n    # trainlint: ignore[PYF821] given by the notebook\n    display,\n)\n",
        "print(\n    display,  # trainlint: ignore[PYF821] given by the notebook\n)\n",
        "# trainlint: ignore[PYF821] given by the notebook\nprint(display, '''\n''')\n",
        "print('''\n''', display)  # trainlint: ignore[PYF821] given by the notebook\n",
        "import os\nimport re\n# trainlint: ignore-file[PYF401] a list of what may be imported\n",
        "import os\r\nimport re\r\n# trainlint: ignore-file[PYF401] a list of what may be imported\r\n",
    ],
)
def test_what_a_comment_names_with_a_reason_is_not_found(text: str) -> None:
    assert codes(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "text = '# trainlint: ignore[PYF821] no comment'; print(name)\n",
        "text = '''\n# trainlint: ignore[PYF821] no comment\n'''; print(name)\n",
        "# Write trainlint: ignore[PYF821] behind it\nprint(name)\n",
        "print(name)  # noqa\n",
        "print(name)  # type: ignore\n",
    ],
)
def test_other_comments_and_strings_ignore_nothing(text: str) -> None:
    assert codes(text) == ["PYF821"]


def test_a_rule_is_ignored_where_its_finding_begins() -> None:
    program = (
        "from ray import train\n\ndef train_loop():\n    if train.get_context().get_world_rank() == 0:\n"
        "        train.report({})"
    )
    assert codes(program) == ["RTL102"]
    assert codes(f"{program}  # trainlint: ignore[RTL102] one worker in this test\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import os  # trainlint: ignore[PYF401]\n", ["RTL003"]),
        ("import os  # trainlint: ignore[PYF401]:\n", ["RTL003"]),
        ("import os  # trainlint: ignore[PYF401] # noqa\n", ["RTL003"]),
        ("x = 1  # trainlint: ignore[PYF401] why\n", ["RTL004"]),
        ("x = 1  # trainlint: ignore[PYF401]\n", ["RTL003", "RTL004"]),
        ("x = 1\n# trainlint: ignore[PYF401] nothing follows\n", ["RTL004"]),
        ("x = 1  # trainlint: ignore-file[RTL101] why\n", ["RTL004"]),
        ("x = 1  # trainlint: ignore[RTL003, RTL004] why not\n", ["RTL004"]),
        ("import os  # trainlint: ignore[PYF401, RTL101] why\n", ["RTL004"]),
        ("import os  # trainlint: ignore[F401] why\n", ["PYF401", "RTL005"]),
        ("import os  # trainlint: ignore[pyf401] why\n", ["PYF401", "RTL005"]),
        ("import os  # trainlint: ignore\n", ["PYF401", "RTL005"]),
        ("import os  # trainlint: ignore[] all of it\n", ["PYF401", "RTL005"]),
        ("import os  # trainlint: off\n", ["PYF401", "RTL005"]),
        ("import os  # trainlint: ignore[PYF401\n", ["PYF401", "RTL005"]),
        ("def f(:  # trainlint: ignore[RTL001] unreadable\n", ["RTL001"]),
    ],
)
def test_what_is_wrong_with_a_comment_is_found(text: str, found: list[str]) -> None:
    assert codes(text) == found


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("x = 1  # trainlint: ignore[PYF401] why\ny = 2\n", "x = 1\ny = 2\n"),
        ("x = 1  # trainlint: ignore[PYF401] why", "x = 1"),
        ("x = 1  # trainlint: ignore[PYF401] why  # noqa: E501\n", "x = 1  # noqa: E501\n"),
        ("x = 1  # noqa: E501  # trainlint: ignore[PYF401] why\n", "x = 1  # noqa: E501\n"),
        ("if x:\n    # trainlint: ignore[PYF401] why\n    y = 2\n", "if x:\n    y = 2\n"),
        ("# trainlint: ignore[PYF401] why", ""),
        (
            "import os  # trainlint: ignore[RTL101, PYF401, RTL102] why\n",
            "import os  # trainlint: ignore[PYF401] why\n",
        ),
    ],
)
def test_an_unused_comment_is_taken_away_without_what_stands_beside_it(text: str, mended: str) -> None:
    found = [finding for finding in lint(text) if finding.code == "RTL004"]
    assert apply_fixes(text, found) == (mended, 1)


class OnAnyCluster(Rule):
    """Speaks only of a cluster that it knows."""

    code = "RTL998"
    name = "on-any-cluster"
    severity = "error"
    needs_cluster = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if module.cluster is not None:
            yield self.diagnostic(module.source.whole_line(1), "There is a cluster.", "Leave it.")


class Broken(OnAnyCluster):
    """Fails on every file."""

    needs_cluster = False

    def check(self, module: Module) -> Iterator[Diagnostic]:
        raise RuntimeError


IGNORED = "import ray; ray.init()  # trainlint: ignore[RTL998] it is so small\n"


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "known_codes", lambda: frozenset({"RTL998"}))


@pytest.mark.usefixtures("known")
def test_an_ignore_of_what_was_not_looked_for_is_not_called_unused() -> None:
    using = [OnAnyCluster()]
    assert lint(IGNORED, using=using) == []
    assert lint(IGNORED, using=using, cluster=Cluster()) == []
    assert [finding.code for finding in lint(IGNORED, using=[Broken()])] == ["RTL002"]
    assert lint(IGNORED, using=[]) == []


def test_an_ignore_of_pyflakes_is_not_called_unused_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainlint.flakes.Checker", None)
    assert codes("x = 1  # trainlint: ignore[PYF401] why\n") == []


class Watched(Module):
    """Notes that it was asked for the cluster."""

    asked = False

    def __getattribute__(self, name: str) -> object:
        if name == "cluster":
            self.asked = True
        return super().__getattribute__(name)


def test_a_rule_that_asks_for_the_cluster_says_so() -> None:
    programs = [file.read_text() for file in CASES] + [text for rule in rules() for text in page_of(type(rule)).bad]
    asking = set()
    for source in map(Source, programs):
        tree = parse(source)
        if not isinstance(tree, ast.Module):
            continue
        module = Watched(source, tree)
        for rule in rules() if module.imports_ray else ():
            module.asked = False
            list(rule.check(module))
            if module.asked:
                asking.add(rule.code)
    assert {rule.code for rule in rules() if rule.needs_cluster} >= asking, "set `needs_cluster = True` in these"


def test_a_thousand_comments_are_read_while_one_types() -> None:
    text = "import os  # trainlint: ignore[PYF401] why\n" * 1000
    start = time.process_time()
    lint(text)
    assert time.process_time() - start < 3
