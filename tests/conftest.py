"""What all tests share: `--record` writes golden files anew, `--long` runs what takes minutes."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", action="store_true", help="write the golden files anew; review them in the diff")
    parser.addoption("--long", action="store_true", help="run the long tests at full length")


@pytest.fixture
def record(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--record"))


@pytest.fixture
def long(request: pytest.FixtureRequest) -> bool:
    """Whether long tests run at full length."""
    return bool(request.config.getoption("--long"))
