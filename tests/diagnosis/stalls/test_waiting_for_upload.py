"""A checkpoint is being uploaded."""

from stall_stories import Attempt, line


def test_a_long_upload_is_slow_and_no_hang() -> None:
    uploads: dict[str, object] = {"activity": "checkpoint", "reports": 1, "where": line(9)}
    waits: dict[str, object] = {"activity": "report", "reports": 1}
    found = Attempt().stands(8, {0: uploads, 1: waits}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang, found.ranks) == ("waiting_for_upload", False, (0, 1))
    assert found.diagnosis.where == line(9)
