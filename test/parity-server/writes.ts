/**
 * The same writes to a real kube-apiserver and to ours: objects are created in both, each is changed in several ways and
 * deleted, and the answers are held against each other: verdict, causes and the object as it is stored.
 */
import { isDeepStrictEqual } from "node:util";
import { formatPath } from "../../src/diagnostic/path.ts";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { edited } from "../kinds/edited.ts";
import { candidateEdits, drawEdits } from "./edits.ts";
import { Random } from "./random.ts";
import type { Answer, RealServer } from "./real-server.ts";
import type { SampleValues } from "./sample-values.ts";
import type { ApiObject, Seed } from "./seeds.ts";
import { collectionPath, harmless } from "./stored-objects.ts";

export interface Servers {
  readonly real: RealServer;
  readonly own: RealServer;
}

/** One request to both. */
export interface WriteOutcome {
  readonly kind: string;
  readonly request: string;
  readonly file: string;
  readonly real: Answer;
  readonly own: Answer;
  readonly isSameVerdict: boolean;
  /** Undefined where both accept. */
  readonly isSameFields?: boolean;
  /** Undefined where one refuses. */
  readonly differences?: readonly string[];
}

export interface Plan {
  readonly samples: SampleValues;
  readonly seed: number;
  readonly namespace: string;
  /** For each object. */
  readonly edits: number;
}

interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
}

export async function compareWrites(
  servers: Servers,
  seeds: readonly Seed[],
  plan: Plan,
): Promise<readonly WriteOutcome[]> {
  const outcomes: WriteOutcome[] = [];
  for (const [index, seed] of seeds.entries()) {
    outcomes.push(...(await writesOf(servers, seed, { ...plan, seed: plan.seed * 1000 + index })));
  }
  return outcomes;
}

async function writesOf(servers: Servers, seed: Seed, plan: Plan): Promise<readonly WriteOutcome[]> {
  const wanted = harmless(structuredClone(seed.object));
  const isNamespaced = seed.kind.resource?.scope === "Namespaced";
  if (isNamespaced) wanted.metadata["namespace"] = plan.namespace;
  for (const name of ["resourceVersion", "deletionTimestamp", "ownerReferences"]) delete wanted.metadata[name];
  const collection = collectionPath(seed, isNamespaced ? plan.namespace : undefined);
  const ask = async (question: Question) => outcomeOf(servers, seed, question);
  const created = await ask({ method: "POST", path: `${collection}?fieldValidation=Strict`, body: wanted });
  const outcomes = [created];
  const { metadata } = created.real.body as { readonly metadata?: Readonly<Record<string, unknown>> };
  const path = `${collection}/${encodeURIComponent(String(metadata?.["name"] ?? wanted.metadata["name"]))}`;
  if (created.real.code === 201 && created.own.code === 201) {
    const object = (await servers.real.call("GET", path)).body as ApiObject;
    for (const question of changesOf(seed, path, object, plan)) outcomes.push(await ask(question));
    outcomes.push(await ask({ method: "GET", path }));
    outcomes.push(await ask({ method: "DELETE", path: `${path}?gracePeriodSeconds=0` }));
  }
  if (created.real.code === 201) await remove(servers.real, path);
  if (created.own.code === 201) await remove(servers.own, path);
  return outcomes;
}

async function remove(server: RealServer, path: string): Promise<void> {
  await server.call("DELETE", `${path}?gracePeriodSeconds=0&propagationPolicy=Background`);
  await server.call("PATCH", path, { metadata: { finalizers: null } });
}

const strategic = "application/strategic-merge-patch+json";

/** Tried out only, so that each begins with the object as it was created. */
function* changesOf(
  seed: Seed,
  path: string,
  object: ApiObject,
  { samples, seed: number, edits }: Plan,
): Iterable<Question> {
  const { resourceVersion: _theirs, uid: _id, managedFields: _who, ...metadata } = object.metadata;
  const base = { ...object, metadata };
  const random = new Random(number);
  const query = "?dryRun=All&fieldValidation=Strict";
  const hasStatus = seed.kind.resource?.subresources?.includes("status") === true;
  for (const { change } of drawEdits(candidateEdits(base, seed.version.schema, samples), edits, random)) {
    const body = edited(base, change);
    const [field] = "set" in change ? change.set : change.remove;
    const at = field === "status" && hasStatus ? `${path}/status` : path;
    if (seed.kind.resource?.needsResourceVersion !== true) yield { method: "PUT", path: at + query, body };
    if (!isPlainObject(body)) continue;
    const part = { [String(field)]: body[String(field)] ?? null };
    const type = random.next() < 0.5 ? strategic : "application/merge-patch+json";
    yield { method: "PATCH", path: at + query, body: part, type };
  }
}

