/** Generates random corruptions, and applies them to bytes. */
import fc from "fast-check";

interface Fault {
  readonly kind: "set" | "flip" | "insert" | "delete" | "repeat" | "cut";
  /** The position in the bytes, as a fraction of their length. */
  readonly place: number;
  readonly bytes: Uint8Array;
  readonly count: number;
}

const fault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom<Fault["kind"]>("set", "flip", "insert", "delete", "repeat", "cut"),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
    // Bytes that make Protobuf lengths and field numbers large, and bytes that text parsers stumble over.
    fc.constantFrom(
      Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f),
      Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01),
      Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80),
      Uint8Array.of(0),
      Uint8Array.of(0xef, 0xbb, 0xbf),
      Uint8Array.of(0xed, 0xa0, 0x80),
      Buffer.from("\r\n\r\n"),
      Buffer.from('"'),
      Buffer.from("{"),
      Buffer.from("["),
      Buffer.from("&a *a"),
    ),
  ),
  count: fc.integer({ min: 1, max: 64 }),
});

export const faults = fc.array(fault, { minLength: 1, maxLength: 4 });

export function corrupt(original: Uint8Array, list: readonly Fault[]): Uint8Array {
  let bytes = Buffer.from(original);
  for (const { kind, place, bytes: inserted, count } of list) {
    const at = Math.floor(place * bytes.length);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    if (kind === "cut") bytes = Buffer.from(before);
    else if (kind === "delete") bytes = Buffer.concat([before, after.subarray(count)]);
    else if (kind === "insert") bytes = Buffer.concat([before, inserted, after]);
    else if (kind === "set") bytes = Buffer.concat([before, inserted, after.subarray(inserted.length)]);
    else if (kind === "repeat") bytes = Buffer.concat([before, ...Array(count).fill(after.subarray(0, 200)), after]);
    else bytes[at] = (bytes[at] ?? 0) ^ (1 << (count % 8));
  }
  return bytes;
}
