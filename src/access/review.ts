/**
 * Reads documents of kind SubjectAccessReview: validates them and returns the access request of each.
 *
 * @module
 */

import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { formatJson } from "../json/format-json.ts";
import { isPlainObject, stringsIn } from "../json/plain-object.ts";
import { groupIn } from "../kind/kind.ts";
import { closest } from "../text/closest.ts";
import { failure, type Result, success } from "../text/result.ts";
import { asJsonObject, type JsonObject } from "./json-object.ts";
import type { AccessAttributes, AccessRequest, SelectorRequirement } from "./request.ts";
import type { UserInfo } from "./user.ts";

/** A fault of a review. */
export interface ReviewFault {
  /** From the root of the document. */
  readonly path: FieldPath;
  readonly message: string;
  readonly help?: string;
  /** Whether the fault is reported at the key instead of the value. */
  readonly atKey?: boolean;
}

type FieldType = "text" | "texts" | "lists" | "object";
type FieldTypes = Readonly<Record<string, FieldType>>;

const specShape = (groups: string): FieldTypes => ({
  resourceAttributes: "object",
  nonResourceAttributes: "object",
  user: "text",
  [groups]: "texts",
  extra: "lists",
  uid: "text",
});
const resourceShape: FieldTypes = {
  namespace: "text",
  verb: "text",
  group: "text",
  version: "text",
  resource: "text",
  subresource: "text",
  name: "text",
  fieldSelector: "object",
  labelSelector: "object",
};
const urlShape: FieldTypes = { path: "text", verb: "text" };

/** Returns the request of a review of version v1 or v1beta1, or all faults of the document. */
export function readReview(document: unknown, groupDomain: string): Result<AccessRequest, readonly ReviewFault[]> {
  const reader = new ReviewReader();
  const request = reader.read(document, groupIn(groupDomain, "authorization.<domain>"));
  return request && reader.faults.length === 0 ? success(request) : failure(reader.faults);
}

const userShape: FieldTypes = { username: "text", uid: "text", groups: "texts", extra: "lists" };

/** Reads a user as authentication returns it. Every field may be absent. */
export function readSubject(document: unknown): Result<UserInfo, readonly ReviewFault[]> {
  const reader = new ReviewReader();
  const fields = reader.fieldsAt(document, []) ?? {};
  reader.checkShape(fields, userShape, []);
  if (reader.faults.length > 0) return failure(reader.faults);
  return success({
    username: textOf(fields["username"]),
    uid: textOf(fields["uid"]),
    groups: stringsIn(fields["groups"]),
    extra: listsOf(fields["extra"]),
  });
}

class ReviewReader {
  readonly faults: ReviewFault[] = [];

  read(document: unknown, group: string): AccessRequest | undefined {
    const root = this.fieldsAt(document, []);
    const groups = root && this.groupsField(root, group);
    if (!root || groups === undefined) return undefined;
    const spec = this.fieldsAt(root["spec"], ["spec"]);
    if (!spec) return undefined;
    this.checkShape(spec, specShape(groups), ["spec"]);
    const attributes = this.attributes(spec);
    const user = {
      username: textOf(spec["user"]),
      uid: textOf(spec["uid"]),
      groups: stringsIn(spec[groups]),
      extra: listsOf(spec["extra"]),
    };
    if (user.username === "" && user.groups.length === 0) {
      this.faults.push({ path: ["spec", "user"], message: `\`user\` or \`${groups}\` must be set` });
    }
    return attributes && { user, attributes };
  }

  /** Returns the name of the field with the user's groups, which differs in v1beta1. */
  private groupsField({ apiVersion, kind }: JsonObject, group: string): "groups" | "group" | undefined {
    if (kind !== "SubjectAccessReview") {
      const message = `must be "SubjectAccessReview"; got ${formatJson(kind ?? null)}`;
      this.faults.push({ path: ["kind"], message });
    }
    if (apiVersion === `${group}/v1`) return "groups";
    if (apiVersion === `${group}/v1beta1`) return "group";
    const message = `must be "${group}/v1" or "${group}/v1beta1"; got ${formatJson(apiVersion ?? null)}`;
    this.faults.push({ path: ["apiVersion"], message });
    return undefined;
  }

