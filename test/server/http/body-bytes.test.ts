import fc from "fast-check";
import { expect, test } from "vitest";
import { BodyBytes } from "../../../src/server/http/body-bytes.ts";

const chunk = fc.oneof(
  fc.uint8Array({ maxLength: 8 }),
  fc.integer({ min: 1000, max: 1050 }).map((length) => new Uint8Array(length).fill(length)),
);

test("chunks of all sizes come out as they came", () => {
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 60 }), (chunks) => {
      const body = new BodyBytes();
      for (const each of chunks) body.add(each);
      expect(Buffer.compare(body.join(), Buffer.concat(chunks))).toBe(0);
      expect(body.length).toBe(Buffer.concat(chunks).length);
    }),
  );
});

test("a body of single bytes takes little more than they are", () => {
  const body = new BodyBytes();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 3_000_000; count++) body.add(new Uint8Array(1));
  // Held one by one they would take 300 MiB; some garbage is always there.
  expect((process.memoryUsage().heapUsed - before) / 1024 / 1024).toBeLessThan(150);
  expect(body.join().length).toBe(3_000_000);
});
