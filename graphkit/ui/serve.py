"""Streamlit's own command line, ended by Ctrl-C without a word and with the exit code of graphkit's commands.

Its server mostly hands the signal on after it has shut down, which Click then calls an abort with exit code 1; now and
then it just returns. It never returns for another reason.
"""

from __future__ import annotations

import sys

import click
from streamlit.web.cli import main

STOPPED = 130
"""Exit code of a command that Ctrl-C stopped."""

if __name__ == "__main__":
    try:
        main(prog_name="streamlit", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        pass
    except click.ClickException as fault:
        fault.show()
        sys.exit(fault.exit_code)
    sys.exit(STOPPED)
