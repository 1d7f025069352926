/**
 * The documents of a backend: its resources, and its OpenAPI.
 *
 * @module
 */
import { isPlainObject, stringsIn } from "../../json/plain-object.ts";
import { parseJson } from "../../wire/parse-json.ts";
import type { ApiResource } from "../discovery/api-resource.ts";
import { WebhookFault } from "../webhook/webhook-fault.ts";
import { aggregator } from "./availability.ts";
import { type Backend, type BackendClient, BackendFault } from "./backend.ts";

/** Longest that a backend may take for one document. */
const timeoutMs = 20_000;
/** Bytes of a list of resources, and of the list of documents. */
export const maxListBytes = 4 * 1024 * 1024;
/** Bytes of a document of OpenAPI v2. */
export const maxOpenApiBytes = 16 * 1024 * 1024;
const maxDepth = 200;

type Json = Readonly<Record<string, unknown>>;

export interface RemoteDocuments {
  readonly resources: readonly ApiResource[];
  /** Where its document of OpenAPI v3 is, with the hash; absent: it has none. */
  readonly openApi3?: string;
  /** Paths of its group version, definitions and shared parameters, of OpenAPI v2; absent: it has none. */
  readonly openApi2?: { readonly paths: Json; readonly definitions: Json; readonly parameters: Json };
}

/** Undefined for a backend that does not tell its resources. */
export async function readDocuments(backend: Backend, client: BackendClient): Promise<RemoteDocuments | undefined> {
  const root = `apis/${backend.group}/${backend.version}`;
  const read = (path: string, maxBytes = maxListBytes) => readJson(backend, client, { path, maxBytes });
  const list = await read(`/${root}`);
  if (!Array.isArray(list?.["resources"])) return undefined;
  const [v3, v2] = await Promise.all([read("/openapi/v3"), read("/openapi/v2", maxOpenApiBytes)]);
  const resources = resourcesOf(backend, list["resources"].filter(isPlainObject));
  const openApi3 = memberOf(memberOf(v3, "paths"), root)["serverRelativeURL"];
  const paths = Object.entries(memberOf(v2, "paths")).filter(([path]) => `${path}/`.startsWith(`/${root}/`));
  const shared = { definitions: memberOf(v2, "definitions"), parameters: memberOf(v2, "parameters") };
  return {
    resources,
    ...(typeof openApi3 === "string" ? { openApi3 } : {}),
    ...(paths.length > 0 ? { openApi2: { paths: Object.fromEntries(paths), ...shared } } : {}),
  };
}

const memberOf = (value: Json | undefined, name: string): Json => {
  const member = value && Object.hasOwn(value, name) ? value[name] : undefined;
  return isPlainObject(member) ? member : {};
};

interface Asked {
  readonly path: string;
  readonly maxBytes: number;
}

/** Undefined for what is not there, or is no JSON. */
async function readJson(backend: Backend, client: BackendClient, { path, maxBytes }: Asked): Promise<Json | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { ...aggregator, accept: "application/json" };
  try {
    const text = await client.read(backend, { method: "GET", path, headers, signal }, maxBytes);
    const value = parseJson(text, maxDepth);
    return isPlainObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof BackendFault || error instanceof WebhookFault || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

function resourcesOf({ group, version }: Backend, listed: readonly Json[]): readonly ApiResource[] {
  const kindOf = (entry: Json) => ({
    group: textOf(entry["group"]) || group,
    version: textOf(entry["version"]) || version,
    kind: textOf(entry["kind"]),
  });
  const nameOf = (entry: Json) => textOf(entry["name"]).split("/");
  return listed.flatMap((entry) => {
    const [resource = "", subresource] = nameOf(entry);
    if (resource === "" || subresource !== undefined) return [];
    return {
      ...kindOf(entry),
      resource,
      singular: textOf(entry["singularName"]),
      isNamespaced: entry["namespaced"] === true,
      verbs: stringsIn(entry["verbs"]),
      shortNames: stringsIn(entry["shortNames"]),
      categories: stringsIn(entry["categories"]),
      subresources: listed.flatMap((other) => {
        const [parent, name, ...rest] = nameOf(other);
        if (parent !== resource || name === undefined || rest.length > 0) return [];
        return { name, kind: kindOf(other), verbs: stringsIn(other["verbs"]) };
      }),
    };
  });
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
