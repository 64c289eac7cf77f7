"""Phones that watch one table, in a process of their own: `tools.bench_web` starts it.

    python -m tools.bench_phones PORT SECRET COUNT

writes a line as soon as all of them have the game; then, for each event that reaches a phone, its
number and when that was, by the clock that all processes share.
"""

import asyncio
import json
import sys
import time

from companion.language import LANGUAGES


async def watch(number: int, port: int, secret: str, ready: asyncio.Semaphore) -> None:
    """Be one phone until the table ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    ask = f"GET /{secret}/stream?lang={LANGUAGES[number % len(LANGUAGES)]} HTTP/1.1\r\n"
    writer.write(f"{ask}Host: 127.0.0.1\r\n\r\n".encode())
    has_game = False
    while line := await reader.readline():
        if not line.startswith(b'data: {"from"'):
            continue
        now, frames = time.monotonic(), json.loads(line[6:])["frames"]
        if has_game:
            print(frames[-1]["n"], now, flush=True)
        else:
            has_game = True
            ready.release()


async def main() -> None:
    """Watch with all of them."""
    port, secret, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    ready = asyncio.Semaphore(0)
    phones = [asyncio.create_task(watch(one, port, secret, ready)) for one in range(count)]
    for _ in phones:
        await ready.acquire()
    print("ready", flush=True)
    await asyncio.gather(*phones, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main())
