/**
 * Parameters of OpenAPI v2 that many operations have: the document defines each once, and operations refer to it.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";

interface Parameter {
  readonly name: string;
  readonly schema?: { readonly $ref: string };
}

/** Clients look for these at each operation. */
const unshared = ["name", "fieldValidation", "dryRun"];

export class SharedParameters {
  readonly definitions: Record<string, object> = {};
  private readonly references = new Map<string, object>();

  /** The parameter as an operation has it. */
  share<P extends Parameter>(parameter: P): object {
    const { name, schema } = parameter;
    const isOfKind = schema !== undefined && !schema.$ref.includes("/io.k8s.apimachinery.");
    if (isOfKind || unshared.includes(name)) return parameter;
    const text = JSON.stringify(parameter);
    const known = this.references.get(text);
    if (known) return known;
    const key = `${name}-${shortHash(text)}`;
    setMember(this.definitions, key, parameter);
    const reference = { $ref: `#/parameters/${key}` };
    this.references.set(text, reference);
    return reference;
  }
}

/** 8 characters of FNV-1 with 64 bits, which names stay the same by. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, hash * 0x100000001b3n) ^ BigInt(byte);
  }
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(hash);
  return bytes.subarray(0, 6).toString("base64url");
}
