/**
 * Reads the discovery documents of a backend: its resources and its OpenAPI.
 *
 * @module
 */
import { isPlainObject, stringsIn } from "../../json/plain-object.ts";
import { parseJson } from "../../wire/parse-json.ts";
import type { ApiResource } from "../discovery/api-resource.ts";
import { WebhookFault } from "../webhook/webhook-fault.ts";
import { aggregatorHeaders } from "./availability.ts";
import { type Backend, type BackendClient, BackendFault } from "./backend.ts";

/** Timeout for one document of a backend. */
const timeoutMs = 20_000;
/** Maximum size in bytes of the list of resources, and of the list of OpenAPI v3 documents. */
export const maxListBytes = 4 * 1024 * 1024;
/** Maximum size of the OpenAPI v2 document, in bytes. */
export const maxOpenApiBytes = 16 * 1024 * 1024;
const maxDepth = 200;

type Json = Readonly<Record<string, unknown>>;

export interface RemoteDocuments {
  readonly resources: readonly ApiResource[];
  /** URL of its OpenAPI v3 document, with the hash; absent if it has none. */
  readonly openApi3?: string;
  /**
   * The paths of its group version, definitions and shared parameters from its OpenAPI v2 document; absent if it has
   * none.
   */
  readonly openApi2?: { readonly paths: Json; readonly definitions: Json; readonly parameters: Json };
}

/** Reads the documents of a backend; undefined if it does not list its resources. */
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

interface DocumentRequest {
  readonly path: string;
  readonly maxBytes: number;
}

/** Reads a JSON object; undefined if the backend does not return one. */
async function readJson(
  backend: Backend,
  client: BackendClient,
  { path, maxBytes }: DocumentRequest,
): Promise<Json | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { ...aggregatorHeaders, accept: "application/json" };
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
