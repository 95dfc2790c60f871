"""Settings from flags and environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from allranks.protocol import BadSetting, Limits
from allranks.web import Settings
from allranks.web.settings import described


def test_without_a_word_everything_has_a_default() -> None:
    settings = Settings.read({}, {})
    assert (settings.host, settings.port, settings.runs_at_once) == ("127.0.0.1", 8000, 1)
    assert settings.limits == Limits()
    assert (settings.exercises_dir / "README.md").is_file()


def test_a_flag_wins_over_the_environment() -> None:
    settings = Settings.read({"port": "1234", "host": None}, {"ALLRANKS_PORT": "99", "ALLRANKS_HOST": "0.0.0.0"})
    assert (settings.port, settings.host) == (1234, "0.0.0.0")


def test_limits_are_set_one_by_one() -> None:
    settings = Settings.read({"limit_run_seconds": "2.5"}, {"ALLRANKS_LIMIT_EVENTS": "10"})
    assert settings.limits == Limits(run_seconds=2.5, events=10)


def test_origins_are_given_with_commas() -> None:
    settings = Settings.read({"allowed_origins": "https://a.example/, https://b.example,"}, {})
    assert settings.allowed_origins == ("https://a.example", "https://b.example")


def test_the_data_directory_follows_the_users_own_choice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings.read({}, {}).data_dir == tmp_path / "allranks"


def test_the_environments_other_variables_are_not_ours() -> None:
    assert Settings.read({}, {"PORT": "x", "ALLRANKS_SOCKET": "y"}).port == 8000


def test_every_setting_says_what_it_is() -> None:
    assert all(sentence.endswith((".", ").")) for _, sentence in described())
    assert {"port", "limit_run_seconds"} <= {name for name, _ in described()}


@pytest.mark.parametrize(
    ("flags", "environment", "said"),
    [
        ({"port": "eighty"}, {}, "got --port 'eighty'; expected a valid integer"),
        ({"port": "99999"}, {}, "got --port '99999'; expected less than or equal to 65535"),
        ({}, {"ALLRANKS_RUNS_AT_ONCE": "0"}, "got ALLRANKS_RUNS_AT_ONCE '0'; expected greater than or equal to 1"),
        ({"slow_reader_seconds": "nan"}, {}, "got --slow-reader-seconds 'nan'"),
        ({"limit_events": "many"}, {}, "got --limit-events 'many'; expected a valid integer"),
        ({"limit_run_seconds": "-1"}, {}, "got --limit-run-seconds '-1'; expected run_seconds above 0"),
        ({"limit_run_seconds": "inf"}, {}, "got --limit-run-seconds 'inf'"),
        ({"limit_events": "5"}, {"ALLRANKS_LIMIT_OPEN_FILES": "0"}, "got ALLRANKS_LIMIT_OPEN_FILES '0'"),
        ({"store_bytes": "10"}, {}, "got --store-bytes '10'"),
    ],
)
def test_a_bad_value_is_one_sentence(flags: dict[str, str], environment: dict[str, str], said: str) -> None:
    with pytest.raises(BadSetting) as caught:
        Settings.read(flags, environment)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)
