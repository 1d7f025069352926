/**
 * Reads the objects of a manifest document: decodes them strictly, sets defaults and validates. Error messages are
 * those with which kube-apiserver fails to start.
 *
 * @module
 */
import type { Settings } from "../../../engine/options.ts";
import { formatJson } from "../../../json/format-json.ts";
import { isPlainObject } from "../../../json/plain-object.ts";
import { readObject, yamlFault } from "../../handlers/decode-object.ts";
import { readJsonBody, readYamlBody } from "../../http/body-text.ts";
import type { DecodedBody } from "../../http/codec.ts";
import type { ApiObject } from "../../request/api-object.ts";
import { listOf, type ServedKind } from "../../request/served-resource.ts";
import { StatusError } from "../../request/status.ts";
import { servedResources, servingTarget } from "../../served-kinds.ts";
import { objectValidation } from "../engine-validation.ts";

/** An object of a manifest with its kind. */
export interface ManifestObject {
  readonly kind: ServedKind;
  readonly object: ApiObject;
}

/**
 * Reads the objects of a document and passes them to `take`: one at a time, or all items of a list of one kind
 * together.
 */
type ReadManifest = (bytes: Uint8Array, take: (objects: readonly ManifestObject[]) => void) => void;

/** A decoded document: objects of one kind, or the items of a `v1` List. */
type DecodedManifest =
  | { readonly type: string; readonly kind?: ServedKind; readonly objects: readonly ApiObject[] }
  | { readonly items: readonly unknown[] };

/**
 * Returns the reader of the documents of one plugin.
 *
 * @param settings - the settings of the server
 * @param accepted - the accepted kinds; their version must be v1
 */
export function manifestReader(settings: Settings, accepted: readonly string[]): ReadManifest {
  const group = `admissionregistration.${settings.catalog.groupDomain}`;
  const known = servedResources(servingTarget(settings)).filter((kind) => kind.group === group);
  const validate = objectValidation((version, oldObject) => settings.contextFor(version, oldObject));

  function decode(decoded: DecodedBody, text: string): DecodedManifest {
    const value = readIdentity(decoded.value, text);
    const { apiVersion, kind } = value;
    if (apiVersion === "v1" && kind === "List") return { items: itemsOf(value, decoded) };
    if (apiVersion === "v1" && kind === "Status") return { type: "v1.Status", objects: [] };
    const ofKind = known.filter((each) => isOf(each, kind));
    const earlier = ofKind.length > 0 && earlierVersions.find((version) => apiVersion === `${group}/${version}`);
    if (earlier) return { type: `${earlier}.${kind}`, objects: [] };
    const found = ofKind.find((each) => each.apiVersion === apiVersion);
    if (!found) throw new Error(`no kind "${kind}" is registered for version "${apiVersion}" in scheme "${scheme}"`);
    return { type: `${found.version}.${kind}`, kind: found, objects: objectsIn(found, value, decoded) };
  }

  function accept(manifest: DecodedManifest, take: (objects: readonly ManifestObject[]) => void): void {
    if ("items" in manifest) {
      for (const item of manifest.items) accept(decodeItem(item), take);
      return;
    }
    const { type, kind, objects } = manifest;
    if (kind?.version !== "v1" || !accepted.includes(kind.kind)) {
      throw new Error(`unsupported resource type *${type}`);
    }
    for (const object of objects) complete(kind, object);
    take(objects.map((object) => ({ kind, object })));
  }

  function decodeItem(item: unknown): DecodedManifest {
    try {
      return decode({ value: item, strictFaults: [] }, formatJson(item));
    } catch (error) {
      throw new Error(`failed to decode list item: ${error instanceof Error ? error.message : error}`);
    }
  }

  function complete(kind: ServedKind, object: ApiObject): void {
    const { name = "", namespace = "" } = object.metadata;
    const refuse = (why: string) => new Error(`${kind.kind} "${name}": ${why}`);
    if (name === "") throw refuse("metadata.name: Required value: name or generateName is required");
    if (namespace !== "") throw refuse("metadata.namespace: Forbidden: not allowed on this type");
    kind.definition.applyDefaults?.(object, settings.contextFor(kind.version));
    try {
      validate({ resource: kind, object, subresource: "", target: { name: "" }, warn: () => {} });
    } catch (error) {
      throw error instanceof StatusError ? refuse(textOf(error)) : error;
    }
  }

  return (bytes, take) => accept(decode(decodeText(bytes), new TextDecoder().decode(bytes)), take);
}

