/**
 * The same writes to a real kube-apiserver and to ours: objects are created in both, each is changed in several ways and
 * deleted, and the answers are held against each other: verdict, causes and the object as it is stored.
 */
import { isDeepStrictEqual } from "node:util";
import { formatPath } from "../../src/diagnostic/path.ts";
import { memberOf } from "../../src/json/member.ts";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { edited } from "../kinds/edited.ts";
import { candidateEdits, drawEdits } from "./edits.ts";
import { Random } from "./random.ts";
import type { Answer, RealServer } from "./real-server.ts";
import type { SampleValues } from "./sample-values.ts";
import type { ApiObject, Seed } from "./seeds.ts";
import { collectionPath, harmless, settled } from "./stored-objects.ts";

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
  /** Whether the real server failed, such as in every strategic merge patch of a CertificateSigningRequest. */
  readonly isTheirFault?: boolean;
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

/** The requests to one server; the names that each makes up, and the values that each gave out, are its own. */
interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
}

/** The same of an object of one server. */
type Ask = (stored: ApiObject, path: string) => Question;

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

async function writesOf({ real, own }: Servers, seed: Seed, plan: Plan): Promise<readonly WriteOutcome[]> {
  const wanted = harmless(structuredClone(seed.object));
  const isNamespaced = seed.kind.resource?.scope === "Namespaced";
  if (isNamespaced) wanted.metadata["namespace"] = plan.namespace;
  for (const name of ["resourceVersion", "deletionTimestamp", "ownerReferences"]) delete wanted.metadata[name];
  const collection = collectionPath(seed, isNamespaced ? plan.namespace : undefined);
  const creation = { method: "POST", path: `${collection}?fieldValidation=Strict`, body: wanted };
  const [theirs, ours] = await Promise.all([send(real, creation), send(own, creation)]);
  const outcomes = [outcomeOf(seed, creation, { real: theirs, own: ours })];
  const pathOf = ({ body }: Answer) => `${collection}/${encodeURIComponent(nameOf(body) ?? nameOf(wanted) ?? "")}`;
  if (theirs.code === 201 && ours.code === 201) {
    const stored = [await settled(real, pathOf(theirs)), await settled(own, pathOf(ours))] as const;
    const asks = [...changesOf(seed, stored[0], plan), get, removal];
    for (const ask of asks) {
      const [first, second] = [ask(stored[0], pathOf(theirs)), orUndefined(() => ask(stored[1], pathOf(ours)))];
      if (!second) continue;
      const answers = await Promise.all([send(real, first), send(own, second)]);
      outcomes.push(outcomeOf(seed, first, { real: answers[0], own: answers[1] }));
    }
  }
  if (theirs.code === 201) await remove(real, pathOf(theirs));
  if (ours.code === 201) await remove(own, pathOf(ours));
  return outcomes;
}

/** Where our object lacks what the edit is in, it has been counted as another one already. */
function orUndefined(make: () => Question): Question | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

const get: Ask = (_stored, path) => ({ method: "GET", path });
const removal: Ask = (_stored, path) => ({ method: "DELETE", path: `${path}?gracePeriodSeconds=0` });

const send = (server: RealServer, { method, path, body, type }: Question): Promise<Answer> =>
  server.call(method, path, body, type);

const nameOf = ({ metadata }: Record<string, unknown>): string | undefined =>
  isPlainObject(metadata) && metadata["name"] !== undefined ? String(metadata["name"]) : undefined;

async function remove(server: RealServer, path: string): Promise<void> {
  await server.call("DELETE", `${path}?gracePeriodSeconds=0&propagationPolicy=Background`);
  if (/^\/api\/v1\/namespaces\/[^/]+$/.test(path)) await server.call("PUT", `${path}/finalize`, unheld(path));
  await server.call("PATCH", path, { metadata: { finalizers: null } });
}

/** A namespace that nothing holds; nobody empties it here. */
const unheld = (path: string): object => ({ metadata: { name: path.split("/").at(-1) }, spec: { finalizers: [] } });

const strategic = "application/strategic-merge-patch+json";

/** Tried out only, so that each begins with the object as it was created. */
function* changesOf(seed: Seed, object: ApiObject, { samples, seed: number, edits }: Plan): Iterable<Ask> {
  const random = new Random(number);
  const query = "?dryRun=All&fieldValidation=Strict";
  const hasStatus = seed.kind.resource?.subresources?.includes("status") === true;
  for (const { change } of drawEdits(candidateEdits(plain(object), seed.version.schema, samples), edits, random)) {
    const [field] = "set" in change ? change.set : change.remove;
    const below = field === "status" && hasStatus ? "/status" : "";
    const type = random.next() < 0.5 ? strategic : "application/merge-patch+json";
    const changed = (stored: ApiObject) => edited(plain(stored), change) as ApiObject;
    yield (stored, path) => ({ method: "PUT", path: path + below + query, body: changed(stored) });
    yield (stored, path) => {
      const { resourceVersion: _any, ...metadata } = changed(stored).metadata ?? {};
      const body = { ...changed(stored), metadata };
      return {
        method: "PATCH",
        path: path + below + query,
        body: { [String(field)]: memberOf(body, String(field)) ?? null },
        type,
      };
    };
  }
}

function plain({ metadata: { managedFields: _who, ...metadata }, ...object }: ApiObject): ApiObject {
  return { ...object, metadata } as ApiObject;
}

type Answers = Pick<WriteOutcome, "real" | "own">;

