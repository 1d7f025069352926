/**
 * Lists objects: determines the version of the collection that a request asks for, and reads one page of it.
 *
 * @module
 */
import { type Entry, isStorageError } from "../../storage/storage.ts";
import { maxSubdomainLength } from "../../text/names.ts";
import type { ApiList, ApiObject } from "../request/api-object.ts";
import { anyRevision, type ContinuePoint, formatContinue } from "../request/continue-token.ts";
import { expired } from "../request/failures.ts";
import type { ListPage } from "../request/list-options.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import { isSegment, resourcePrefix, scopePrefix } from "./keys.ts";
import type { ObjectIndex } from "./object-index.ts";
import type { StoreParts } from "./parts.ts";
import type { Selection } from "./selection.ts";
import { asStatusError } from "./store-failure.ts";
import { decodeStored } from "./stored-object.ts";
import { storageForm } from "./version-conversion.ts";
import { awaitNewest, awaitRevision } from "./versions.ts";

export interface ListRequest extends ListPage {
  readonly selection: Selection;
  /**
   * Whether kube-apiserver reads the list in pages although the request has no limit. The requested version is then an
   * exact version.
   */
  readonly inPages?: boolean;
}

/**
 * Lists objects.
 *
 * @throws {StatusError} Expired, Timeout, BadRequest
 */
export async function listObjects(parts: StoreParts, asked: ListRequest): Promise<ApiList> {
  if (asked.continue !== undefined) return listNextPage(parts, asked, asked.continue);
  const { limit: _most, inPages: _pages, ...unpaged } = asked;
  const request: ListRequest = selectsAtMostOne(parts, asked.selection) ? unpaged : asked;
  const { resourceVersion, match, limit, inPages = limit !== undefined } = request;
  if (match === "Exact" || (match === undefined && inPages && resourceVersion)) {
    return listAt(parts, request, resourceVersion ?? 0);
  }
  if (resourceVersion === undefined) await awaitNewest(parts);
  else await awaitRevision(parts, resourceVersion);
  // A client that accepts any version gets the whole list, as from kube-apiserver's cache.
  const { limit: _none, ...whole } = request;
  return listAt(parts, resourceVersion === 0 ? whole : request, parts.cache.revision);
}

/** Whether the request selects at most one object, by a valid name. There are no further pages then. */
const selectsAtMostOne = ({ resource }: StoreParts, { name, namespace }: Selection): boolean =>
  isSegment(name) && name.length <= maxSubdomainLength && (namespace !== "" || !resource.isNamespaced);

