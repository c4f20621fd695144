"""Entry script of every session: sets up the page, shows the menu and the place, runs the page."""

from __future__ import annotations

import streamlit as st

from graphkit.errors import GraphkitError
from graphkit.ui.errors import readable_errors, show_error
from graphkit.ui.location import ICON, PAGE_STYLE, pages_folder
from graphkit.ui.menu import menu
from graphkit.ui.place import show_place

SIDEBAR_WIDTH = 240
SETTINGS = "settings"

st.set_page_config(page_title="graphkit", page_icon=str(ICON), layout="wide", initial_sidebar_state=SIDEBAR_WIDTH)
st.logo(str(ICON), size="large")
st.html(PAGE_STYLE)

page = st.navigation(
    [
        st.Page(
            pages_folder() / row.file,
            title=row.title,
            icon=row.icon,
            url_path=row.address,
            default=row.is_start,
            help=row.summary,
        )
        for row in menu(pages_folder())
    ],
    expanded=True,
)
try:
    show_place()
except GraphkitError as error:
    if page.url_path != SETTINGS:  # which can lead to another store, and shows the error below the form for it
        st.title(page.title, anchor=False)
        show_error(error)
        st.page_link(
            pages_folder() / "settings.py", label="Choose another store or address", icon=":material/settings:"
        )
        st.stop()
with readable_errors():
    page.run()
