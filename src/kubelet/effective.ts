/**
 * Computes the effective configuration of a kubelet and the origin of each value: the file of `--config`, the drop-ins
 * of `--config-dir` in their order, then the command line; each overrides the ones before.
 *
 * @part kubelet
 * @module
 */
import type { KubeletConfiguration } from "../api/types/kubelet-v1beta1.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { memberOf, setMember } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Kind } from "../kind/kind.ts";
import { defaultEvictionHard } from "../kinds/kubelet/kubelet-defaults.ts";
import type { JsonObject } from "../patch/json-value.ts";
import type { RuleContext } from "../rule/context.ts";
import { decode } from "../schema/decode.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import { cleanPath } from "../text/clean-path.ts";
import type { CommandLine } from "./command-line.ts";
import { readFieldNames, writeAsComponent } from "./component-json.ts";
import { patchConfiguration } from "./merge-patch.ts";
import { leavesOf, type Origin, Origins } from "./origins.ts";

/** A file that sets fields. */
export interface ConfigurationFile {
  readonly name: string;
  /** The object in the first document of the file. */
  readonly value: JsonObject;
}

export interface Sources {
  /** The file of `--config`; without it the defaults of the flags apply. */
  readonly base?: ConfigurationFile;
  /** Absolute directory of the base file, to which its paths are relative. */
  readonly baseDirectory?: string;
  /** In the order of application; undefined without `--config-dir`. */
  readonly dropIns?: readonly ConfigurationFile[];
  readonly commandLine: CommandLine;
}

export interface Effective {
  /** The object for rules. */
  readonly object: KubeletConfiguration;
  /** The configuration in the form that the component writes, with secrets masked. */
  readonly config: JsonObject;
  readonly origins: Origins;
  /** The base merged with the drop-ins before decoding, so values may have wrong types. Undefined without drop-ins. */
  readonly merged?: JsonObject;
}

/** @param kind - KubeletConfiguration */
export function effectiveConfiguration(sources: Sources, kind: Kind, context: RuleContext): Effective {
  const schema = withoutIdentity(kind.versions[0]?.schema ?? {});
  const component: Component = {
    schema,
    decode: (value) => decode(value, schema) as KubeletConfiguration,
    applyDefaults: (object) => kind.applyDefaults?.(object, context),
  };
  const baseLayer = sources.base
    ? loadBase(sources.base, sources.baseDirectory, component)
    : createDefaultLayer(component);
  const topLayer = sources.dropIns ? addDropIns(baseLayer, sources.dropIns, component) : baseLayer;
  addFlags(topLayer, sources.commandLine);
  const { object, origins, merged } = topLayer;
  // The default thresholds were set when the base was loaded; later layers do not restore them.
  object.evictionHard ??= {};
  const config = maskSensitive(writeAsComponent(object, schema), schema);
  return { object, origins, config, ...(merged ? { merged } : {}) };
}

