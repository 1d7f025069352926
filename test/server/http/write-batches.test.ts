import { expect, test } from "vitest";
import { type BatchedStream, WriteBatches } from "../../../src/server/http/write-batches.ts";

class Stream implements BatchedStream {
  waiting: Uint8Array[] = [];
  readonly written: Uint8Array[] = [];
  private readonly work: () => void;

  /** @param work - runs at each write, to simulate its cost */
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

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("events of one turn become one write, whose bytes all clients of the same events share", async () => {
  const batches = new WriteBatches();
  const streams = [new Stream(), new Stream(), new Stream()];
  const parts = [Uint8Array.of(1), Uint8Array.of(2, 3)];
  for (const part of parts) {
    for (const stream of streams) {
      stream.waiting.push(part);
      batches.add(stream);
    }
  }
  await nextTurn();
  const [first] = streams;
  expect(first?.written.map((bytes) => [...bytes])).toEqual([[1, 2, 3]]);
  for (const stream of streams) expect(stream.written[0]).toBe(first?.written[0]);
});

test("an event is written in the turn in which it arrives", async () => {
  const batches = new WriteBatches();
  const stream = new Stream();
  for (const byte of [1, 2]) {
    stream.waiting.push(Uint8Array.of(byte));
    batches.add(stream);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(stream.written.at(-1)).toEqual(Uint8Array.of(byte));
  }
});

test("streams that are equally far behind share their bytes, also if other streams are between them", async () => {
  const batches = new WriteBatches();
  const parts = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];
  const streams = [0, 1, 0, 1].map((from) => {
    const stream = new Stream();
    stream.waiting.push(...parts.slice(from));
    return stream;
  });
  for (const stream of streams) batches.add(stream);
  await nextTurn();
  const [whole, part, sameWhole, samePart] = streams.map(({ written }) => written[0]);
  expect([[...(whole ?? [])], [...(part ?? [])]]).toEqual([
    [1, 2, 3],
    [2, 3],
  ]);
  expect([sameWhole === whole, samePart === part]).toEqual([true, true]);
});

/** Streams whose writes keep the process busy. All of them get the same bytes. */
class BusyStreams {
  readonly all: readonly Stream[];
  private readonly batches = new WriteBatches();

  /** @param roundMs - how long one round of writes takes */
  constructor(count: number, roundMs: number) {
    const keepBusy = () => {
      const endMs = performance.now() + roundMs / count;
      while (performance.now() < endMs);
    };
    this.all = Array.from({ length: count }, () => new Stream(keepBusy));
  }

  say(byte: number): void {
    for (const stream of this.all) {
      stream.waiting.push(Uint8Array.of(byte));
      this.batches.add(stream);
    }
  }

  async written(writes: number): Promise<readonly number[][]> {
    const isBehind = ({ written }: Stream) => written.length < writes;
    while (this.all.some(isBehind)) await nextTurn();
    return this.all[0]?.written.map((bytes) => [...bytes]) ?? [];
  }
}

// Retried because the pause of 80 ms ends before the four turns when other programs use the processor.
test("after a round other work has its turn, and the events that arrive in that time are written together", {
  retry: 3,
}, async () => {
  const streams = new BusyStreams(1000, 20);
  streams.say(1);
  await streams.written(1);
  const endedMs = performance.now();
  for (let byte = 2; byte <= 5; byte++) {
    streams.say(byte);
    await nextTurn();
  }
  expect(await streams.written(2)).toEqual([[1], [2, 3, 4, 5]]);
  expect(performance.now() - endedMs).toBeGreaterThan(15);
});

test("a few streams do not pause longer after a slow round", async () => {
  const streams = new BusyStreams(2, 60);
  const tookMs: number[] = [];
  for (let round = 1; round <= 5; round++) {
    const startMs = performance.now();
    streams.say(round);
    await streams.written(round);
    tookMs.push(performance.now() - startMs);
  }
  // The fastest round, without the pause of 100 ms. The other rounds may have waited for the processor.
  expect(Math.min(...tookMs.slice(1))).toBeLessThan(140);
});

test("a stream that is added again during its round is written in the next round", async () => {
  const batches = new WriteBatches();
  const stream = new Stream(() => {
    if (stream.written.length < 3) {
      stream.waiting.push(Uint8Array.of(stream.written.length));
      batches.add(stream);
    }
  });
  stream.waiting.push(Uint8Array.of(9));
  batches.add(stream);
  while (stream.written.length < 4) await nextTurn();
  expect(stream.written.map(([byte]) => byte)).toEqual([9, 0, 1, 2]);
});
