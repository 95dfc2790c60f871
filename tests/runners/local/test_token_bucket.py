"""How much may be said at once and for long."""

from allranks.runners.local.token_bucket import TokenBucket


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_let_through_and_nothing_after_it() -> None:
    bucket = TokenBucket(10, 3, Clock())
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


def test_time_refills_it_up_to_the_burst() -> None:
    clock = Clock()
    bucket = TokenBucket(8, 3, clock)
    assert bucket.take(3)
    clock.now += 0.125
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now += 3600
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_what_costs_too_much_takes_nothing() -> None:
    bucket = TokenBucket(10, 3, Clock())
    assert not bucket.take(4)
    assert bucket.take(3)
