import { expect, test } from "vitest";
import { Frames, type WatchForm } from "../../../src/server/http/frames.ts";
import { jsonCodec } from "../../../src/server/http/json-codec.ts";

const objects = [{ metadata: { name: "a" } }, { metadata: { name: "b" } }];

/**
 * Returns how often objects are encoded for two watches that begin with the same objects, the second `laterMs` after
 * the first.
 */
async function countEncodings(
  as: string | undefined,
  { laterMs, isFollowUp }: { laterMs: number; isFollowUp?: boolean },
) {
  let nowMs = 10_000;
  let encoded = 0;
  const encode = () => {
    encoded++;
    return Buffer.from("{}");
  };
  const frames = new Frames(encode, () => nowMs);
  const transform = as && { form: { as }, version: "v1" };
  const form = { output: { codec: jsonCodec, transform }, exchange: { query: new URLSearchParams() } };
  const first = frames.state(objects, form as unknown as WatchForm, isFollowUp ?? false);
  nowMs += laterMs;
  const second = frames.state(objects, form as unknown as WatchForm, false);
  expect(Buffer.concat(await first).toString()).toBe(Buffer.concat(await second).toString());
  return encoded;
}

test.each([
  { name: "objects", as: undefined, laterMs: 5000, times: 1 },
  { name: "tables in the same second", as: "Table", laterMs: 999, times: 1 },
  { name: "tables in the next second, since they show ages", as: "Table", laterMs: 1000, times: 2 },
])("the initial state as $name is encoded $times time(s) for two watches", async ({ as, laterMs, times }) => {
  expect(await countEncodings(as, { laterMs })).toBe(times * objects.length);
});

test("a table that follows another table has no columns, and is encoded separately", async () => {
  expect(await countEncodings("Table", { laterMs: 0, isFollowUp: true })).toBe(2 * objects.length);
});

test("two watches share the encoding of an event; an object in events of two types is encoded twice", () => {
  const encoded: unknown[] = [];
  const encode = (object: unknown) => {
    encoded.push(object);
    return Buffer.from("{}");
  };
  const frames = new Frames(encode, () => 0);
  const form = { output: { codec: jsonCodec }, exchange: { query: new URLSearchParams() } } as unknown as WatchForm;
  const frameAll = () => objects.map((object) => frames.frame("ADDED", object, form, true));
  expect(frameAll()).toEqual(frameAll());
  expect(encoded).toEqual(objects);
  const [first = { metadata: { name: "" } }] = objects;
  expect(String(frames.frame("MODIFIED", first, form, true))).toContain("MODIFIED");
  expect(encoded).toHaveLength(objects.length + 1);
});

test("frames are kept up to half a mebibyte in all; dropped ones are encoded again", () => {
  let encoded = 0;
  const encode = () => {
    encoded++;
    return Buffer.alloc(200 * 1024);
  };
  const frames = new Frames(encode, () => 0);
  const form = { output: { codec: jsonCodec }, exchange: { query: new URLSearchParams() } } as unknown as WatchForm;
  const [a, b, c] = ["a", "b", "c"].map((name) => ({ metadata: { name } }));
  for (const object of [a, b, c, c, b, a]) if (object) frames.frame("ADDED", object, form, true);
  expect(encoded).toBe(4);
});