async function listNextPage(
  parts: StoreParts,
  request: ListRequest,
  { revision, start }: ContinuePoint,
): Promise<ApiList> {
  const from = resourcePrefix(parts.resource) + start;
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

/** Reads a page of the collection at a revision, from the cache if it still has that revision. */
async function listAt(parts: StoreParts, request: ListRequest, revision: number, from?: string): Promise<ApiList> {
  const { resource, storage, cache } = parts;
  await awaitRevision(parts, revision);
  const { selection } = request;
  const prefix =
    scopePrefix(resource, selection.namespace) + (selectsAtMostOne(parts, selection) ? selection.name : "");
  const range = { prefix, start: from !== undefined && from > prefix ? from : prefix, revision };
  const objects = request.limit === undefined ? cache.indexAt(revision) : cache.pagedIndexAt(revision);
  try {
    // Fails if the revision has been compacted, even if the cache still has it, since other servers do not.
    if (revision < cache.revision) await storage.get(prefix, { revision });
    // All requests that waited for the same revision continue at the same time.
    if (isTurnOver()) await nextTurn();
    const page = await (objects ? cachedPage(parts, objects, range, request) : storedPage(parts, range, request));
    return listOf(parts, range, request, page);
  } catch (error) {
    if (!isStorageError(error, "compacted")) throw asStatusError(error);
    if (from === undefined) throw expired("The resourceVersion for the provided list is too old.");
    const key = from.slice(resourcePrefix(resource).length);
    throw expired(compactedText, formatContinue({ revision: anyRevision, start: key }));
  }
}

interface PageRange {
  readonly prefix: string;
  readonly start: string;
  readonly revision: number;
}

/** Some objects of a range, from its start. */
interface Page {
  /** No run is empty. */
  readonly runs: readonly (readonly ApiObject[])[];
  readonly lastKey: string;
  /** Number of objects of the range after the last one, selected or not. */
  readonly remaining: number;
}

/** Reads a page from the index as it is at the time of the call, even if other work runs in between. */
async function cachedPage(
  parts: StoreParts,
  objects: ObjectIndex,
  { prefix, start }: PageRange,
  { selection, limit }: ListRequest,
): Promise<Page> {
  if (selection.isAll) {
    const { leaves, remaining } = objects.page(prefix, start, limit ?? Number.POSITIVE_INFINITY);
    return { runs: leaves.map((leaf) => leaf.objects), lastKey: leaves.at(-1)?.keys.at(-1) ?? "", remaining };
  }
  const selected: ApiObject[] = [];
  let lastKey = "";
  let remaining = objects.count(prefix, start);
  for (const { keys, objects: found } of [...objects.range(prefix, start)]) {
    if (isTurnOver()) await nextTurn();
    for (const [index, object] of (await asServed(parts, found)).entries()) {
      remaining--;
      if (!selection.matches(object)) continue;
      selected.push(object);
      lastKey = keys[index] ?? "";
      if (selected.length === limit) return { runs: [selected], lastKey, remaining };
    }
  }
  return { runs: runsOf(selected), lastKey, remaining };
}

async function storedPage(parts: StoreParts, range: PageRange, { selection, limit }: ListRequest): Promise<Page> {
  const selected: ApiObject[] = [];
  let { start } = range;
  for (;;) {
    const { entries, remaining } = await parts.storage.range({ ...range, start, ...(limit ? { limit } : {}) });
    const found: { readonly object: ApiObject; readonly index: number }[] = [];
    for (const [index, entry] of entries.entries()) {
      if (isTurnOver()) await nextTurn();
      const object = objectOf(parts, entry);
      if (object) found.push({ object, index });
    }
    const kept = found.map(({ object }) => object);
    const served = selection.isAll ? kept : await asServed(parts, kept);
    for (const [at, object] of served.entries()) {
      if (!selection.matches(object)) continue;
      selected.push(object);
      if (selected.length < (limit ?? Number.POSITIVE_INFINITY)) continue;
      const index = found[at]?.index ?? 0;
      const behind = remaining + entries.length - index - 1;
      return { runs: [selected], lastKey: entries[index]?.key ?? "", remaining: behind };
    }
    const last = entries.at(-1);
    if (remaining === 0 || !last) return { runs: runsOf(selected), lastKey: "", remaining: 0 };
    start = `${last.key}\0`;
  }
}

/** Converts objects to the form that clients see, since selectors apply to that form. */
const asServed = ({ conversion }: StoreParts, objects: readonly ApiObject[]) =>
  conversion ? conversion.allToServed(objects) : objects;

const runsOf = (objects: readonly ApiObject[]): Page["runs"] => (objects.length > 0 ? [objects] : []);

/** Returns the object of an entry; undefined if it cannot be read. */
function objectOf(parts: StoreParts, entry: Entry): ApiObject | undefined {
  const cached = parts.cache.get(entry.key);
  if (cached?.metadata.resourceVersion === String(entry.modRevision)) return cached;
  const decoded = decodeStored(entry, storageForm(parts));
  return decoded.ok ? decoded.value : undefined;
}

function listOf(
  { resource, cache }: StoreParts,
  { prefix, revision }: PageRange,
  { selection }: ListRequest,
  { runs, lastKey, remaining }: Page,
): ApiList {
  const start = `${lastKey.slice(resourcePrefix(resource).length)}\0`;
  const more = {
    continue: formatContinue({ revision, start }),
    ...(selection.isAll ? { remainingItemCount: remaining } : {}),
  };
  return {
    metadata: { resourceVersion: String(revision), ...(remaining > 0 ? more : {}) },
    get items() {
      return runs.flat();
    },
    runs,
    unreadable: cache.countUnreadable(prefix),
  };
}
