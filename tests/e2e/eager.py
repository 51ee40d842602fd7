"""`keltis` as it is, but a worker that died is replaced soon, however often: for the tests."""

import sys

from keltis import workers
from keltis.cli import main

workers.SOUND = 0.0

if __name__ == "__main__":
    sys.exit(main())
