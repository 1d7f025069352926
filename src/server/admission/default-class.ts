/**
 * The class that objects get which ask for none.
 *
 * @module
 */
import { memberOf } from "../../json/member.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";

/** @param annotations - each, if `true`, makes a class the default; the newest of several counts */
export function defaultClass(classes: ResourceStore | undefined, annotations: readonly string[]): string | undefined {
  const isDefault = ({ metadata }: ApiObject) =>
    annotations.some((name) => memberOf(metadata.annotations, name) === "true");
  const [newest] = (classes?.cached() ?? []).filter(isDefault).sort(newestFirst);
  return newest?.metadata.name;
}

function newestFirst({ metadata: a }: ApiObject, { metadata: b }: ApiObject): number {
  const [age, other] = [a.creationTimestamp ?? "", b.creationTimestamp ?? ""];
  return compareUtf8(other, age) || compareUtf8(a.name ?? "", b.name ?? "");
}
