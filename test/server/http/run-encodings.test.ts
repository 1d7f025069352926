import { expect, test } from "vitest";
import { jsonCodec } from "../../../src/server/http/json-codec.ts";
import { RunEncodings } from "../../../src/server/http/run-encodings.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";

const items: readonly ApiObject[] = Array.from({ length: 300 }, (_, index) => ({ metadata: { name: `a${index}` } }));
const shape = { apiVersion: "v1", kind: "Toy", schema: {} };

/** Takes half a millisecond. */
function slowly({ metadata: { name } }: ApiObject): object {
  const endMs = performance.now() + 0.5;
  while (performance.now() < endMs);
  return { metadata: { name }, made: true };
}

test("others have a turn while the entries of a list are made", async () => {
  let turns = 0;
  const count = () => {
    turns++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const parts = await new RunEncodings().listOf({ metadata: {}, items }, jsonCodec, shape, slowly);
  clearImmediate(counting);
  const list = JSON.parse(Buffer.concat(parts).toString());
  expect(list.items).toEqual(items.map((item) => ({ ...item, made: true })));
  // 150 ms in slices of 2 ms.
  expect(turns).toBeGreaterThan(12);
});
