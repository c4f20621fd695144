"""Where the application's own files are: in a checkout, or in the installed wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
ICON = Path(__file__).resolve().parent / "assets" / "icon.svg"
PAGE_STYLE = ICON.with_name("page.css")


def application_folder() -> Path:
    """The folder that holds ``app.py``, ``pages/``, ``sample_data/`` and ``.streamlit/config.toml``.

    The wheel carries it as ``graphkit/application``; in a checkout it is the folder above the package.
    """
    installed = PACKAGE / "application"
    return installed if (installed / "app.py").is_file() else PACKAGE.parent


def pages_folder() -> Path:
    """The folder with one script for each page."""
    return application_folder() / "pages"


def sample_folder() -> Path:
    """The folder with the sample documents."""
    return application_folder() / "sample_data" / "documents"
