"""What once failed: each file of regressions/ says so in its first line."""

from pathlib import Path

import pytest

from parlour.tests.mutation.guards import bounded
from parlour.tests.mutation.trial import trial

FILES = sorted((Path(__file__).parent / "regressions").glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_regression(path):
    with bounded():
        trial(path.read_bytes())
