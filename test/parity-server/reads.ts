/**
 * Generates reads of objects that both servers hold: single objects and collections, in every format, with selectors,
 * in pages, at resource versions; and dry runs of collection deletions.
 */
import { parse } from "yaml";
import { isPlainObject } from "../../src/json/plain-object.ts";
import type { Random } from "./random.ts";
import type { ExchangingServer } from "./real-server.ts";
import { type ApiObject, readSeeds, type Seed } from "./seeds.ts";
import { collectionPath, withoutSideEffects } from "./stored-objects.ts";
import { differencesOf, normalized } from "./writes.ts";

const namespace = "parity-reads";
/** The number of reads in the record. */
export const recordedReads = 500;
const json = "application/json";
const label = "parity.example.org/part";

/** Kinds whose objects the servers write themselves, or that contain the current user. */
const differingKinds = new Set([
  "APIService",
  "CertificateSigningRequest",
  "CustomResourceDefinition",
  "Namespace",
  "ServiceCIDR",
]);

/** Returns a seed for each kind that is stored and can be read. */
export function readableSeeds(): readonly Seed[] {
  const byKind = new Map(readSeeds().map((seed) => [`${seed.object.apiVersion} ${seed.object.kind}`, seed]));
  return [...byKind.values()].filter(
    ({ kind }) => kind.resource?.verbs === undefined && !differingKinds.has(kind.kind),
  );
}

/** Creates two objects of each kind, with different labels. */
export async function makeReadable(server: ExchangingServer, seeds: readonly Seed[]): Promise<void> {
  await post(server, "/api/v1/namespaces", { metadata: { name: namespace } });
  for (const seed of seeds) {
    for (const part of ["one", "two"]) await post(server, pathOf(seed), labelled(seed, part));
  }
}

export async function removeReadable(server: ExchangingServer, seeds: readonly Seed[]): Promise<void> {
  for (const seed of seeds) {
    for (const part of ["one", "two"]) {
      const path = `${pathOf(seed)}/${encodeURIComponent(String(labelled(seed, part).metadata["name"]))}`;
      await server.exchange("PATCH", path, '{"metadata":{"finalizers":null}}', "application/merge-patch+json");
      await server.exchange("DELETE", `${path}?gracePeriodSeconds=0&propagationPolicy=Background`);
    }
  }
}

const post = (server: ExchangingServer, path: string, object: object) =>
  server.exchange("POST", path, JSON.stringify(object), json);

export const pathOf = (seed: Seed): string =>
  collectionPath(seed, seed.kind.resource?.scope === "Namespaced" ? namespace : undefined);

export function labelled(seed: Seed, part: string): ApiObject {
  const object = withoutSideEffects(structuredClone(seed.object));
  const { name, labels, annotations } = object.metadata;
  const more = { ...(isPlainObject(labels) ? labels : {}), [label]: part };
  // The name of an IPAddress is the address and cannot be changed.
  const named = object.kind === "IPAddress" ? String(name) : `${String(name)}-${part}`;
  return { ...object, metadata: { name: named, labels: more, ...(annotations ? { annotations } : {}) } };
}

/** A placeholder for the current resource version of each server. */
const versionNow = "VERSION";

const acceptHeaders = [
  json,
  json,
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  ...["Table;v=v1;g=meta.k8s.io", "Table;v=v1beta1;g=meta.k8s.io", "PartialObjectMetadata;v=v1;g=meta.k8s.io"].map(
    (form) => `${json};as=${form}`,
  ),
  `${json};as=PartialObjectMetadataList;v=v1;g=meta.k8s.io`,
  `${json};as=PartialObjectMetadataList;v=v1beta1;g=meta.k8s.io, ${json}`,
  `${json};as=Table;v=v1;g=meta.k8s.io, ${json}`,
  `application/yaml;as=Table;v=v1;g=meta.k8s.io`,
  `${json};as=List;v=v1`,
  `${json};as=Table;v=v2;g=meta.k8s.io`,
  "text/html",
  "*/*",
  "application/*",
  "application/cbor",
  "text/plain, application/json;q=0.1",
];

/** Contains no version older than the objects, since a server may have compacted it. */
const versions = ["", "0", versionNow, `0${versionNow}`, "-1", "a", "0x1", "18446744073709551616", "1.5"];
const matches = ["", "NotOlderThan", "Exact", "Old"];
const fields = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "metadata.labels",
  "spec.nodeName",
  "spec.restartPolicy",
  "spec.schedulerName",
  "spec.serviceAccountName",
  "spec.hostNetwork",
  "spec.unschedulable",
  "spec.clusterIP",
  "spec.type",
  "status.phase",
  "status.podIP",
  "status.nominatedNodeName",
  "status.replicas",
  "status.successful",
  "type",
  "reason",
  "reportingController",
  "name",
  "spec.host",
  "spec.pool.name",
  "spec.podName",
  "status.podIPs",
  "reportingComponent",
  "source",
  "involvedObject.kind",
  "involvedObject.name",
  "regarding.kind",
  "spec.signerName",
  "spec.driver",
  "a",
  "",
];
const oddValues = ["", "a", "a\\,b", "a\\=b", "a\\", "default", "Pending", "Opaque", "0", "false", namespace];
const labelTexts = ["one", "two", "three", "", "-", "a b", "0", "1"];
const labelKeys = [label, label, "app", "a/b/c", "-", "kubernetes.io/metadata.name"];

