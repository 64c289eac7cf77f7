"""`make bench`: the engine, the eye and the running program beside their yardsticks.

`python -m tools.bench engine` measures that one alone; so do `eye` and `live`.
"""

import sys

from tools.bench_engine import bench_engine
from tools.bench_eye import bench_eye
from tools.bench_live import bench_live

BENCHES = {"engine": bench_engine, "eye": bench_eye, "live": bench_live}


def main() -> None:
    """Print a line or more a yardstick."""
    for name in sys.argv[1:] or BENCHES:
        print(BENCHES[name](), flush=True)


if __name__ == "__main__":
    main()
