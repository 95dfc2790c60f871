from __future__ import annotations

from allranks.diagnosis.scaling_place import scaling_place

ONE = """from ray.train import ScalingConfig

def main():
    return ScalingConfig(
        num_workers=40,
        use_gpu=True,
    )
"""
TWO = "first = ScalingConfig(num_workers=2)\nsecond = ray.train.ScalingConfig(num_workers=(40, 50))\n"


def test_the_argument_to_blame_is_the_place() -> None:
    place = scaling_place(ONE, "train01.py", "use_gpu", 40)
    assert place is not None
    assert (place.file, place.line, place.function, place.text) == ("train01.py", 6, "main", "use_gpu=True,")


def test_an_argument_that_is_not_given_leaves_the_call() -> None:
    place = scaling_place(ONE, "train01.py", "label_selector", 40)
    assert place is not None
    assert (place.line, place.text) == (4, "return ScalingConfig(")


def test_of_two_configurations_it_is_the_one_with_this_many_workers() -> None:
    place = scaling_place(TWO, "train01.py", "num_workers", 40)
    assert place is not None
    assert (place.line, place.function) == (2, "<module>")
    assert scaling_place(TWO, "train01.py", "num_workers", 7) is None


def test_without_a_configuration_it_is_the_trainer() -> None:
    place = scaling_place("t = TorchTrainer(loop)\n", "train01.py", "num_workers", 1)
    assert place is not None
    assert place.line == 1


def test_a_text_that_does_not_parse_has_no_place() -> None:
    assert scaling_place("def (", "train01.py", "num_workers", 1) is None