type Draw = <T>(items: readonly T[]) => T;

function fieldSelector(random: Random, pick: Draw, names: readonly string[]): string {
  const term = () => {
    const field = random.next() < 0.5 ? pick(fields.slice(0, 2)) : pick(fields);
    const value = field === "metadata.name" && random.next() < 0.6 ? pick(names) : pick(oddValues);
    return `${field}${pick(["=", "==", "!="])}${value}`;
  };
  return random.next() < 0.05 ? pick(["a", "=", ",", "metadata.name"]) : terms(random, term);
}

function labelSelector(random: Random, pick: Draw): string {
  const list = () =>
    Array.from({ length: Math.floor(random.next() * 3) }, () => pick(labelTexts)).join(pick([",", ", "]));
  const term = () => {
    const key = pick(labelKeys);
    const forms = [
      `${key}=${pick(labelTexts)}`,
      `${key} == ${pick(labelTexts)}`,
      `${key}!=${pick(labelTexts)}`,
      `${key} in (${list()})`,
      `${key} notin (${list()})`,
      key,
      `!${key}`,
      `${key}>${pick(labelTexts)}`,
      `${key} < ${pick(labelTexts)}`,
      `${key} in ${pick(labelTexts)}`,
    ];
    return pick(forms);
  };
  return random.next() < 0.04 ? pick(["!", "a in", "(", ",", "a=b c"]) : terms(random, term);
}

function terms(random: Random, term: () => string): string {
  const count = random.next() < 0.7 ? 1 : 2;
  return Array.from({ length: count }, term).join(",");
}

export interface Read {
  readonly method: "GET" | "DELETE";
  readonly path: string;
  readonly accept: string;
}

/** Draws a read with mostly valid options. */
export function drawRead(random: Random, seeds: readonly Seed[]): Read {
  const pick: Draw = (items) => random.pick(items) as (typeof items)[number];
  const happens = (share: number) => random.next() < share;
  const seed = pick(seeds);
  const accept = happens(0.3) ? json : pick(acceptHeaders);
  const names = ["one", "two"].map((part) => String(labelled(seed, part).metadata["name"]));
  if (happens(0.25)) {
    const name = encodeURIComponent(happens(0.9) ? pick(names) : pick(["none", "A b", "..", "%"]));
    const part = happens(0.3) ? pick(["/status", "/scale", "/none", "/log"]) : "";
    const query = happens(0.3)
      ? `?resourceVersion=${pick(versions)}`
      : happens(0.2)
        ? `?pretty=${pick(["true", "1", "x", ""])}`
        : "";
    return { method: "GET", path: `${pathOf(seed)}/${name}${part}${query}`, accept };
  }
  const query = new URLSearchParams();
  if (happens(0.4)) query.set("labelSelector", labelSelector(random, pick));
  if (happens(0.35)) query.set("fieldSelector", fieldSelector(random, pick, names));
  if (happens(0.3)) query.set("limit", pick(["1", "2", "0", "500", "-1", "a", "1.5"]));
  if (happens(0.25)) query.set("resourceVersion", pick(versions));
  if (happens(0.2)) query.set("resourceVersionMatch", pick(matches));
  if (happens(0.04)) query.set("continue", pick(["a", "", "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MCwic3RhcnQiOiJhIn0"]));
  if (happens(0.05))
    query.set(pick(["timeoutSeconds", "timeout", "pretty", "includeObject"]), pick(["1", "1s", "a", "-1", "None"]));
  if (happens(0.03)) query.set("sendInitialEvents", pick(["true", "false"]));
  const method = happens(0.1) ? "DELETE" : "GET";
  if (method === "DELETE") query.set("dryRun", "All");
  return { method, path: `${pathOf(seed)}?${query}`, accept };
}

interface ReadAnswer {
  readonly code: number;
  readonly pages: readonly unknown[];
}

/** Returns the response of a server without the parts that differ between servers. */
async function answerOf(server: ExchangingServer, read: Read, seeds: readonly Seed[]): Promise<ReadAnswer> {
  const { method, accept } = read;
  const [collection = ""] = read.path.split("?");
  const path = read.path.includes(versionNow)
    ? read.path.replace(versionNow, await versionAt(server, seeds))
    : read.path;
  const { code, text } = await sendRead(server, method, path, accept);
  const pages = [shownBody(text)];
  let rest = continuedAt(text);
  const limit = new URL(path, "https://a").searchParams.get("limit");
  for (let count = 0; rest !== "" && count < 5 && method === "GET"; count++) {
    const next = await sendRead(
      server,
      method,
      `${collection}?limit=${limit}&continue=${encodeURIComponent(rest)}`,
      accept,
    );
    pages.push(shownBody(next.text));
    rest = continuedAt(next.text);
  }
  return { code, pages };
}

