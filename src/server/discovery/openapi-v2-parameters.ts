/**
 * Parameters that many operations of an OpenAPI v2 document share: the document defines each once, and operations refer
 * to it.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";

interface Parameter {
  readonly name: string;
  readonly schema?: { readonly $ref: string };
}

/** Parameters that clients look up in each operation, so operations must not refer to a shared definition. */
const unsharedNames = ["name", "fieldValidation", "dryRun"];

export class SharedParameters {
  readonly definitions: Record<string, object> = {};
  private readonly references = new Map<string, object>();

  /**
   * Returns the parameter for an operation: a reference to the shared definition, or the parameter itself if it is not
   * shared.
   */
  share<P extends Parameter>(parameter: P): object {
    const { name, schema } = parameter;
    const hasKindSchema = schema !== undefined && !schema.$ref.includes("/io.k8s.apimachinery.");
    if (hasKindSchema || unsharedNames.includes(name)) return parameter;
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

/** The first 6 bytes of the 64-bit FNV-1 hash as 8 characters, so that names remain the same. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, hash * 0x100000001b3n) ^ BigInt(byte);
  }
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(hash);
  return bytes.subarray(0, 6).toString("base64url");
}
