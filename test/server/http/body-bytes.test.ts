import fc from "fast-check";
import { expect, test } from "vitest";
import { BodyBytes } from "../../../src/server/http/body-bytes.ts";

const chunk = fc.oneof(
  fc.uint8Array({ maxLength: 8 }),
  fc.integer({ min: 1000, max: 1050 }).map((length) => new Uint8Array(length).fill(length)),
);

test("join returns the bytes of all chunks in order, whatever their sizes", () => {
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 60 }), (chunks) => {
      const body = new BodyBytes();
      for (const each of chunks) body.add(each);
      expect(Buffer.compare(body.join(), Buffer.concat(chunks))).toBe(0);
      expect(body.length).toBe(Buffer.concat(chunks).length);
    }),
  );
});

test("a body of 3 million one-byte chunks takes less than 150 MiB of heap", () => {
  const body = new BodyBytes();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 3_000_000; count++) body.add(new Uint8Array(1));
  // Kept one by one, the chunks would take 300 MiB. The heap always contains some garbage.
  expect((process.memoryUsage().heapUsed - before) / 1024 / 1024).toBeLessThan(150);
  expect(body.join().length).toBe(3_000_000);
});
