/**
 * A protobuf reader that checks lengths completely, where the reader of the library ignores bits beyond 32, and that
 * skips groups of any depth.
 *
 * @module
 */
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";

/** Bits of the fifth length byte that Go accepts: a length has 31 bits, seven in each of the first four bytes. */
const fifthByteBits = 0x07;

export class MessageReader extends BinaryReader {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.#bytes = bytes;
  }

  override bytes() {
    this.#checkLength();
    return super.bytes();
  }

  override string(isStrict?: boolean) {
    this.#checkLength();
    return super.string(isStrict);
  }

  /** Skips a field. Counts groups, which the API does not use, instead of recursing, since Go skips any depth too. */
  override skip(wireType: WireType, fieldNumber?: number) {
    if (wireType === WireType.LengthDelimited) this.#checkLength();
    if (wireType !== WireType.StartGroup) return super.skip(wireType, fieldNumber);
    const start = this.pos;
    for (let depth = 1; depth > 0; ) {
      const [, inner] = this.tag();
      if (inner === WireType.StartGroup) depth++;
      else if (inner === WireType.EndGroup) depth--;
      else this.skip(inner);
    }
    return this.#bytes.subarray(start, this.pos);
  }

  /** Reads the length of a message, and returns the position of its end. */
  endOfMessage(): number {
    this.#checkLength();
    const end = this.uint32() + this.pos;
    if (end > this.len) throw new RangeError("unexpected EOF");
    return end;
  }

  /** @throws {RangeError} for a length above 2^31 - 1 bytes */
  #checkLength(): void {
    for (let index = 0; ; index++) {
      const byte = this.#bytes[this.pos + index] ?? 0;
      const allowed = index < 4 ? 0x7f : index === 4 ? fifthByteBits : 0;
      if ((byte & 0x7f & ~allowed) !== 0) throw new RangeError("negative length found during unmarshaling");
      if (byte < 0x80) return;
    }
  }
}
