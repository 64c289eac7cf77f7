"""`make bench`: the engine, the eye and the running program beside their yardsticks."""

from tools.bench_engine import bench_engine
from tools.bench_eye import bench_eye
from tools.bench_live import bench_live


def main() -> None:
    """Print a line or more a yardstick."""
    for bench in (bench_engine, bench_eye, bench_live):
        print(bench(), flush=True)


if __name__ == "__main__":
    main()
