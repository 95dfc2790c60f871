from __future__ import annotations

import pytest

from allranks.diagnosis.old_names import old_thing


@pytest.mark.parametrize(
    ("error_type", "message", "name", "rule"),
    [
        ("TypeError", "CheckpointConfig.__init__() got an unexpected keyword argument "
         "'_checkpoint_keep_all_ranks'", "`CheckpointConfig(_checkpoint_keep_all_ranks=...)`", "RTL405"),
        ("AttributeError", "type object 'TorchTrainer' has no attribute 'restore'", "`TorchTrainer.restore`", "RTL408"),
        ("ImportError", "cannot import name 'save_checkpoint' from 'ray.train' (x.py)", "`ray.train.save_checkpoint`",
         "RTL401"),
        ("DeprecationWarning", "`get_trial_name` is deprecated for Ray Train", "`get_trial_name`", "RTL409"),
    ],
)  # fmt: skip
def test_the_linters_tables_know_it(error_type: str, message: str, name: str, rule: str) -> None:
    found = old_thing(error_type, message)

    assert found is not None
    assert (found.name, found.rule) == (name, rule)
    assert found.instead


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("TypeError", "RunConfig.__init__() got an unexpected keyword argument 'colour'"),
        ("AttributeError", "'Net' object has no attribute 'restore'"),
        ("DeprecationWarning", "`numpy.bool` is deprecated"),
        ("ValueError", "`verbose` is deprecated"),
    ],
)
def test_what_is_in_no_table_is_not_called_old(error_type: str, message: str) -> None:
    assert old_thing(error_type, message) is None
