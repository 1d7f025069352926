/**
 * Generated writes with several odd options, media types, names and metadata at a time, to compare which error is
 * reported first and with which message. None of the writes is persisted.
 */
import { isPlainObject } from "../../src/json/plain-object.ts";
import type { Random } from "./random.ts";
import { labelled, pathOf } from "./reads.ts";
import { type ExchangingServer, withoutOwnAdvice } from "./real-server.ts";
import type { ApiObject, Seed } from "./seeds.ts";
import { normalized } from "./writes.ts";

const json = "application/json";
const yaml = "application/yaml";
const merge = "application/merge-patch+json";
const strategic = "application/strategic-merge-patch+json";
const operations = "application/json-patch+json";
const apply = "application/apply-patch+yaml";

export interface OddWrite {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly type: string;
  /** Absent if the request has no body. */
  readonly body?: string;
}

type Pick = <T>(items: readonly T[]) => T;
type Metadata = Record<string, unknown>;

/** Each replaces a field of the metadata. */
const oddMetadata: readonly Metadata[] = [
  { name: "other" },
  { name: "" },
  { name: "A b" },
  { name: 5 },
  { name: undefined },
  { name: undefined, generateName: "made-" },
  { generateName: "Made " },
  { namespace: "other" },
  { namespace: "" },
  { namespace: 7 },
  { uid: "x" },
  { uid: "" },
  { resourceVersion: "5" },
  { resourceVersion: "x" },
  { resourceVersion: "0" },
  { resourceVersion: "" },
  { resourceVersion: 5 },
  { generation: -1 },
  { generation: "1" },
  { managedFields: [{}] },
  { managedFields: [] },
  { managedFields: [{ manager: "a", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: {} }] },
  { creationTimestamp: "x" },
  { creationTimestamp: "2020-01-01T00:00:00Z" },
  { deletionTimestamp: "2020-01-01T00:00:00Z" },
  { deletionGracePeriodSeconds: -1 },
  { selfLink: "/a" },
  { labels: { "a b": "c" } },
  { labels: { a: "c d" } },
  { labels: { a: 1 } },
  { labels: [] },
  { annotations: { "": "c" } },
  { annotations: { a: null } },
  { finalizers: ["x"] },
  { finalizers: ["x y/z"] },
  { finalizers: ["orphan", "foregroundDeletion"] },
  { ownerReferences: [{}] },
  { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "a", uid: "b", controller: true }] },
  { ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "a", uid: "b" }] },
  { unknown: 1 },
];

/** Each replaces fields of the object. */
const oddFields: readonly Metadata[] = [
  { kind: "Other" },
  { kind: "" },
  { kind: undefined },
  { kind: 5 },
  { apiVersion: "v9" },
  { apiVersion: "other.example.com/v1" },
  { apiVersion: "a/b/c" },
  { apiVersion: undefined },
  { metadata: undefined },
  { metadata: null },
  { metadata: 5 },
  { metadata: [] },
  { unknown: 1 },
  { spec: 5 },
  { spec: null },
  { status: {} },
  { status: "a" },
];

const oddBodies = [
  "",
  "null",
  "[]",
  "{",
  "{} {}",
  "5",
  '"a"',
  "{}",
  "---\n{}",
  "\u0000",
  '{"kind":"List","apiVersion":"v1","items":[]}',
];

const oddDeletions: readonly object[] = [
  { preconditions: { uid: "x" } },
  { preconditions: { resourceVersion: "5" } },
  { preconditions: { uid: "x", resourceVersion: "5" } },
  { preconditions: {} },
  { preconditions: 5 },
  { propagationPolicy: "x" },
  { propagationPolicy: "Orphan" },
  { propagationPolicy: "Foreground", orphanDependents: true },
  { orphanDependents: "a" },
  { gracePeriodSeconds: -1 },
  { gracePeriodSeconds: "1" },
  { gracePeriodSeconds: 5 },
  { dryRun: ["x"] },
  { dryRun: "All" },
  { kind: "DeleteOptions", apiVersion: "v1" },
  { kind: "DeleteOptions", apiVersion: "apps/v1" },
  { kind: "Pod", apiVersion: "v1" },
  { unknown: 1 },
  { ignoreStoreReadErrorWithClusterBreakingPotential: true },
];

function queryOf(random: Random, pick: Pick, method: OddWrite["method"]): string {
  const query = new URLSearchParams();
  const happens = (share: number) => random.next() < share;
  query.append("dryRun", happens(0.06) ? pick(["x", "all", "All,All"]) : "All");
  if (happens(0.02)) query.append("dryRun", "All");
  if (happens(0.15)) query.set("fieldManager", pick(["me", "x".repeat(129), "\u0001", "é", ""]));
  if (happens(0.15)) query.set("fieldValidation", pick(["Strict", "Warn", "Ignore", "x", ""]));
  if (happens(0.06)) query.set("force", pick(["true", "false", "x", ""]));
  if (method === "DELETE" || happens(0.02)) {
    if (happens(0.15)) query.set("gracePeriodSeconds", pick(["0", "-1", "a", "30", ""]));
    if (happens(0.15)) query.set("propagationPolicy", pick(["Orphan", "Background", "Foreground", "x", ""]));
    if (happens(0.08)) query.set("orphanDependents", pick(["true", "false", "x"]));
  }
  if (happens(0.04))
    query.set(pick(["pretty", "timeout", "unknown", "resourceVersion", "limit"]), pick(["true", "a", "1", "-1s"]));
  return String(query);
}

