"""`make bench`: the engine and the eye beside their yardsticks."""

import importlib.util

from tools.bench_engine import bench_engine
from tools.bench_explain import bench_explain
from tools.bench_replay import bench_replay


def main() -> None:
    """Print one line a yardstick."""
    print(bench_engine(), flush=True)
    print(bench_replay(), flush=True)
    print(bench_explain(), flush=True)
    if importlib.util.find_spec("tools.bench_eye"):
        print(importlib.import_module("tools.bench_eye").bench_eye(), flush=True)


if __name__ == "__main__":
    main()
