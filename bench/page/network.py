"""A slow network between a browser and a server."""

import asyncio
import threading
import time

ROUND_TRIP, DOWN, UP = 0.150, 1_600_000 / 8, 750_000 / 8  # seconds, bytes a second


class SlowNetwork:
    """Listens on a port of its own. All connections share the bytes a second; each begins after one round trip.
    TCP's slow start is not there, nor TLS."""

    def __init__(self, port):
        self.behind = port
        self.free = {"up": 0.0, "down": 0.0}
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self.carry, "127.0.0.1", 0), self.loop).result()
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    async def carry(self, near, back):
        await asyncio.sleep(ROUND_TRIP)
        far, forth = await asyncio.open_connection("127.0.0.1", self.behind)
        await asyncio.gather(self.pump(near, forth, "up", UP), self.pump(far, back, "down", DOWN), return_exceptions=True)

    async def pump(self, source, sink, way, rate):
        waiting = asyncio.Queue()
        writing = asyncio.create_task(self.write(waiting, sink))
        while data := await source.read(1460):
            self.free[way] = max(self.free[way], time.monotonic()) + len(data) / rate
            waiting.put_nowait((self.free[way] + ROUND_TRIP / 2, data))
        waiting.put_nowait((0, b""))
        await writing

    async def write(self, waiting, sink):
        while True:
            at, data = await waiting.get()
            if not data:
                break
            await asyncio.sleep(max(0, at - time.monotonic()))
            sink.write(data)
        sink.close()
