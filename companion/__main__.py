"""Lets ``python -m companion`` do what ``dubsar`` does."""

import sys

from companion.cli import main

sys.exit(main())
