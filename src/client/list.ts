/**
 * Lists all objects of a collection page by page, by the rules for API clients: a list that expires midway starts again
 * at a version that is not older than the one already seen. A list at an exact version must return that version.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";
import type { ApiClient } from "./api-client.ts";
import { ClientFault } from "./client-fault.ts";
import { statusFault } from "./status-fault.ts";

type JsonObject = Readonly<Record<string, unknown>>;

export interface Listing {
  readonly items: readonly JsonObject[];
  /** The version of the collection. */
  readonly resourceVersion: string;
}

export interface ListOptions {
  /** Objects on one page; default `pageSize`. */
  readonly limit?: number;
  /** Only the objects of this name; default: all. */
  readonly name?: string;
  /** The resource version to list at, in one response; default: the most recent one, page by page. */
  readonly exactVersion?: string;
  /** Called after each page with the number of objects so far. */
  onPage?(count: number): void;
}

/** The page size of kubectl. */
const pageSize = 500;
/** Most pages of one list; enough for a million objects. */
const maxPages = 2_000;
/** How often an expired list starts again; the last time without pages, so that it cannot expire. */
const maxRestarts = 3;

const ok = 200;
const gone = 410;

/**
 * @param path - of the collection
 * @throws {ClientFault} also if the server cannot list at the exact version
 */
export async function listAll(client: ApiClient, path: string, options: ListOptions = {}): Promise<Listing> {
  if (options.exactVersion !== undefined) return listExactly(client, path, options.exactVersion);
  const { limit = pageSize } = options;
  let start: ListStart = { limit, resourceVersion: "" };
  for (let restarts = 0; ; restarts++) {
    const listed = await listPages(client, path, { ...options, start });
    if (!("expiredAt" in listed)) return listed;
    // The list must not be older than before. If the server has lost that version as well, it returns its newest.
    const isLost = listed.expiredAt === "";
    start = { limit: restarts + 1 < maxRestarts ? limit : 0, resourceVersion: isLost ? "" : listed.expiredAt };
  }
}

interface ListStart {
  /** Page size; 0 for no pages. */
  readonly limit: number;
  /** The oldest acceptable version; empty for the most recent one. */
  readonly resourceVersion: string;
}

/** The list, or the version that expired; empty if it was the requested one. */
type Pages = Listing | { readonly expiredAt: string };

async function listPages(
  client: ApiClient,
  path: string,
  { start, name, onPage }: ListOptions & { readonly start: ListStart },
): Promise<Pages> {
  const items: JsonObject[] = [];
  const fieldSelector = name === undefined ? undefined : `metadata.name=${name}`;
  let query = queryOf({
    fieldSelector,
    limit: start.limit || undefined,
    resourceVersion: start.resourceVersion || undefined,
    resourceVersionMatch: start.resourceVersion ? "NotOlderThan" : undefined,
  });
  let resourceVersion = "";
  for (let pages = 0; pages < maxPages; pages++) {
    const answer = await client.sendRequest(`${path}${query}`);
    if (answer.code === gone && (pages > 0 || start.resourceVersion !== "")) return { expiredAt: resourceVersion };
    if (answer.code !== ok) throw statusFault(answer, client.connection);
    const page = readPage(client, path, client.readObject(path, answer));
    for (const item of page.items) items.push(item);
    resourceVersion ||= page.resourceVersion;
    onPage?.(items.length);
    if (page.next === "") return { items, resourceVersion };
    query = queryOf({ fieldSelector, limit: start.limit || undefined, continue: page.next });
  }
  throw new ClientFault("answer", `${client.connection.server}${path}: the list does not end after ${maxPages} pages`);
}

/** @throws {ClientFault} if the server returns another version, as servers do that do not know the parameter */
async function listExactly(client: ApiClient, path: string, wanted: string): Promise<Listing> {
  const query = queryOf({ resourceVersion: wanted, resourceVersionMatch: "Exact" });
  const { items, resourceVersion } = readPage(client, path, await client.get(`${path}${query}`));
  if (resourceVersion === wanted) return { items, resourceVersion };
  const got = `asked for version ${wanted} exactly, got ${resourceVersion}`;
  throw new ClientFault("answer", `${client.connection.server}${path}: ${got}`);
}

function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Reads a page. Adds `apiVersion` and `kind` to its objects, which may omit them in a list. */
function readPage({ connection }: ApiClient, path: string, list: JsonObject) {
  const { kind, apiVersion, metadata, items } = list;
  const isList = typeof kind === "string" && kind.endsWith("List") && (items === null || Array.isArray(items));
  if (!isList) throw new ClientFault("answer", `${connection.server}${path}: the answer is no list`);
  const { resourceVersion, continue: next } = isPlainObject(metadata) ? metadata : {};
  const own = { apiVersion, kind: kind.slice(0, -"List".length) };
  return {
    items: (items ?? []).filter(isPlainObject).map((item: JsonObject) => ({ ...own, ...item })),
    resourceVersion: typeof resourceVersion === "string" ? resourceVersion : "",
    next: typeof next === "string" ? next : "",
  };
}
