import { expect, test } from "vitest";
import { Frames, type WatchForm } from "../../../src/server/http/frames.ts";
import { jsonCodec } from "../../../src/server/http/json-codec.ts";

const objects = [{ metadata: { name: "a" } }, { metadata: { name: "b" } }];

/** Two watches that begin with the same objects, the second so many milliseconds later. */
async function encodedFor(as: string | undefined, { laterMs, isFollowUp }: { laterMs: number; isFollowUp?: boolean }) {
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
  { name: "tables, in the same second", as: "Table", laterMs: 999, times: 1 },
  { name: "tables, in the next one: they show ages", as: "Table", laterMs: 1000, times: 2 },
])("a state of $name is encoded $times time(s) for two watches that begin with it", async ({ as, laterMs, times }) => {
  expect(await encodedFor(as, { laterMs })).toBe(times * objects.length);
});

test("a table that follows another one has no columns, and is encoded by itself", async () => {
  expect(await encodedFor("Table", { laterMs: 0, isFollowUp: true })).toBe(2 * objects.length);
});

test("two watches that take several events each have them encoded once, an object in two types twice", () => {
  const encoded: unknown[] = [];
  const encode = (object: unknown) => {
    encoded.push(object);
    return Buffer.from("{}");
  };
  const frames = new Frames(encode, () => 0);
  const form = { output: { codec: jsonCodec }, exchange: { query: new URLSearchParams() } } as unknown as WatchForm;
  const taken = () => objects.map((object) => frames.frame("ADDED", object, form, true));
  expect(taken()).toEqual(taken());
  expect(encoded).toEqual(objects);
  const [first = { metadata: { name: "" } }] = objects;
  expect(String(frames.frame("MODIFIED", first, form, true))).toContain("MODIFIED");
  expect(encoded).toHaveLength(objects.length + 1);
});

test("frames above half a mebibyte in all are encoded again", () => {
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