async function versionAt(server: ExchangingServer, seeds: readonly Seed[]): Promise<string> {
  const [seed] = seeds;
  const { text } = await server.exchange("GET", `${seed ? pathOf(seed) : ""}?limit=1`);
  return String(JSON.parse(text).metadata.resourceVersion);
}

function sendRead(server: ExchangingServer, method: string, path: string, accept: string) {
  return server.exchange(method, path, undefined, { accept });
}

function continuedAt(text: string): string {
  if (!text.startsWith("{")) return "";
  const { metadata } = JSON.parse(text);
  return isPlainObject(metadata) ? String(metadata["continue"] ?? "") : "";
}

/**
 * Removes versions, ages, continue tokens and the descriptions of columns, which are specific to a server. Protobuf is
 * compared elsewhere.
 */
function shownBody(text: string): unknown {
  if (text.startsWith("k8s\0")) return "Protobuf";
  if (!/^(?:\{|[A-Za-z]+:)/.test(text)) return text;
  const { metadata, items, rows, columnDefinitions, ...body } = parse(text.replaceAll(madeUid, "<uid>"));
  if (!isPlainObject(metadata)) return { ...body, metadata };
  if (items === undefined && rows === undefined)
    return normalized({ ...body, metadata, message: versionless(body.message) });
  const { resourceVersion: _version, continue: rest, ...others } = metadata;
  return {
    ...body,
    metadata: { ...others, hasRest: Boolean(rest) },
    items: items?.map(withoutDescription) ?? items,
    columns: columnDefinitions?.map(({ description: _own, ...column }: Record<string, unknown>) => column),
    rows: rows?.map(shownRow) ?? rows,
  };
}

const madeUid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Messages about preconditions contain resource versions. */
const versionless = (message: unknown): unknown =>
  typeof message === "string" ? message.replaceAll(/\(\d+\)/g, "(<version>)") : message;

/** Removes the descriptions of built-in priority classes, whose wording differs between the servers. */
function withoutDescription(item: Record<string, unknown>): unknown {
  const { description, ...others } = item;
  const isClass = typeof others["value"] === "number";
  return normalized(isClass ? others : { ...others, description });
}

function shownRow({ cells, object }: { readonly cells: readonly unknown[]; readonly object: unknown }): object {
  return { cells: cells.map(withoutAge), object: isPlainObject(object) ? withoutDescription(object) : object };
}

const withoutAge = (cell: unknown): unknown =>
  /^(?:\d+[smh](?:\d+s)?|20[\d-]{8}T[\d:]{8}Z)$/.test(String(cell)) ? "<age>" : cell;

/** Returns a line for each difference between the responses to a read. */
export async function compareRead(
  { real, own }: { readonly real: ExchangingServer; readonly own: ExchangingServer },
  read: Read,
  seeds: readonly Seed[],
): Promise<readonly string[]> {
  const [theirs, ours] = await Promise.all([real, own].map((each) => answerOf(each, read, seeds)));
  return isTheirFault(theirs, ours) ? [] : differencesOf(theirs, ours);
}

/** Whether only kube-apiserver fails: a request of a client should never cause a 500. */
const isTheirFault = (theirs: ReadAnswer | undefined, ours: ReadAnswer | undefined): boolean =>
  theirs?.code === 500 && ours?.code === 400;

/** Plays reads and yields a short line for each: the names of the returned objects, or the error message. */
export async function* playReads(server: ExchangingServer, random: Random, count: number): AsyncGenerator<string> {
  const seeds = readableSeeds();
  await makeReadable(server, seeds);
  for (let drawn = 0; drawn < count; drawn++) {
    const read = drawRead(random, seeds);
    const { code, pages } = await answerOf(server, read, seeds);
    const isFault = code === 500 || code === 400;
    yield `${read.method} ${decodeURIComponent(read.path)} ${read.accept} ${isFault ? "4/500" : code} ${pages.map(shortText).join(" | ")}`;
  }
}

function shortText(page: unknown): string {
  if (!isPlainObject(page)) return "";
  const { message, items, rows, kind, metadata } = page;
  if (typeof message === "string") return message.replaceAll("\n", " ").replace(/^invalid resource version: /, "");
  if (Array.isArray(items)) return items.map(({ metadata }) => metadata.name).join(" ");
  if (Array.isArray(rows)) return rows.map(({ cells }) => JSON.stringify(cells)).join(" ");
  return items === null || rows === null
    ? "null"
    : `${String(kind)} ${String((metadata as ApiObject["metadata"])?.["name"])}`;
}
