from __future__ import annotations

from parsed_programs import module_of
from trainlint.config_reads import ConfigReads
from trainlint.configuration import signature_of


def reads_of(text: str) -> ConfigReads:
    module = module_of("from ray.train.torch import TorchTrainer\n" + text + "\nTorchTrainer(loop)\n")
    trainer = module.trainers[0]
    signature = signature_of(trainer)
    assert trainer.loop is not None
    assert signature is not None
    return ConfigReads(trainer.loop, signature)


def test_reads_are_found_under_other_names_and_in_functions() -> None:
    reads = reads_of("""
KEY = "d"
def deeper(c): return c["c"]
def helper(settings): return settings["b"] + deeper(settings)
def other(c): return c["not ours"]
def loop(config):
    same = config
    helper(same)
    other({"not ours": 1})
    return config["a"], config[KEY], config[0]
""")
    assert sorted(key for key, _ in reads.by_key) == ["a", "b", "c", "d"]


def test_what_was_handed_to_a_function_together_with_another_dict_is_not_sure() -> None:
    reads = reads_of("""
def helper(c): return c["a"]
def loop(config): return helper(config), helper({"a": 1})
""")
    assert reads.by_key == []


def test_keys_that_are_looked_for_or_put_in() -> None:
    reads = reads_of("""
def loop(config):
    config["e"] = 1
    del config["f"]
    if "a" in config or "b" not in config: pass
    return config.get("c"), config.setdefault("d", 1), config.pop("g", 0), config["h"]
""")
    assert reads.looked_for == set("abcdefg")
    assert not reads.is_changed


def test_an_update_may_put_anything_in() -> None:
    assert reads_of("def loop(config): config.update(other())").is_changed
    assert not reads_of("def loop(config): {}.update(config)").is_changed


def test_a_configuration_that_is_assigned_anew_is_another() -> None:
    assert reads_of("def loop(config):\n    config = {**D, **config}\n    return config['a']").by_key == []
