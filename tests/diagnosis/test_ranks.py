from __future__ import annotations

from allranks.diagnosis.ranks import capitalised, first_line, lost_its_peer, name_ranks, named_error
from allranks.protocol import WorkerFailed


def test_ranks_are_named_as_a_person_would() -> None:
    assert name_ranks([2]) == "rank 2"
    assert name_ranks([1, 0]) == "ranks 0 and 1"
    assert name_ranks([3, 1, 0, 1]) == "ranks 0, 1 and 3"


def test_only_the_first_letter_changes() -> None:
    assert capitalised("rank 0 of NCCL") == "Rank 0 of NCCL"


def test_the_first_line_with_text_is_taken_and_a_long_one_is_cut() -> None:
    assert first_line("\n  boom \nmore") == "boom"
    assert first_line("") == ""
    assert len(first_line("x" * 1000)) == 200


def test_an_error_without_a_message_is_its_type() -> None:
    assert named_error("AssertionError", "") == "AssertionError"
    assert named_error("ValueError", "no\nmore") == "ValueError: no"


def failed(error_type: str, message: str) -> WorkerFailed:
    return WorkerFailed(attempt=1, rank=0, error_type=error_type, message=message, frames=[], traceback="")


def test_a_rank_whose_connection_or_meeting_place_went_with_another_rank_is_no_cause() -> None:
    gone = "The actor died unexpectedly before finishing this task.\n\tclass_name: {}\n\tactor_id: 01"

    assert lost_its_peer(failed("RuntimeError", "Connection closed by peer [127.0.0.2]:1234"))
    assert lost_its_peer(failed("ActorDiedError", gone.format("SynchronizationActor")))
    assert not lost_its_peer(failed("ActorDiedError", gone.format("MyParameterServer")))
    assert not lost_its_peer(failed("ValueError", "SynchronizationActor"))
