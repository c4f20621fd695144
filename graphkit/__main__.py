"""The program ``graphkit``, also as ``python -m graphkit``. Ctrl-C while it still loads ends it without a word."""

import signal
import sys

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from graphkit.cli.main import main  # loads for a moment

if __name__ == "__main__":
    sys.exit(main())