/** Returns the object with up to two odd fields. */
function oddObject(random: Random, pick: Pick, object: ApiObject): unknown {
  let odd: Record<string, unknown> = object;
  const count = random.next() < 0.3 ? 0 : random.next() < 0.6 ? 1 : 2;
  for (let each = 0; each < count; each++) {
    const { metadata } = odd;
    const isOfMetadata = random.next() < 0.65 && isPlainObject(metadata);
    odd = isOfMetadata ? { ...odd, metadata: { ...metadata, ...pick(oddMetadata) } } : { ...odd, ...pick(oddFields) };
  }
  return odd;
}

const withDuplicateKind = (text: string): string => (text.startsWith("{") ? `{"kind":"Twice",${text.slice(1)}` : text);

/** Draws a write with a few odd parts at most. */
export function drawWrite(random: Random, seeds: readonly Seed[]): OddWrite {
  const pick: Pick = (items) => random.pick(items) as (typeof items)[number];
  const happens = (share: number) => random.next() < share;
  const seed = pick(seeds);
  const method = pick(["POST", "POST", "PUT", "PUT", "PATCH", "PATCH", "PATCH", "DELETE"] as const);
  const object = labelled(seed, pick(["one", "two", "three"]));
  const name = `/${encodeURIComponent(String(object.metadata["name"]))}`;
  const isCollection = method === "POST" ? happens(0.95) : method === "DELETE" ? happens(0.2) : happens(0.02);
  const part = happens(0.12) ? pick(["/status", "/scale", "/none", "/approval"]) : "";
  const path = `${pathOf(seed)}${isCollection ? "" : name}${isCollection ? "" : part}?${queryOf(random, pick, method)}`;
  if (method === "DELETE") {
    if (happens(0.5)) return { method, path, type: json };
    return { method, path, type: happens(0.1) ? pick([yaml, merge, "a"]) : json, body: bodyOfDeletion(random, pick) };
  }
  if (method === "PATCH") return { method, path, ...drawPatch(random, pick, object) };
  const type = happens(0.08)
    ? pick([yaml, merge, "text/plain", "", "a", "application/cbor", `${json};charset=utf-8`])
    : json;
  const text = happens(0.08) ? pick(oddBodies) : JSON.stringify(oddObject(random, pick, object));
  return { method, path, type, body: happens(0.04) ? withDuplicateKind(text) : text };
}

function bodyOfDeletion(random: Random, pick: Pick): string {
  if (random.next() < 0.1) return pick(oddBodies);
  return JSON.stringify({ ...pick(oddDeletions), ...(random.next() < 0.3 ? pick(oddDeletions) : {}), dryRun: ["All"] });
}

function drawPatch(random: Random, pick: Pick, object: ApiObject): { readonly type: string; readonly body: string } {
  const happens = (share: number) => random.next() < share;
  const type = happens(0.05) ? pick([json, yaml, "", "a"]) : pick([merge, strategic, operations, apply]);
  if (happens(0.08)) return { type, body: pick(oddBodies) };
  if (type === operations) return { type, body: JSON.stringify(drawOperations(random, pick)) };
  if (type === apply) return { type, body: JSON.stringify(oddObject(random, pick, object)) };
  const fields = happens(0.7) ? { metadata: pick(oddMetadata) } : pick(oddFields);
  return { type, body: JSON.stringify(happens(0.2) ? { ...fields, ...pick(oddFields) } : fields) };
}

function drawOperations(random: Random, pick: Pick): readonly object[] {
  const operation = () => {
    const [field = "", value] = Object.entries(pick(oddMetadata))[0] ?? [];
    const path = pick([`/metadata/${field}`, `/metadata/${field}`, `/metadata/${field}`, "/kind", "/a/b", "a", ""]);
    const op = pick(["add", "add", "replace", "remove", "test", "x", "move", "copy"]);
    return {
      op,
      path,
      ...(random.next() < 0.9 ? { value } : {}),
      ...(op === "move" || op === "copy" ? { from: "/kind" } : {}),
    };
  };
  return Array.from({ length: random.next() < 0.7 ? 1 : 2 }, operation);
}

export interface WriteAnswer {
  readonly code: number;
  readonly warnings: readonly string[];
  readonly body: unknown;
}

/** Tokens, UIDs, times and versions in texts, which differ between servers. */
const generatedValue =
  /eyJ[\w-]+\.[\w.-]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|20\d\d-\d\d-\d\dT[\d:]+Z|(?<=record \()\d+|(?<=resourceVersion\\+":\\+")\d+/g;

/** The patched object in a message; the order of its fields differs between the servers. */
const patchedObject = /(Invalid value: )\\"\{.*?\}(?=\\": )/g;

/** Returns the response of a server without the parts that differ between servers. */
export async function answerTo(server: ExchangingServer, { method, path, type, body }: OddWrite): Promise<WriteAnswer> {
  const headers = body === undefined ? {} : { "content-type": type };
  const { code, text, warnings: all } = await server.exchange(method, path, body, headers);
  const warnings = withoutOwnAdvice(all);
  const even = text.replaceAll(generatedValue, "CHANCE").replaceAll(patchedObject, String.raw`$1\"PATCHED`);
  const value: unknown = text.startsWith("{") ? JSON.parse(even) : text;
  if (!isPlainObject(value)) return { code, warnings, body: value };
  // Self-subject reviews name the user, who differs between the servers, and list rules in any order.
  if (typeof value["kind"] === "string" && value["kind"].startsWith("SelfSubject")) delete value["status"];
  const { items, ...rest } = value;
  const listed = Array.isArray(items) ? { items: items.map((item) => normalized(item)) } : {};
  return { code, warnings, body: { ...(normalized(rest) as object), ...listed } };
}
