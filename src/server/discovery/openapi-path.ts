/**
 * A path with its operations, parameters and contents, independent of the version of OpenAPI.
 *
 * @module
 */
import type { DocumentedKind } from "./api-resource.ts";
import { type ApiGroup, groupVersion } from "./documents.ts";

export interface ApiParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly type: "string" | "boolean" | "integer";
}

/** Discovery documents, which do not belong to a resource. */
export type DiscoveryContent = "api-versions" | "api-groups" | "api-group" | "api-resources" | "version";

/** The content of a body; `text` is the only one without a named schema. */
export type Content =
  | "object"
  | "list"
  | "status"
  | "delete-options"
  | "patch"
  | "watch-event"
  | "text"
  | DiscoveryContent;

export type Method = "get" | "post" | "put" | "patch" | "delete" | "head" | "options";

export interface ApiOperation {
  readonly id: string;
  /** The tag that all operations of the group version share: `core_v1`. */
  readonly tag: string;
  readonly method: Method;
  /** `list`, `post`, `deletecollection`. A list can also be a stream. Absent if the operation has no kind. */
  readonly action?: string;
  readonly kind?: DocumentedKind;
  /** The kind in the operation's `x-kubernetes-group-version-kind`; absent: `kind`. */
  readonly extensionKind?: DocumentedKind;
  readonly parameters: readonly ApiParameter[];
  readonly body?: Content;
  readonly answer: Content;
  /** Status codes of success. */
  readonly codes: readonly number[];
  /** Media types of the request; default any, or those of a patch. Empty: the document lists none. */
  readonly accepts?: readonly string[];
  /** Media types of the response; default those of objects. */
  readonly types?: readonly string[];
}

export interface ApiPath {
  readonly path: string;
  /** Parameters of all its operations. */
  readonly parameters: readonly ApiParameter[];
  readonly operations: readonly ApiOperation[];
}

export const inQuery = (type: ApiParameter["type"], ...names: readonly string[]): readonly ApiParameter[] =>
  names.map((name) => ({ name, in: "query", type }));
export const inPath = (name: string): ApiParameter => ({ name, in: "path", type: "string" });

/** `/apis/apps/v1`. */
export function groupPathOf(group: Pick<ApiGroup, "group" | "version">): string {
  return group.group === "" ? `/api/${group.version}` : `/apis/${groupVersion(group)}`;
}

/** The media types of objects, the usual one first. */
export const objectTypes: readonly string[] = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
];

/** The media types of a response that can also be a watch stream. */
export const watchTypes: readonly string[] = [
  ...objectTypes,
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf;stream=watch",
];

/** `CoreV1`, a part of the function names in generated clients. */
export const groupVersionWord = ({ group, version }: Pick<ApiGroup, "group" | "version">): string =>
  groupWord(group) + capitalized(version);

/** `RbacAuthorization`. */
export const groupWord = (group: string): string => splitGroupName(group).map(capitalized).join("");

/** `rbacAuthorization`. */
export function groupTag(group: string): string {
  const [first = "", ...rest] = splitGroupName(group);
  return first + rest.map(capitalized).join("");
}

/** `rbacAuthorization_v1`. */
export const tagOf = ({ group, version }: Pick<ApiGroup, "group" | "version">): string =>
  `${groupTag(group)}_${version}`;

const splitGroupName = (group: string): readonly string[] =>
  group === "" ? ["core"] : group.replace(/\.k8s\.io$/, "").split(/[^A-Za-z0-9]+/);

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
