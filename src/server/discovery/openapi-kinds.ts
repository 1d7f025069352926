/**
 * The kinds that a document of OpenAPI is about, as schemas with names.
 *
 * @module
 */
import { setMember } from "../../json/member.ts";
import type { KindVersion } from "../../kind/kind.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import type { ToldKind } from "./api-resource.ts";
import type { ApiPath, Content } from "./openapi-operations.ts";
import { componentName, type OpenApiSchemas } from "./openapi-schema.ts";

/** The entry of a kind in a document. */
export interface DescribedKind {
  readonly schema: FieldSchema;
  readonly kindVersion: Pick<KindVersion, "openApi">;
}

export type SchemaOf = (kind: ToldKind) => DescribedKind | undefined;

const patchName = componentName("meta/v1.Patch");
const metaType = { status: "meta/v1.Status", "delete-options": "meta/v1.DeleteOptions" } as const;

/** The name of the schema of what a body holds. */
export function contentName(content: Content, kind: ToldKind): string {
  if (content === "patch") return patchName;
  if (content === "status" || content === "delete-options") return componentName(metaType[content]);
  return kindName(kind) + (content === "list" ? "List" : "");
}

/** `io.k8s.api.rbac.v1.Role`, or `com.example.v1.Toy` of one that is defined. */
function kindName({ group, version, kind, isCustom }: ToldKind): string {
  if (isCustom) return [...group.split(".").reverse(), version, kind].join(".");
  return componentName(`${group === "" ? "core" : (group.split(".")[0] ?? group)}/${version}.${kind}`);
}

/** Names all that bodies at these paths hold. */
export function addKinds(schemas: OpenApiSchemas, paths: readonly ApiPath[], schemaOf: SchemaOf): void {
  // A kind may be there as part of another one, without its name.
  const added = new Set<string>();
  for (const { kind, body, answer } of paths.flatMap(({ operations }) => operations)) {
    for (const content of body === undefined ? [answer] : [body, answer]) {
      const name = contentName(content, kind);
      if (!added.has(name)) addContent(schemas, content, { kind, name, schemaOf });
      added.add(name);
    }
  }
}

interface Named {
  readonly kind: ToldKind;
  readonly name: string;
  readonly schemaOf: SchemaOf;
}

function addContent(schemas: OpenApiSchemas, content: Content, { kind, name, schemaOf }: Named): void {
  if (content === "patch") {
    const description = "A change, in one of the forms of patches.";
    setMember(schemas.components, name, { description, type: "object" });
  } else if (content === "status" || content === "delete-options") {
    const type = metaType[content];
    const identity = { group: "", version: "v1", kind: type.slice(type.indexOf(".") + 1) };
    schemas.addKind(name, typeSchema(type), groupVersionKind(identity));
  } else if (content === "object") {
    const { schema = {}, kindVersion } = schemaOf(kind) ?? {};
    if (!kindVersion?.openApi) schemas.addKind(name, schema, groupVersionKind(kind));
    else {
      const form = { version: schemas.version, metadata: schemas.convert(typeSchema("meta/v1.ObjectMeta")) };
      setMember(schemas.components, name, { ...kindVersion.openApi(form), ...groupVersionKind(kind) });
    }
  } else {
    setMember(schemas.components, name, listOf(schemas, kind));
  }
}

function listOf(schemas: OpenApiSchemas, kind: ToldKind): object {
  const metadata = schemas.field(typeSchema("meta/v1.ListMeta"));
  return {
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: kind.isCustom ? withoutDefault(metadata) : metadata,
      items: { type: "array", items: schemas.reference(kindName(kind)) },
    },
    ...groupVersionKind({ ...kind, kind: `${kind.kind}List` }),
  };
}

/** The reference to a type by itself, which a default beside it puts into `allOf`. */
function withoutDefault(field: object): object {
  const {
    default: _default,
    allOf: [reference] = [],
    ...rest
  } = field as { default?: object; allOf?: readonly object[] };
  return reference ?? rest;
}

function groupVersionKind({ group, version, kind }: ToldKind): object {
  return { "x-kubernetes-group-version-kind": [{ group, kind, version }] };
}
