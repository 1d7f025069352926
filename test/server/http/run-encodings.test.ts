import { expect, test } from "vitest";
import type { Codec } from "../../../src/server/http/codec.ts";
import { jsonCodec } from "../../../src/server/http/json-codec.ts";
import { RunEncodings } from "../../../src/server/http/run-encodings.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";

const items: readonly ApiObject[] = Array.from({ length: 300 }, (_, index) => ({ metadata: { name: `a${index}` } }));
const shape = { apiVersion: "v1", kind: "Toy", schema: {} };

/** A transform that takes half a millisecond for each object. */
function slowTransform({ metadata: { name } }: ApiObject): object {
  const endMs = performance.now() + 0.5;
  while (performance.now() < endMs);
  return { metadata: { name }, made: true };
}

test("other work gets turns of the event loop while the entries of a list are made", async () => {
  let turns = 0;
  const countTurn = () => {
    turns++;
    counting = setImmediate(countTurn);
  };
  let counting = setImmediate(countTurn);
  const parts = await new RunEncodings().encodeTransformedList(
    { metadata: {}, items },
    jsonCodec,
    shape,
    slowTransform,
  );
  clearImmediate(counting);
  const list = JSON.parse(Buffer.concat(parts).toString());
  expect(list.items).toEqual(items.map((item) => ({ ...item, made: true })));
  // The work takes 150 ms, in slices of 2 ms.
  expect(turns).toBeGreaterThan(12);
});

test("concurrent requests for a list share the work of encoding its runs", async () => {
  let begun = 0;
  const counting: Codec = {
    ...jsonCodec,
    startRun(of) {
      begun++;
      return jsonCodec.startRun(of);
    },
  };
  const encodings = new RunEncodings();
  const runs = [items.slice(0, 100), items.slice(100)];
  const list = { metadata: {}, items, runs };
  const [one, two] = await Promise.all([
    encodings.encodeList(list, counting, shape),
    encodings.encodeList(list, counting, shape),
  ]);
  expect(begun).toBe(2);
  expect(one.map((part) => two.includes(part))).toEqual([false, true, true, true, true]);
  expect(await encodings.encodeList(list, counting, shape)).toEqual(one);
  expect(begun).toBe(2);
});

test("a run whose encoding failed is encoded again for the next request", async () => {
  let tries = 0;
  const failing: Codec = {
    ...jsonCodec,
    startRun(of) {
      if (tries++ === 0) throw new RangeError("no memory");
      return jsonCodec.startRun(of);
    },
  };
  const encodings = new RunEncodings();
  const list = { metadata: {}, items, runs: [items] };
  await expect(encodings.encodeList(list, failing, shape)).rejects.toThrow("no memory");
  expect(Buffer.concat(await encodings.encodeList(list, failing, shape)).length).toBeGreaterThan(1000);
});
