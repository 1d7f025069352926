/**
 * Lists: which version of the collection a request means, and a page of it.
 *
 * @module
 */
import { isStorageError } from "../../storage/storage.ts";
import type { ApiList, ApiObject } from "../request/api-object.ts";
import { expired } from "../request/failures.ts";
import { anyRevision, formatContinue, parseContinue } from "./continue-token.ts";
import { resourcePrefix, scopePrefix } from "./keys.ts";
import type { Leaf } from "./object-index.ts";
import type { StoreParts } from "./parts.ts";
import type { Selection } from "./selection.ts";
import { storeFailure } from "./store-failure.ts";
import { decodeStored } from "./stored-object.ts";
import { awaitNewest, awaitRevision } from "./versions.ts";

export interface ListRequest {
  readonly selection: Selection;
  /** Undefined for the newest, 0 for any. */
  readonly resourceVersion?: number;
  readonly match?: "Exact" | "NotOlderThan";
  /** Most objects of a page; undefined for all. */
  readonly limit?: number;
  /** Of the page before. */
  readonly continue?: string;
}

/** @throws {StatusError} Expired, Timeout, BadRequest */
export async function listObjects(parts: StoreParts, request: ListRequest): Promise<ApiList> {
  const { resourceVersion, match, limit } = request;
  if (request.continue !== undefined) return continued(parts, request, request.continue);
  if (match === "Exact" || (match === undefined && limit !== undefined && resourceVersion)) {
    return listAt(parts, request, resourceVersion ?? 0);
  }
  if (resourceVersion === undefined) await awaitNewest(parts);
  else await awaitRevision(parts, resourceVersion);
  // Whoever takes any version takes it whole, as the API server's cache gives it.
  return listCached(parts, resourceVersion === 0 ? { ...request, limit: undefined } : request);
}

interface Found {
  readonly key: string;
  readonly object: ApiObject;
}

function listCached(parts: StoreParts, request: Omit<ListRequest, "limit"> & { limit?: number | undefined }): ApiList {
  const { cache, resource } = parts;
  const { selection, limit } = request;
  const leaves = cache.range(scopePrefix(resource.resource, selection.namespace));
  if (selection.isAll && limit === undefined) return whole(leaves, cache.revision);
  return page(parts, { found: select(entriesOf(leaves), selection), revision: cache.revision, limit, selection });
}

function whole(leaves: readonly Leaf[], revision: number): ApiList {
  const runs = leaves.map(({ objects }) => objects);
  return { metadata: { resourceVersion: String(revision) }, items: runs.flat(), runs };
}

function entriesOf(leaves: readonly Leaf[]): readonly Found[] {
  return leaves.flatMap(({ keys, objects }) => objects.map((object, index) => ({ key: keys[index] ?? "", object })));
}

function select(found: readonly Found[], selection: Selection): readonly Found[] {
  return selection.isAll ? found : found.filter(({ object }) => selection.matches(object));
}

interface Page {
  /** What is selected, also behind the page. */
  readonly found: readonly Found[];
  readonly revision: number;
  readonly limit: number | undefined;
  readonly selection: Selection;
}

function page({ resource }: StoreParts, { found, revision, limit, selection }: Page): ApiList {
  const items = limit === undefined ? found : found.slice(0, limit);
  const last = items.at(-1);
  const resourceVersion = String(revision);
  const objects = items.map(({ object }) => object);
  if (items.length === found.length || !last) return { metadata: { resourceVersion }, items: objects };
  const start = `${last.key.slice(resourcePrefix(resource.resource).length)}\0`;
  return {
    metadata: {
      resourceVersion,
      continue: formatContinue({ revision, start }),
      ...(selection.isAll ? { remainingItemCount: found.length - items.length } : {}),
    },
    items: objects,
  };
}

async function continued(parts: StoreParts, request: ListRequest, token: string): Promise<ApiList> {
  const { revision, start } = parseContinue(token);
  const from = resourcePrefix(parts.resource.resource) + start;
  if (revision === anyRevision) {
    await awaitNewest(parts);
    return listAt(parts, request, parts.cache.revision, from);
  }
  return listAt(parts, request, revision, from);
}

const compactedText =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without " +
  "the continue parameter, or use the continue token in this response to retrieve the remainder of the results. " +
  "Continuing with the provided token results in an inconsistent list - objects that were created, modified, or " +
  "deleted between the time the first chunk was returned and now may show up in the list.";

/** Reads the store as it was. */
async function listAt(parts: StoreParts, request: ListRequest, revision: number, from?: string): Promise<ApiList> {
  const { resource, storage, cache } = parts;
  const { selection, limit } = request;
  await awaitRevision(parts, revision);
  const prefix = scopePrefix(resource.resource, selection.namespace);
  const start = from !== undefined && from > prefix ? from : prefix;
  if (cache.revision === revision) {
    return page(parts, { found: select(entriesOf(cache.range(prefix, start)), selection), revision, limit, selection });
  }
  try {
    const { entries } = await storage.range({ prefix, start, revision });
    const found = entries.map((entry) => {
      const cached = cache.get(entry.key);
      const isSame = cached?.metadata.resourceVersion === String(entry.modRevision);
      return { key: entry.key, object: isSame ? cached : decodeStored(entry) };
    });
    return page(parts, { found: select(found, selection), revision, limit, selection });
  } catch (error) {
    if (!isStorageError(error, "compacted")) throw storeFailure(error);
    if (from === undefined) throw expired("The resourceVersion for the provided list is too old.");
    const key = from.slice(resourcePrefix(resource.resource).length);
    throw expired(compactedText, formatContinue({ revision: anyRevision, start: key }));
  }
}