/** Removes `apiVersion` and `kind` from the schema: the files have them, the result does not. */
function withoutIdentity(schema: FieldSchema): FieldSchema {
  const { apiVersion: _version, kind: _kind, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

/** The schema of the configuration, and the decoding and defaulting of the component. */
interface Component {
  readonly schema: FieldSchema;
  decode(value: JsonObject): KubeletConfiguration;
  applyDefaults(object: KubeletConfiguration): void;
}

interface Layer {
  readonly object: KubeletConfiguration;
  readonly origins: Origins;
  readonly merged?: JsonObject;
}

function loadBase({ name, value }: ConfigurationFile, directory: string | undefined, component: Component): Layer {
  const origins = new Origins();
  for (const { path } of leavesOf(component.decode(value))) origins.set(path, { source: "file", file: name, path });
  const object = component.decode(value);
  fillDefaults(object, origins, component);
  if (directory !== undefined) resolvePaths(object, directory);
  if (object.evictionHard === undefined) object.evictionHard = { ...defaultEvictionHard };
  else if (object.mergeDefaultEvictionSettings)
    object.evictionHard = { ...defaultEvictionHard, ...object.evictionHard };
  return { object, origins };
}

/**
 * Returns the layer without a configuration file. Some defaults of the flags differ from those of a file, for
 * compatibility.
 */
function createDefaultLayer(component: Component): Layer {
  const origins = new Origins();
  const object = component.decode({});
  component.applyDefaults(object);
  for (const { path, value } of leavesOf(flagDefaults)) {
    setAt(object, path, value);
    origins.set(path, { source: "flag-default" });
  }
  return { object, origins };
}

const flagDefaults = {
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: "AlwaysAllow" },
  readOnlyPort: 10255,
} as const;

/** Applies defaults, and removes the origins of values that a default replaces. */
function fillDefaults(object: KubeletConfiguration, origins: Origins, { applyDefaults }: Component): void {
  const before = structuredClone(object);
  applyDefaults(object);
  for (const { path, value } of leavesOf(before)) {
    if (!isEqual(valueAt(object, path), value)) origins.remove(path);
  }
}

/** Fields with relative paths that are resolved against the directory of the file. */
const relativePathFields: readonly FieldPath[] = [
  ["staticPodPath"],
  ["authentication", "x509", "clientCAFile"],
  ["tlsCertFile"],
  ["tlsPrivateKeyFile"],
  ["resolvConf"],
  ["volumePluginDir"],
  ["podLogsDir"],
];

function resolvePaths(object: KubeletConfiguration, directory: string): void {
  for (const path of relativePathFields) {
    const text = valueAt(object, path);
    if (typeof text === "string" && text !== "" && !text.startsWith("/")) {
      setAt(object, path, cleanPath(`${directory}/${text}`));
    }
  }
}

function addDropIns(bottom: Layer, dropIns: readonly ConfigurationFile[], component: Component): Layer {
  let json = writeAsComponent(bottom.object, component.schema);
  for (const { name, value } of dropIns) {
    const { apiVersion: _version, kind: _kind, ...patch } = value;
    const patched = patchConfiguration(json, patch);
    json = patched.value;
    for (const { path, change } of patched.changes) {
      bottom.origins.remove(path);
      if (change === "removed") continue;
      for (const leaf of leavesOf(valueAt(json, path), path)) {
        bottom.origins.set(leaf.path, { source: "file", file: name, path: leaf.path });
      }
    }
  }
  const origins = new Origins();
  const merged = readFieldNames(json, component.schema, (field, member) => {
    const found = bottom.origins.placeOf(member);
    if (found) origins.set(field, placedAt(found.origin, found.path));
    else origins.remove(field);
  });
  const object = component.decode(merged);
  fillDefaults(object, origins, component);
  return { object, origins, merged };
}

const placedAt = (origin: Origin, path: FieldPath): Origin => (origin.source === "file" ? { ...origin, path } : origin);

function addFlags({ object, origins }: Layer, { settings }: CommandLine): void {
  for (const { field, value, text } of settings) {
    if (field[0] === "featureGates" && isPlainObject(value)) {
      object.featureGates = { ...object.featureGates, ...(value as Record<string, boolean>) };
      for (const gate of Object.keys(value)) origins.set(["featureGates", gate], { source: "flag", text });
    } else {
      setAt(object, field, value);
      origins.set(field, { source: "flag", text });
    }
  }
}

/** Masks the values of sensitive fields in the format of the kubelet's log. */
function maskSensitive(config: JsonObject, { properties = {} }: FieldSchema): JsonObject {
  const shown = { ...config };
  for (const [name, field] of Object.entries(properties)) {
    const value = memberOf(shown, name);
    if (!field["x-sensitive"] || value === undefined) continue;
    const keys = isPlainObject(value) ? Object.keys(value) : undefined;
    setMember(shown, name, keys ? Object.fromEntries(keys.map((key) => [key, ["<masked>"]])) : "<masked>");
  }
  return shown;
}

function valueAt(object: unknown, path: FieldPath): unknown {
  let at = object;
  for (const part of path) at = isPlainObject(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  return at;
}

function setAt(object: object, path: FieldPath, value: unknown): void {
  let at = object as JsonObject;
  for (const part of path.slice(0, -1)) {
    const inner = memberOf(at, String(part));
    const next: JsonObject = isPlainObject(inner) ? inner : {};
    setMember(at, String(part), next);
    at = next;
  }
  setMember(at, String(path.at(-1)), structuredClone(value));
}

/** Whether JSON values are equal. Integers beyond 2^53 are bigints, which never equal a number. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isPlainObject(a) || !isPlainObject(b)) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => isEqual(a[name], memberOf(b, name)));
}