  private attributes(spec: JsonObject): AccessAttributes | undefined {
    const { resourceAttributes, nonResourceAttributes } = spec;
    const hasResource = isPresent(resourceAttributes);
    if (hasResource === isPresent(nonResourceAttributes)) {
      const message = "exactly one of `resourceAttributes` and `nonResourceAttributes` must be set";
      this.faults.push({ path: ["spec"], atKey: true, message });
      return undefined;
    }
    const path = ["spec", hasResource ? "resourceAttributes" : "nonResourceAttributes"];
    const fields = hasResource ? resourceAttributes : nonResourceAttributes;
    if (!isPlainObject(fields)) return undefined;
    this.checkShape(fields, hasResource ? resourceShape : urlShape, path);
    const verb = textOf(fields["verb"]);
    return hasResource ? this.resource(fields, verb) : { kind: "url", verb, path: textOf(fields["path"]) };
  }

  private resource(fields: JsonObject, verb: string): AccessAttributes {
    const path = ["spec", "resourceAttributes"];
    const fieldSelector = this.selector(fields["fieldSelector"], [...path, "fieldSelector"]);
    const labelSelector = this.selector(fields["labelSelector"], [...path, "labelSelector"]);
    return {
      kind: "resource",
      verb,
      group: textOf(fields["group"]),
      version: textOf(fields["version"]),
      resource: textOf(fields["resource"]),
      subresource: textOf(fields["subresource"]),
      name: textOf(fields["name"]),
      namespace: textOf(fields["namespace"]),
      ...(fieldSelector.length > 0 ? { fieldSelector } : {}),
      ...(labelSelector.length > 0 ? { labelSelector } : {}),
    };
  }

  private selector(value: unknown, path: FieldPath): readonly SelectorRequirement[] {
    const { rawSelector, requirements } = asJsonObject(value);
    if (isPresent(rawSelector)) {
      const help = "write `requirements`, the form that webhooks get";
      this.faults.push({ path: [...path, "rawSelector"], message: "is not supported", help });
    }
    if (!Array.isArray(requirements)) return [];
    return requirements.map((item, index) => {
      const { key, operator, values } = this.fieldsAt(item, [...path, "requirements", index]) ?? {};
      return { key: textOf(key), operator: textOf(operator), values: stringsIn(values) };
    });
  }

  fieldsAt(value: unknown, path: FieldPath): JsonObject | undefined {
    if (isPlainObject(value)) return value;
    this.faults.push({ path, message: value === undefined ? "must be set" : "must be an object" });
    return undefined;
  }

  checkShape(fields: JsonObject, shape: FieldTypes, path: FieldPath): void {
    for (const [name, value] of Object.entries(fields)) {
      const type = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (type === undefined) {
        const meant = closest(name, Object.keys(shape));
        const help = meant ? { help: `did you mean \`${meant}\`?` } : {};
        this.faults.push({ path: [...path, name], atKey: true, message: `unknown field "${name}"`, ...help });
      } else if (isPresent(value) && !fits[type](value)) {
        this.faults.push({ path: [...path, name], message: `must be ${descriptions[type]}` });
      }
    }
  }
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === "string");

const fits: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  texts: isTexts,
  lists: (value) => isPlainObject(value) && Object.values(value).every(isTexts),
  object: isPlainObject,
};

const descriptions: Readonly<Record<FieldType, string>> = {
  text: "a string",
  texts: "a list of strings",
  lists: "an object with lists of strings",
  object: "an object",
};

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function listsOf(value: unknown): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries((value ?? {}) as JsonObject).map(([key, list]) => [key, stringsIn(list)]));
}