function outcomeOf(seed: Seed, { method, path, body }: Question, { real, own }: Answers): WriteOutcome {
  const kind = seed.object.kind;
  const request = `${method} ${path} ${body === undefined ? "" : JSON.stringify(body)}`;
  const isSameVerdict = real.code === own.code;
  const outcome = { kind, request, file: seed.file, real, own, isSameVerdict };
  if (real.code === 500) return { ...outcome, isTheirFault: true, isSameVerdict: true };
  if (!isSameVerdict) return outcome;
  if (real.code >= 400) return { ...outcome, isSameFields: isDeepStrictEqual(fieldsOf(real), fieldsOf(own)) };
  const differences = differencesOf(normalized(real.body), normalized(own.body));
  const known = knownGaps.get(kind);
  return { ...outcome, differences: differences.filter((text) => known === undefined || !known.test(text)) };
}

const madeByDefinitions = /^(?:status|kind|apiVersion|spec|details|metadata\.(?:name|generation|finalizers))\b/;

/** Fields that controllers inside kube-apiserver write and ours does not, by kind. */
const knownGaps: ReadonlyMap<string, RegExp> = new Map([
  ["APIService", /^status\b/],
  ["CustomResourceDefinition", madeByDefinitions],
  ["FlowSchema", /^status\.conditions\b/],
]);

interface Status {
  readonly details?: { readonly causes?: readonly { readonly field?: string }[] };
}

const fieldsOf = ({ body }: Answer): readonly string[] =>
  [...new Set(((body as Status).details?.causes ?? []).map(({ field = "" }) => field))].sort();

/** A link to itself is kept in what a dry run answers, and never stored. */
const ownMetadata = ["uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "managedFields", "selfLink"];

/** Without what differs from one server, and one moment, to the next. */
export function normalized(body: Readonly<Record<string, unknown>>): unknown {
  const metadata = isPlainObject(body["metadata"]) ? body["metadata"] : {};
  const uid = String(metadata["uid"] ?? (isPlainObject(body["details"]) ? body["details"]["uid"] : ""));
  const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownMetadata.includes(name)));
  const text = JSON.stringify({ ...body, metadata: kept });
  const anonymous = uid === "" ? text : text.replaceAll(uid, "<made>");
  return JSON.parse(
    anonymous
      .replaceAll(/("name":"[a-z0-9.-]*[-.])[bcdfghjklmnpqrstvwxz2456789]{5}"/g, '$1<made>"')
      .replaceAll(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<made>")
      .replaceAll(/"(clusterIPs?)":(?:\[[^\]]*\d[^\]]*\]|"\d[^"]*")/g, '"$1":"<allocated>"')
      .replaceAll(/"(nodePort|healthCheckNodePort)":\d+/g, '"$1":"<allocated>"')
      .replaceAll(recentTime(), '"<now>"'),
  );
}

/** Times of today. */
const recentTime = (): RegExp => new RegExp(`"${new Date().toISOString().slice(0, 10)}T[^"]*Z"`, "g");

export function differencesOf(
  theirs: unknown,
  ours: unknown,
  path: readonly (string | number)[] = [],
): readonly string[] {
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

export function reportWrites(all: readonly WriteOutcome[]): {
  readonly text: string;
  readonly verdicts: number;
  readonly fields: number;
  readonly objects: number;
} {
  const outcomes = all.filter(({ isTheirFault }) => !isTheirFault);
  const wrong = outcomes.filter(({ isSameVerdict }) => !isSameVerdict);
  const refused = outcomes.filter(({ isSameFields }) => isSameFields !== undefined);
  const otherFields = refused.filter(({ isSameFields }) => isSameFields === false);
  const stored = outcomes.filter(({ differences }) => differences !== undefined);
  const otherObjects = stored.filter(({ differences = [] }) => differences.length > 0);
  const share = (bad: number, whole: number) => 1 - bad / Math.max(whole, 1);
  const percent = (bad: number, whole: number) => `${(100 * share(bad, whole)).toFixed(2)} % of ${whole}`;
  const kinds = new Set(outcomes.map(({ kind }) => kind)).size;
  const lines = [
    ...wrong.map((item) => `verdict ${shown(item)}`),
    ...otherFields.map((item) => `fields ${shown(item)}`),
    ...otherObjects.map((item) => `object ${shown(item)}`),
    `kube-apiserver itself failed in ${all.length - outcomes.length} of ${all.length}`,
    `${outcomes.length} writes of ${kinds} kinds: verdict ${percent(wrong.length, outcomes.length)}, ` +
      `fields ${percent(otherFields.length, refused.length)} refused, objects ${percent(otherObjects.length, stored.length)}`,
  ];
  return {
    text: lines.join("\n"),
    verdicts: share(wrong.length, outcomes.length),
    fields: share(otherFields.length, refused.length),
    objects: share(otherObjects.length, stored.length),
  };
}

function shown({ kind, request, file, real, own, differences = [] }: WriteOutcome): string {
  const words = ({ code, body }: Answer) =>
    `${code} ${String(body["message"] ?? "")}`.replaceAll("\n", " ").slice(0, maxTextLength);
  const what =
    differences.length > 0
      ? differences.map((text) => text.slice(0, maxTextLength)).join("\n    ")
      : `theirs: ${words(real)}\n    ours: ${words(own)}`;
  return `${kind} ${file}\n    ${request.slice(0, maxTextLength)}\n    ${what}`;
}
