import { expect, test } from "vitest";
import { encodeText, joinBytes, minOwnPagesBytes } from "../../../src/server/request/own-pages.ts";

/** Only resizable buffers have memory pages for themselves. */
const hasOwnPages = ({ buffer }: Uint8Array) => Reflect.get(buffer, "resizable") === true;

test.each([
  { name: "short text", text: "é".repeat(10), isLong: false },
  { name: "one byte below the limit", text: "x".repeat(minOwnPagesBytes - 1), isLong: false },
  { name: "the least length with pages of its own", text: "x".repeat(minOwnPagesBytes), isLong: true },
  { name: "non-ASCII text, longer in bytes than in characters", text: "é€𝄞".repeat(20_000), isLong: true },
])("text as bytes: $name", ({ text, isLong }) => {
  const bytes = encodeText(text);
  expect(Buffer.from(bytes).toString()).toBe(text);
  expect(hasOwnPages(bytes)).toBe(isLong);
});

test.each([
  { name: "no blocks", sizes: [], isLong: false },
  { name: "short blocks", sizes: [10, 20], isLong: false },
  { name: "blocks that are long together (minOwnPagesBytes)", sizes: [minOwnPagesBytes - 10, 10], isLong: true },
])("blocks as one: $name", ({ sizes, isLong }) => {
  const blocks = sizes.map((size, index) => new Uint8Array(size).fill(index + 1));
  const joined = joinBytes(blocks);
  expect([...joined]).toEqual(blocks.flatMap((block) => [...block]));
  expect(hasOwnPages(joined)).toBe(isLong);
});

test("bytes in a resizable buffer can be transferred to a thread", () => {
  const { buffer } = encodeText("x".repeat(minOwnPagesBytes));
  const received = structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
  expect(received.byteLength).toBe(minOwnPagesBytes);
  expect(buffer.byteLength).toBe(0);
});
