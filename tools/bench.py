"""`make bench`: engine, eye, running program, phones and hall beside their yardsticks.

`python -m tools.bench engine` measures that one alone; so do the other names below.
"""

import argparse

from tools.bench_engine import bench_engine
from tools.bench_eye import bench_eye
from tools.bench_hall import bench_hall
from tools.bench_live import bench_live
from tools.bench_web import bench_web

BENCHES = {
    "engine": bench_engine,
    "eye": bench_eye,
    "live": bench_live,
    "web": bench_web,
    "hall": bench_hall,
}


def main() -> None:
    """Print what is measured, beside its yardsticks."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=main.__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHES)} (all)")
    names = parser.parse_args().names
    if unknown := set(names) - BENCHES.keys():
        parser.error(f"no such bench: {', '.join(sorted(unknown))}")
    for name in names or BENCHES:
        print(BENCHES[name](), flush=True)


if __name__ == "__main__":
    main()
