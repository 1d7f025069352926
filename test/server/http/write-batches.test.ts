import { expect, test } from "vitest";
import { type BatchedStream, WriteBatches } from "../../../src/server/http/write-batches.ts";

class Stream implements BatchedStream {
  waiting: Uint8Array[] = [];
  readonly written: Uint8Array[] = [];
  private readonly work: () => void;

  /** @param work - what a write takes */
  constructor(work = () => {}) {
    this.work = work;
  }

  take(): readonly Uint8Array[] {
    return this.waiting.splice(0);
  }

  write(bytes: Uint8Array): void {
    this.work();
    this.written.push(bytes);
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("events of one turn are one write, put together once for all clients that get the same", async () => {
  const batches = new WriteBatches();
  const streams = [new Stream(), new Stream(), new Stream()];
  const parts = [Uint8Array.of(1), Uint8Array.of(2, 3)];
  for (const part of parts) {
    for (const stream of streams) {
      stream.waiting.push(part);
      batches.add(stream);
    }
  }
  await turn();
  const [first] = streams;
  expect(first?.written.map((bytes) => [...bytes])).toEqual([[1, 2, 3]]);
  for (const stream of streams) expect(stream.written[0]).toBe(first?.written[0]);
});

test("streams that came equally far share their bytes, also when others are between them", async () => {
  const batches = new WriteBatches();
  const parts = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];
  const streams = [0, 1, 0, 1].map((from) => {
    const stream = new Stream();
    stream.waiting.push(...parts.slice(from));
    return stream;
  });
  for (const stream of streams) batches.add(stream);
  await turn();
  const [whole, part, sameWhole, samePart] = streams.map(({ written }) => written[0]);
  expect([[...(whole ?? [])], [...(part ?? [])]]).toEqual([
    [1, 2, 3],
    [2, 3],
  ]);
  expect([sameWhole === whole, samePart === part]).toEqual([true, true]);
});

test("after a round everything else has its turn, and what comes meanwhile is written together", async () => {
  const batches = new WriteBatches();
  const busyUntil = (ms: number) => {
    while (performance.now() < ms);
  };
  const stream = new Stream(() => busyUntil(performance.now() + 5));
  const say = (byte: number) => {
    stream.waiting.push(Uint8Array.of(byte));
    batches.add(stream);
  };
  say(1);
  await turn();
  const endedMs = performance.now();
  for (let byte = 2; byte <= 5; byte++) {
    say(byte);
    await turn();
  }
  while (stream.written.length < 2) await turn();
  expect(stream.written.map((bytes) => [...bytes])).toEqual([[1], [2, 3, 4, 5]]);
  expect(performance.now() - endedMs).toBeGreaterThan(15);
});

test("a stream that comes back in its own round has its turn in the next", async () => {
  const batches = new WriteBatches();
  const stream = new Stream(() => {
    if (stream.written.length < 3) {
      stream.waiting.push(Uint8Array.of(stream.written.length));
      batches.add(stream);
    }
  });
  stream.waiting.push(Uint8Array.of(9));
  batches.add(stream);
  while (stream.written.length < 4) await turn();
  expect(stream.written.map(([byte]) => byte)).toEqual([9, 0, 1, 2]);
});
