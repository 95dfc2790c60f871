"""What a page is told of the fields that an older recording lacks."""

from __future__ import annotations

import json

from allranks.protocol import RankSampled, Record
from allranks.protocol.added import added


def test_the_fields_that_have_a_default_are_named_with_it() -> None:
    shape = added()["RankSampled"]

    assert shape["kind"] == "rank_sampled"
    assert shape["defaults"] == {
        name: field.default
        for name, field in RankSampled.model_fields.items()
        if name != "kind" and not field.is_required()
    }
    assert shape["within"] == {"collective": ["Collective"]}


def test_each_message_that_is_named_is_reached_from_a_record_and_leads_to_a_default() -> None:
    shapes = added()
    reached, ahead = set(), [Record.__name__]
    while ahead:
        name = ahead.pop()
        reached.add(name)
        ahead += [each for held in shapes[name]["within"].values() for each in held if each not in reached]

    assert reached == shapes.keys()
    assert all(shape["defaults"] or shape["within"] for shape in shapes.values())


def test_all_of_it_can_be_written_as_json() -> None:
    assert json.loads(json.dumps(added())) == added()
