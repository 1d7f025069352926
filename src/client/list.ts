/**
 * All objects of a collection, page by page, with what the API asks of its clients: a list that expires half-way begins again, not
 * older than what was seen; one at an exact version is held against that version.
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
  /** Of the collection. */
  readonly resourceVersion: string;
}

export interface ListOptions {
  /** Objects of one page; default `pageSize`. */
  readonly limit?: number;
  /** Only the objects of this name; default: all. */
  readonly name?: string;
  /** The version at which all is listed, in one answer; default: the most recent, page by page. */
  readonly exactly?: string;
  /** Called with the objects so far. */
  onPage?(count: number): void;
}

/** As many as kubectl asks for. */
const pageSize = 500;
/** Pages of one list: a million objects. */
const maxPages = 2_000;
/** How often a list that expires begins again; then it is asked for in one piece, which cannot expire. */
const maxRestarts = 3;

const ok = 200;
const gone = 410;

/**
 * @param path - of the collection
 * @throws {ClientFault} also when the server cannot list at the exact version
 */
export async function listAll(client: ApiClient, path: string, options: ListOptions = {}): Promise<Listing> {
  if (options.exactly !== undefined) return listExactly(client, path, options.exactly);
  const { limit = pageSize } = options;
  let start: Start = { limit, resourceVersion: "" };
  for (let restarts = 0; ; restarts++) {
    const listed = await listPages(client, path, { ...options, start });
    if (!("expiredAt" in listed)) return listed;
    // No object may be seen older than before; a server that has lost that version, too, gives its newest.
    const isLost = listed.expiredAt === "";
    start = { limit: restarts + 1 < maxRestarts ? limit : 0, resourceVersion: isLost ? "" : listed.expiredAt };
  }
}

interface Start {
  /** 0: all in one piece. */
  readonly limit: number;
  /** The list may not be older; empty: the most recent. */
  readonly resourceVersion: string;
}

/** The list, or the version that the server no longer has; empty when it was the one that was asked for. */
type Pages = Listing | { readonly expiredAt: string };

async function listPages(
  client: ApiClient,
  path: string,
  { start, name, onPage }: ListOptions & { readonly start: Start },
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
    const answer = await client.ask(`${path}${query}`);
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

/** @throws {ClientFault} for a server that answers with another version, as one that does not know the parameter does */
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

/** Objects in a list may leave out what they are. */
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
