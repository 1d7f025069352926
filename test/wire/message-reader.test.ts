import { WireType } from "@bufbuild/protobuf/wire";
import { expect, test } from "vitest";
import { MessageReader } from "../../src/wire/message-reader.ts";

/** Encodes a length as on the wire. */
function varint(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
}

const reads: readonly (readonly [string, (reader: MessageReader) => unknown])[] = [
  ["bytes", (reader) => reader.bytes()],
  ["string", (reader) => reader.string()],
  ["skip", (reader) => reader.skip(WireType.LengthDelimited)],
  ["endOfMessage", (reader) => reader.endOfMessage()],
];

test.each(reads)("%s: a length beyond 31 bits is rejected, even if its lower 32 bits fit", (_name, read) => {
  for (const length of [2n ** 31n, 2n ** 32n + 2n, 2n ** 63n + 2n, 2n ** 64n - 1n]) {
    const bytes = Uint8Array.from([...varint(length), 65, 66]);
    expect(() => read(new MessageReader(bytes)), String(length)).toThrow("negative length");
  }
});

test.each(reads)("%s: a length beyond the end is rejected, any other is read", (_name, read) => {
  expect(() => read(new MessageReader(Uint8Array.from([...varint(2n ** 31n - 1n), 65])))).toThrow(RangeError);
  expect(() => read(new MessageReader(Uint8Array.of(2, 65, 66)))).not.toThrow();
  // Go also accepts a length with more bytes than needed.
  expect(() => read(new MessageReader(Uint8Array.of(0x82, 0x80, 0x80, 0x80, 0x80, 0, 65, 66)))).not.toThrow();
});

test("groups are skipped, whatever their nesting", () => {
  const [start, end] = [0x0b, 0x0c];
  const depth = 50_000;
  const inner = [0x12, 1, 65];
  const groups = [...Array(depth).fill(start), ...inner, ...Array(depth).fill(end)];
  const reader = new MessageReader(Uint8Array.from([...groups, 7]));
  reader.tag();
  expect(reader.skip(WireType.StartGroup, 1)).toHaveLength(groups.length - 1);
  expect(reader.uint32()).toBe(7);
});

test("a group without an end is rejected", () => {
  const reader = new MessageReader(new Uint8Array(50_000).fill(0x0b));
  reader.tag();
  expect(() => reader.skip(WireType.StartGroup, 1)).toThrow("premature EOF");
});
