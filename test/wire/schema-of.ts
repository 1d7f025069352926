import { apiVersionOf } from "../../src/kind/kind.ts";
import { builtInKinds } from "../../src/kinds/index.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { typeSchema } from "../../src/schema/type-schema.ts";

export interface Identity {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Returns the schema of a kind; undefined if the kind is unknown. */
export function schemaOf({ apiVersion, kind }: Identity): FieldSchema | undefined {
  for (const known of builtInKinds) {
    if (known.kind !== kind) continue;
    const version = known.versions.find((each) => apiVersionOf(known, each, "k8s.io") === apiVersion);
    if (version) return version.schema;
  }
  return ["DeleteOptions", "Status"].includes(kind) ? typeSchema(`meta/v1.${kind}`) : undefined;
}
