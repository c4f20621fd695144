"""``python -m graphkit``: the same as the program ``graphkit``."""

import sys

from graphkit.cli.main import main

sys.exit(main())
