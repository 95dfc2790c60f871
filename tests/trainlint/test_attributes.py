from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.attributes import attribute_value, attribute_values

HEAD = """
class Trainer:
    def __init__(self, other):
{made}

    def run(self):
        use(self.model)

{rest}
"""


@pytest.mark.parametrize(
    ("made", "rest", "value"),
    [
        ("self.model = Net()", "", "Net()"),
        ("self.model: Net = Net()", "", "Net()"),
        ("self.model = Net()\nself.model = wrap(self.model)", "", "wrap(self.model)"),
        ("self.model = Net()\nif other:\n    self.model = wrap(self.model)", "", None),
        ("self.model, self.x = both()", "", None),
        ("self.model = Net()", "trainer.model = other", None),
        ("self.model = Net()", "class Other:\n    def run(self):\n        self.model = 1", None),
        ("self.other = Net()", "", None),
        ("other.model = Net()", "", None),
    ],
)
def test_an_attribute_has_the_value_that_its_class_gives_it(made: str, rest: str, value: str | None) -> None:
    made = "\n".join(f"        {line}" for line in made.split("\n"))
    module = module_of(HEAD.format(made=made, rest=rest))
    (call,) = module.index.calls_named("use")
    used = call.args[0]
    assert isinstance(used, ast.Attribute)
    found = attribute_value(module, used)
    assert (ast.unparse(found) if found else None) == value


def test_all_values_of_an_attribute_are_known_where_all_are_in_sight() -> None:
    module = module_of(HEAD.format(made="        self.model = 1\n        self.model = 2", rest=""))
    (call,) = module.index.calls_named("use")
    used = call.args[0]
    assert isinstance(used, ast.Attribute)
    assert [ast.unparse(value) for value in attribute_values(module, used) or ()] == ["1", "2"]
    module = module_of(HEAD.format(made="        self.model = 1", rest="trainer.model = 2"))
    (call,) = module.index.calls_named("use")
    used = call.args[0]
    assert isinstance(used, ast.Attribute)
    assert attribute_values(module, used) is None


def test_in_the_same_method_the_place_counts() -> None:
    text = """
        class Trainer:
            def __init__(self):
                self.model = Net()
                use(self.model)
                self.model = wrap(self.model)
    """
    module = module_of(text)
    (call,) = module.index.calls_named("use")
    used = call.args[0]
    assert isinstance(used, ast.Attribute)
    found = attribute_value(module, used)
    assert found is not None
    assert ast.unparse(found) == "Net()"
