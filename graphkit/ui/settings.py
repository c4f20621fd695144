"""What can be set, as tables."""

from __future__ import annotations

from dataclasses import fields

import pandas as pd

from graphkit.config import GraphConfig
from graphkit.extract.registry import methods


def settings_table(config: GraphConfig) -> pd.DataFrame:
    """Each setting with its value, the variable that sets it and what it means; secrets as dots."""
    return pd.DataFrame(
        [
            {
                "setting": item.name,
                "value": _shown(getattr(config, item.name), secret=bool(item.metadata["secret"])),
                "variable": item.metadata["variable"],
                "meaning": item.metadata["help"],
            }
            for item in fields(config)
        ]
    )


def methods_table() -> pd.DataFrame:
    """Each extraction method with what it does, and why it cannot run where it cannot."""
    return pd.DataFrame(
        [
            {
                "method": name,
                "title": info.title,
                "what it does": info.description,
                "can run": info.availability or "yes",
            }
            for name, info in methods().items()
        ]
    )


def _shown(value: object, *, secret: bool) -> str:
    if secret:
        return "••••" if value else "not set"
    return "not set" if value is None else str(value)