/** The name of kube-apiserver's scheme in its error messages: the place where the scheme is created. */
const scheme = "pkg/runtime/scheme.go:111";

/** Versions that kube-apiserver's decoder knows even if they are not served. */
const earlierVersions = ["v1beta1", "v1alpha1"] as const;

interface Identity extends Readonly<Record<string, unknown>> {
  readonly apiVersion: string;
  readonly kind: string;
}

const isOf = (each: ServedKind, kind: string): boolean => each.kind === kind || listOf(each).kind === kind;

const isJson = (bytes: Uint8Array): boolean => bytes[0] === "{".charCodeAt(0);

function decodeText(bytes: Uint8Array): DecodedBody {
  if (isJson(bytes)) return readJsonBody(bytes, "");
  const lines = new TextDecoder().decode(bytes).split("\n");
  const isEmpty = lines.every((line) => /^\s*(?:#|$)/.test(line));
  return isEmpty ? { value: null, strictFaults: [] } : readYamlBody(bytes, "");
}

/**
 * Checks that the value has `apiVersion` and `kind`.
 *
 * @param text - the source text of the value, for the error message
 */
function readIdentity(value: unknown, text: string): Identity {
  const { apiVersion, kind } = isPlainObject(value) ? value : {};
  if (typeof kind !== "string" || kind === "") throw new Error(`Object 'Kind' is missing in '${text}'`);
  if (typeof apiVersion !== "string" || apiVersion === "")
    throw new Error(`Object 'apiVersion' is missing in '${text}'`);
  return { ...(value as object), apiVersion, kind };
}

const listFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "items"]);

function itemsOf(list: Identity, { strictFaults, yamlFaults }: DecodedBody): readonly unknown[] {
  const unknown = Object.keys(list).filter((name) => !listFields.has(name));
  assertStrict([
    ...(yamlFaults ? [yamlFault(yamlFaults)] : []),
    ...unknown.map((name) => `unknown field "${name}"`),
    ...strictFaults,
  ]);
  const { items = [] } = list;
  return Array.isArray(items) ? items : [];
}

/** Returns the object itself, or the items of a list of its kind. */
function objectsIn(kind: ServedKind, value: Identity, decoded: DecodedBody): readonly ApiObject[] {
  if (value.kind === kind.kind) return [readOne(kind, { ...decoded, value }, "")];
  return itemsOf(value, decoded).map((item, index) =>
    readOne(kind, { value: item, strictFaults: [] }, `items[${index}].`),
  );
}

/**
 * Decodes one object strictly.
 *
 * @param at - path prefix of a list item, for unknown fields; empty for a single object
 */
function readOne(kind: ServedKind, decoded: DecodedBody, at: string): ApiObject {
  const { object, unfit, strictFaults } = readObject(decoded, kind, { sharesRaw: true, mayChange: true });
  const [misfit] = unfit;
  if (misfit !== undefined) throw new Error(misfit);
  assertStrict(strictFaults.map((fault) => fault.replace(/^unknown field "/, `$&${at}`)));
  return object;
}

function assertStrict(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`strict decoding error: ${faults.join(", ")}`);
}

function textOf(error: StatusError): string {
  const { details } = error.toStatus();
  const texts = (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  const [only = error.message] = texts;
  return texts.length > 1 ? `[${texts.join(", ")}]` : only;
}
