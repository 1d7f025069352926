/**
 * Counts the watches that receive the event of a write: those of its resource, of its namespace, and of its object.
 *
 * @module
 */
import { parseFieldSelector } from "../../text/field-selector.ts";
import type { RequestInfo } from "../request/request-info.ts";

type WatchTarget = Pick<RequestInfo, "group" | "resource" | "namespace" | "name">;

/**
 * Indexed fields by resource. A watch that selects one value of the field receives few of the changes, so it is not
 * counted.
 */
const indexedFields: ReadonlyMap<string, string> = new Map([["pods", "spec.nodeName"]]);

export class WatchCounts {
  /** By resource, then by namespace and name. */
  private readonly countsByResource = new Map<string, Map<string, number>>();

  /** @returns a function that removes the watch */
  add(info: WatchTarget, query: URLSearchParams): () => void {
    if (selectsIndexedValue(info, query)) return () => {};
    const resource = resourceKey(info);
    const key = scopeKey(info.namespace, info.name);
    this.change(resource, key, 1);
    return () => this.change(resource, key, -1);
  }

  count(info: WatchTarget): number {
    // Most resources that are written have no watches.
    const counts = this.countsByResource.get(resourceKey(info));
    if (!counts) return 0;
    const { namespace, name } = info;
    let sum = counts.get(scopeKey("", "")) ?? 0;
    if (namespace !== "") sum += counts.get(scopeKey(namespace, "")) ?? 0;
    if (name !== "") sum += counts.get(scopeKey(namespace, name)) ?? 0;
    return sum;
  }

  private change(resource: string, key: string, difference: number): void {
    const counts = this.countsByResource.get(resource) ?? new Map<string, number>();
    const count = (counts.get(key) ?? 0) + difference;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
    if (counts.size > 0) this.countsByResource.set(resource, counts);
    else this.countsByResource.delete(resource);
  }
}

const resourceKey = ({ group, resource }: WatchTarget): string => (group === "" ? resource : `${resource}.${group}`);

const scopeKey = (namespace: string, name: string): string =>
  name === "" && namespace === "" ? "" : `${namespace}/${name}`;

function selectsIndexedValue({ resource }: WatchTarget, query: URLSearchParams): boolean {
  const indexed = indexedFields.get(resource);
  const text = indexed === undefined ? "" : (query.get("fieldSelector") ?? "");
  if (text === "") return false;
  const selector = parseFieldSelector(text);
  if (!selector.ok) return false;
  return selector.value.some(({ field, operator, value }) => field === indexed && operator === "=" && value !== "");
}
