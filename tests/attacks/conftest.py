"""The real server of tests/e2e, which every attack here is made on."""

from tests.e2e.conftest import pytest_runtest_makereport, server

__all__ = ["pytest_runtest_makereport", "server"]
