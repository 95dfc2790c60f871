"""The files of a new exercise: small, and right as they are."""

from __future__ import annotations

MANIFEST = """id = "{id}"
title = {title}
summary = "Two workers report a number after each of three epochs."
hints = [
  \"\"\"
Say where to look, and nothing else.
\"\"\",
  \"\"\"
Say which function of Ray Train it takes, and what to give it: `train.report`, a dictionary from names to numbers.
\"\"\",
  \"\"\"
Show the changed lines:

```python
train.report({{"epoch": epoch}})
scaling_config=ScalingConfig(num_workers=2),
```
\"\"\",
]
further = [
  \"\"\"
**Three workers.** Set `num_workers=3`. Which check fails now?
\"\"\",
  \"\"\"
**A slower rank.** Let one rank wait before its report, and watch the others.
\"\"\",
]

[[checks]]
id = "completed"
kind = "program_completed"
title = "The program runs to its end"

[[checks]]
id = "two-workers"
kind = "world_size"
title = "Two workers form the group"
world_size = 2

[[checks]]
id = "reports-itself"
kind = "source"
title = "The loop calls train.report"
claim = {{ kind = "calls", name = "ray.train.report", within = "loop" }}

[[checks]]
id = "reports"
kind = "reported_every_epoch"
title = "Every rank reports its epoch, three times"
reports = 3
metrics = ["epoch"]

[[wrong]]
name = "stops-with-an-error"
fails = "completed"

[[wrong]]
name = "one-worker"
fails = "two-workers"

[[wrong]]
name = "reports-once"
fails = "reports"
"""
TASK = """Say what the learner has and what it should become.

**Target:** two workers, and a report from each of them after every one of three epochs.

## The idea

Explain it in short pieces, with code:

```python
train.report({"epoch": epoch})
```
"""
PASSED = """Your {world_size} ranks made {reports} reports each, in {seconds} s.
"""
PROGRAM = """from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer


def train_loop_per_worker(config):
    for epoch in range(config["epochs"]):
<REPORT>


trainer = TorchTrainer(
    train_loop_per_worker,
    train_loop_config={"epochs": 3},
    scaling_config=ScalingConfig(<WORKERS>),<TODO>
)
trainer.fit()
<END>"""
REPORT = '        train.report({"epoch": epoch})'


def files(exercise_id: str, title: str) -> dict[str, str]:
    """Every file by its path in the folder. `title` is a TOML string, quotes and all."""
    return {
        "exercise.toml": MANIFEST.format(id=exercise_id, title=title),
        "README.md": TASK,
        "passed.md": PASSED,
        "starter.py": _program(report='        print("epoch", epoch)  # TODO: report it', workers=1, todo=True),
        "solution.py": _program(),
        "wrong/stops-with-an-error.py": _program(end='raise SystemExit("not done")\n'),
        "wrong/one-worker.py": _program(workers=1),
        "wrong/reports-once.py": _program(report='        pass\n    train.report({"epoch": epoch})'),
    }


def _program(
    report: str = REPORT, workers: int = 2, end: str = 'print("Training is over.")\n', todo: bool = False
) -> str:
    return (
        PROGRAM.replace("<REPORT>", report)
        .replace("<WORKERS>", f"num_workers={workers}")
        .replace("<TODO>", "  # TODO: two workers" if todo else "")
        .replace("<END>", end)
    )
