"""What lies outside the repository, so that a machine may rightly be without it."""

from __future__ import annotations

from pathlib import Path

import pytest

EVAL = Path(__file__).resolve().parents[2] / "shared" / "eval"
"""Evaluation data, in a folder beside the repository."""


class Outside(pytest.skip.Exception):
    """A skip that a build machine may have too, unlike that of a part that it must install."""


def eval_data(*names: str) -> Path:
    """A file or folder of the evaluation data; the test is skipped where it is not."""
    path = EVAL.joinpath(*names)
    if not path.exists():
        raise Outside(f"evaluation data {'/'.join(names)} are not beside the repository")
    return path
