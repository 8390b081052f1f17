"""Run every benchmark; further arguments go to pytest."""

import sys
from pathlib import Path

import pytest

sys.exit(pytest.main([str(Path(__file__).parent), "-q", *sys.argv[1:]]))
