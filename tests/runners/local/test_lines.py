"""Log text from raw bytes."""

from allranks.protocol import LogWritten
from allranks.runners.local.lines import TEXT_CHARACTERS, LineReader


def driver() -> LineReader:
    return LineReader("stdout", None, None)


def texts(events: list[LogWritten]) -> list[str]:
    return [event.text for event in events]


def test_lines_that_come_together_stay_together() -> None:
    assert texts(driver().feed(b"one\ntwo\n")) == ["one\ntwo\n"]


def test_an_unfinished_line_waits_for_its_end() -> None:
    reader = driver()
    assert reader.feed(b"half a li") == []
    assert reader.waiting
    assert texts(reader.feed(b"ne\n")) == ["half a line\n"]
    assert not reader.waiting


def test_an_unfinished_line_can_be_flushed() -> None:
    reader = driver()
    reader.feed(b"progress 10%")
    assert texts(reader.flush()) == ["progress 10%"]
    assert texts(reader.feed(b" 20%\n")) == [" 20%\n"]


def test_the_end_of_the_stream_gives_the_rest() -> None:
    assert texts(driver().feed(b"no newline", final=True)) == ["no newline"]


def test_ray_and_the_learner_are_told_apart_within_one_read() -> None:
    events = driver().feed(b"mine\n(TrainController pid=7) Started\nmine again\n")
    assert [(event.origin, event.text) for event in events] == [
        ("program", "mine\n"),
        ("ray", "(TrainController pid=7) Started\n"),
        ("program", "mine again\n"),
    ]


def test_a_known_owner_is_never_judged() -> None:
    events = LineReader("stderr", 1, 2, "ray").feed(b"looks like mine\n")
    assert [(event.origin, event.rank, event.attempt) for event in events] == [("ray", 1, 2)]


def test_a_character_cut_in_two_by_a_read_is_whole_again() -> None:
    reader = driver()
    first, second = "naïve\n".encode()[:3], "naïve\n".encode()[3:]
    assert texts(reader.feed(first) + reader.feed(second)) == ["naïve\n"]


def test_bytes_that_are_not_text_are_replaced_and_colours_are_removed() -> None:
    assert texts(driver().feed(b"\xff\x00\x1b[31mred\x1b[0m\n")) == ["��red\n"]


def test_a_line_without_an_end_is_handed_out_in_pieces() -> None:
    reader = driver()
    events = reader.feed(b"x" * (3 * TEXT_CHARACTERS + 10))
    assert [len(event.text) for event in events] == [TEXT_CHARACTERS] * 3 + [10]
    assert not reader.waiting


def test_the_markers_of_rays_log_monitor_are_not_shown() -> None:
    assert texts(driver().feed(b":actor_name:RayTrainWorker\nhello\n")) == ["hello\n"]
