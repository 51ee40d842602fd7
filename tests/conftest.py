"""What every part of the test-suite can ask for on the command line."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the house's own options."""
    parser.addoption("--thorough", action="store_true", help="play and try a hundred times as much")
    parser.addoption(
        "--regenerate-playthroughs",
        action="store_true",
        help="write tests/playthroughs anew instead of comparing with it",
    )
    parser.addoption(
        "--accept-snapshots",
        action="store_true",
        help="take what the screens show now as what they should show",
    )


@pytest.fixture(scope="session")
def times(request: pytest.FixtureRequest) -> int:
    """How many times the usual volume a test plays: 100 with `--thorough`."""
    return 100 if request.config.getoption("--thorough") else 1
