/**
 * Finds the default class for objects that specify no class.
 *
 * @module
 */
import { memberOf } from "../../json/member.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { ApiObject } from "../request/api-object.ts";

/**
 * Returns the name of the default class; undefined if there is no default.
 *
 * @param annotations - a class is a default if one of these annotations is `true`; of several defaults, the newest wins
 */
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
