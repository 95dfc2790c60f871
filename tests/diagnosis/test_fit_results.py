from __future__ import annotations

import pytest

from allranks.diagnosis.fit_results import reads_result_metrics


@pytest.mark.parametrize(
    "source",
    [
        "r = trainer.fit()\nr.metrics['loss']",
        "r: Result = trainer.fit()\nr.metrics['loss']",
        "if (r := trainer.fit()):\n    r.metrics['loss']",
        "\ntrainer.fit().metrics['loss']",
        "r = trainer.fit()\nr.metrics.get('loss')",
        "r = trainer.fit()\nfor name in r.metrics: pass",
        "r = trainer.fit()\nm = r.metrics\nm['loss']",
        "def verify(result):\n    assert result.metrics['loss'] < 1",
        "r = trainer.fit()\nprint(\n    f'{r.metrics[0]}',\n)",
    ],
)
def test_a_fit_results_metrics_are_recognised(source: str) -> None:
    lines = source.splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "[" in text or ".get" in text or "for" in text)

    assert reads_result_metrics(source, line)


@pytest.mark.parametrize(
    "source",
    [
        "r = load()\nr.metrics['loss']",
        "class Log:\n    def last(self): return self.metrics['loss']",
        "r = trainer.fit()\nsettings['loss']",
        "r = trainer.fit()\nr.config['loss']",
        "this is not python['loss']",
    ],
)
def test_anything_else_is_not(source: str) -> None:
    line = next(number for number, text in enumerate(source.splitlines(), 1) if "[" in text)

    assert not reads_result_metrics(source, line)


def test_another_line_is_not_meant() -> None:
    assert not reads_result_metrics("r = trainer.fit()\nprint(r.path)\nr.metrics['loss']", 2)
