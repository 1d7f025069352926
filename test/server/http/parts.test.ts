import { expect, test } from "vitest";
import { PartBuffer } from "../../../src/server/http/parts.ts";

const textOf = (parts: readonly Uint8Array[]) => Buffer.concat(parts).toString();

test("parts have at least 64 KiB (minPartBytes), however small the added pieces are", () => {
  const parts = new PartBuffer();
  const expected: string[] = [];
  for (let at = 0; at < 3000; at++) {
    const text = `${at},é`.repeat(10);
    expected.push(text);
    if (at % 3 === 0) parts.addBytes(Buffer.from(text));
    else parts.add(text);
  }
  const taken = parts.take();
  const rest = parts.takeAll();
  expect(textOf([...taken, ...rest])).toBe(expected.join(""));
  expect(Math.min(...taken.map(({ length }) => length))).toBeGreaterThanOrEqual(64 * 1024);
  expect(Math.max(...taken.map(({ length }) => length))).toBeLessThan(65 * 1024);
  expect(rest).toHaveLength(1);
  expect(parts.takeAll()).toEqual([]);
});

test("parts lie in resizable buffers, the only buffers with memory pages for themselves", () => {
  const parts = new PartBuffer();
  parts.add("x".repeat(100_000));
  parts.addBytes(Buffer.alloc(10));
  parts.addBytes(Buffer.alloc(100_000));
  const all = parts.takeAll();
  expect(all.map(({ length }) => length)).toEqual([100_000, 100_010]);
  expect(all.map(({ buffer }) => Reflect.get(buffer, "resizable"))).toEqual([true, true]);
});

test("a large array that is added alone is passed on without a copy", () => {
  const bytes = Buffer.alloc(100_000);
  const parts = new PartBuffer();
  parts.addBytes(bytes);
  expect(parts.take()[0]).toBe(bytes);
});
