import json
import tempfile
from pathlib import Path

from ray import train as t
from ray.train import Checkpoint, report


def one_by_one():
    loss = 1.0
    report(loss=loss, step = (1 + 2))
    report(checkpoint=None, loss=loss)
    report({"epoch": 1}, loss=loss)
    report(loss=loss, checkpoint=None, epoch=1)


def taken_apart():
    metrics = {"loss": 1.0}
    t.report(**metrics)


def nothing_given():
    t.report()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.json").write_text(json.dumps([]))
        report(checkpoint=Checkpoint.from_directory(folder), checkpoint_dir_name="first")