async function outcomeOf({ real, own }: Servers, seed: Seed, question: Question): Promise<WriteOutcome> {
  const { method, path, body, type } = question;
  const [theirs, ours] = await Promise.all([real.call(method, path, body, type), own.call(method, path, body, type)]);
  const kind = seed.object.kind;
  const request = `${method} ${path} ${body === undefined ? "" : JSON.stringify(body)}`;
  const isSameVerdict = theirs.code === ours.code;
  const outcome = { kind, request, file: seed.file, real: theirs, own: ours, isSameVerdict };
  if (!isSameVerdict) return outcome;
  if (theirs.code >= 400) return { ...outcome, isSameFields: isDeepStrictEqual(fieldsOf(theirs), fieldsOf(ours)) };
  return { ...outcome, differences: differencesOf(normalized(theirs.body), normalized(ours.body)) };
}

interface Status {
  readonly details?: { readonly causes?: readonly { readonly field?: string }[] };
}

const fieldsOf = ({ body }: Answer): readonly string[] =>
  [...new Set(((body as Status).details?.causes ?? []).map(({ field = "" }) => field))].sort();

const ownMetadata = ["uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "managedFields"];

/** Without what differs from one server, and one moment, to the next. */
function normalized(body: Readonly<Record<string, unknown>>): unknown {
  const metadata = isPlainObject(body["metadata"]) ? body["metadata"] : {};
  const uid = String(metadata["uid"] ?? (isPlainObject(body["details"]) ? body["details"]["uid"] : ""));
  const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownMetadata.includes(name)));
  const text = JSON.stringify({ ...body, metadata: kept });
  const anonymous = uid === "" ? text : text.replaceAll(uid, "<uid>");
  return JSON.parse(
    anonymous
      .replaceAll(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<made>")
      .replaceAll(/"(clusterIPs?)":(?:\[[^\]]*\d[^\]]*\]|"\d[^"]*")/g, '"$1":"<allocated>"')
      .replaceAll(/"(nodePort|healthCheckNodePort)":\d+/g, '"$1":"<allocated>"')
      .replaceAll(recentTime(), '"<now>"'),
  );
}

/** Times of today. */
const recentTime = (): RegExp => new RegExp(`"${new Date().toISOString().slice(0, 10)}T[^"]*Z"`, "g");

function differencesOf(theirs: unknown, ours: unknown, path: readonly (string | number)[] = []): readonly string[] {
  if (isDeepStrictEqual(theirs, ours)) return [];
  if (isPlainObject(theirs) && isPlainObject(ours)) {
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
    return names.flatMap((name) => differencesOf(theirs[name], ours[name], [...path, name]));
  }
  if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length === ours.length) {
    return theirs.flatMap((item, index) => differencesOf(item, ours[index], [...path, index]));
  }
  return [`${formatPath(path)}: theirs ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}`];
}

const maxTextLength = 400;

export function reportWrites(outcomes: readonly WriteOutcome[]): { readonly text: string; readonly agreement: number } {
  const wrong = outcomes.filter(({ isSameVerdict }) => !isSameVerdict);
  const refused = outcomes.filter(({ isSameFields }) => isSameFields !== undefined);
  const otherFields = refused.filter(({ isSameFields }) => isSameFields === false);
  const stored = outcomes.filter(({ differences }) => differences !== undefined);
  const otherObjects = stored.filter(({ differences = [] }) => differences.length > 0);
  const percent = (bad: number, all: number) => `${(100 * (1 - bad / Math.max(all, 1))).toFixed(2)} % of ${all}`;
  const kinds = new Set(outcomes.map(({ kind }) => kind)).size;
  const lines = [
    ...wrong.map((item) => `verdict ${shown(item)}`),
    ...otherFields.map((item) => `fields ${shown(item)}`),
    ...otherObjects.map((item) => `object ${shown(item)}`),
    `${outcomes.length} writes of ${kinds} kinds: verdict ${percent(wrong.length, outcomes.length)}, ` +
      `fields ${percent(otherFields.length, refused.length)} refused, objects ${percent(otherObjects.length, stored.length)}`,
  ];
  return { text: lines.join("\n"), agreement: 1 - wrong.length / Math.max(outcomes.length, 1) };
}

function shown({ kind, request, file, real, own, differences = [] }: WriteOutcome): string {
  const words = ({ code, body }: Answer) => `${code} ${String(body["message"] ?? "")}`.slice(0, maxTextLength);
  const what =
    differences.length > 0
      ? differences.map((text) => text.slice(0, maxTextLength)).join("\n    ")
      : `theirs: ${words(real)}\n    ours: ${words(own)}`;
  return `${kind} ${file}\n    ${request.slice(0, maxTextLength)}\n    ${what}`;
}
