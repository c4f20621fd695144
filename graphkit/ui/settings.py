"""What can be set, as tables."""

from __future__ import annotations

import pandas as pd

from graphkit.config import GraphConfig
from graphkit.extract.registry import methods


def settings_table(config: GraphConfig) -> pd.DataFrame:
    """Each setting with its value, the variable that sets it and what it means; secrets are not shown."""
    return pd.DataFrame(
        [
            {
                "setting": setting.name,
                "value": setting.value or "not set",
                "variable": setting.variable,
                "meaning": setting.meaning,
            }
            for setting in config.rows()
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
