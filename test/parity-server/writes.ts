/**
 * Sends the same writes to a real kube-apiserver and to this server. Objects are created in both, changed in several
 * ways and deleted, and the responses are compared: verdict, causes and the stored object.
 */
import { isDeepStrictEqual } from "node:util";
import { formatPath } from "../../src/diagnostic/path.ts";
import { memberOf } from "../../src/json/member.ts";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { applyEdit, type Change } from "../kinds/edited.ts";
import { candidateEdits, drawEdits } from "./edits.ts";
import { Random } from "./random.ts";
import { type Answer, type RealServer, warningsIn, withoutOwnAdvice } from "./real-server.ts";
import type { SampleValues } from "./sample-values.ts";
import type { ApiObject, Seed } from "./seeds.ts";
import { collectionPath, readSettled, removeAtOnce, withoutSideEffects } from "./stored-objects.ts";

export interface Servers {
  readonly real: RealServer;
  readonly own: RealServer;
}

/** A request with the responses of both servers. */
export interface WriteOutcome {
  readonly kind: string;
  readonly request: string;
  readonly file: string;
  readonly real: Answer;
  readonly own: Answer;
  readonly isSameVerdict: boolean;
  /** Whether the real server failed, as it does for every strategic merge patch of a CertificateSigningRequest. */
  readonly isTheirFault?: boolean;
  /** Undefined if both servers accept the request. */
  readonly isSameFields?: boolean;
  /** Whether the messages are the same, too; undefined if both servers accept the request. */
  readonly isSameMessage?: boolean;
  /** Undefined if a server rejects the request. */
  readonly differences?: readonly string[];
  /** Undefined if the verdicts differ. */
  readonly isSameWarnings?: boolean;
}

export interface Plan {
  readonly samples: SampleValues;
  readonly seed: number;
  readonly namespace: string;
  /** The number of edits per object. */
  readonly edits: number;
  /** Only edits whose sort matches, such as `^add metadata`. */
  readonly sorts?: RegExp | undefined;
}

/** A request to one server, with the names and values that this server generated. */
interface Question {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
}

/** Builds a request for the object that a server stores. */
type Ask = (stored: ApiObject, path: string) => Question;

/**
 * Yields the outcomes of each object as soon as it is done. @param isWanted - whether the object is in this piece of
 * the run
 */
export async function* compareWrites(
  servers: Servers,
  seeds: readonly Seed[],
  { isWanted, ...plan }: Plan & { isWanted(seed: Seed, index: number): boolean },
): AsyncIterable<{ readonly seed: Seed; readonly outcomes: readonly WriteOutcome[] }> {
  for (const [index, seed] of seeds.entries()) {
    if (!isWanted(seed, index)) continue;
    yield { seed, outcomes: await writesOf(servers, seed, { ...plan, seed: plan.seed * 1000 + index }) };
  }
}

async function writesOf({ real, own }: Servers, seed: Seed, plan: Plan): Promise<readonly WriteOutcome[]> {
  const wanted = withoutSideEffects(structuredClone(seed.object));
  const isNamespaced = seed.kind.resource?.scope === "Namespaced";
  if (isNamespaced) wanted.metadata["namespace"] = plan.namespace;
  for (const name of ["resourceVersion", "deletionTimestamp", "ownerReferences"]) delete wanted.metadata[name];
  const collection = collectionPath(seed, isNamespaced ? plan.namespace : undefined);
  const outcomes: WriteOutcome[] = [];
  const sendToBoth = async (theirs: Question, ours = theirs) => {
    const [first, second] = await Promise.all([send(real, theirs), send(own, ours)]);
    outcomes.push(outcomeOf(seed, theirs, { real: first, own: second }));
    return [first, second] as const;
  };
  for (const body of variantsOf(seed, wanted, plan)) {
    await sendToBoth({ method: "POST", path: `${collection}?dryRun=All&fieldValidation=Strict`, body });
  }
  const creation = { method: "POST", path: `${collection}?fieldValidation=Strict`, body: wanted };
  const [theirs, ours] = await sendToBoth(creation);
  const pathOf = ({ body }: Answer) => `${collection}/${encodeURIComponent(nameOf(body) ?? nameOf(wanted) ?? "")}`;
  if (theirs.code === 201 && ours.code === 201) {
    const stored = [await readSettled(real, pathOf(theirs)), await readSettled(own, pathOf(ours))] as const;
    for (const ask of [...changesOf(seed, stored[0], plan), get, removal]) {
      const [first, second] = [ask(stored[0], pathOf(theirs)), questionIfPossible(() => ask(stored[1], pathOf(ours)))];
      if (second) await sendToBoth(first, second);
    }
  }
  if (theirs.code === 201) await removeAtOnce(real, pathOf(theirs));
  if (ours.code === 201) await removeAtOnce(own, pathOf(ours));
  return outcomes;
}

/** Returns variants of the object to create. */
function variantsOf(seed: Seed, wanted: ApiObject, plan: Plan): readonly ApiObject[] {
  // A separate generator, so that further edits here do not change those of the stored object.
  const random = new Random(plan.seed + 500_000);
  return editsOf(seed, wanted, plan, random).map(({ change }) => applyEdit(wanted, change) as ApiObject);
}

function editsOf(seed: Seed, object: ApiObject, { samples, edits, sorts }: Plan, random: Random) {
  const candidates = candidateEdits(object, seed.version.schema, samples);
  return drawEdits(sorts ? candidates.filter(({ sort }) => sorts.test(sort)) : candidates, edits, random);
}

/**
 * Returns undefined if the object in this server lacks the field that the edit changes; that difference has been
 * counted already.
 */
function questionIfPossible(make: () => Question): Question | undefined {
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

const strategic = "application/strategic-merge-patch+json";
const patchTypes = [
  strategic,
  "application/merge-patch+json",
  "application/json-patch+json",
  "application/apply-patch+yaml",
] as const;

/** Yields dry runs, so that each of them starts from the object as it was created. */
function* changesOf(seed: Seed, object: ApiObject, plan: Plan): Iterable<Ask> {
  const random = new Random(plan.seed);
  const query = "?dryRun=All&fieldValidation=Strict";
  const hasStatus = seed.kind.resource?.subresources?.includes("status") === true;
  for (const { change } of editsOf(seed, withoutManagedFields(object), plan, random)) {
    const [field] = "set" in change ? change.set : change.remove;
    const below = field === "status" && hasStatus ? "/status" : "";
    const type = random.pick(patchTypes) ?? strategic;
    const editStored = (stored: ApiObject) => applyEdit(withoutManagedFields(stored), change) as ApiObject;
    yield (stored, path) => ({ method: "PUT", path: path + below + query, body: editStored(stored) });
    yield (stored, path) => ({
      method: "PATCH",
      path: `${path}${below}${query}${type === "application/apply-patch+yaml" ? "&fieldManager=parity&force=true" : ""}`,
      body:
        type === "application/json-patch+json" ? jsonPatch(stored, change) : patchTo(editStored(stored), field, type),
      type,
    });
  }
}

/** Returns the whole object for an apply patch, and only the changed field for a merge patch. */
function patchTo(changed: ApiObject, field: string | number | undefined, type: string): unknown {
  const { resourceVersion: _any, ...metadata } = changed.metadata ?? {};
  const body = { ...changed, metadata };
  return type === "application/apply-patch+yaml" ? body : { [String(field)]: memberOf(body, String(field)) ?? null };
}

function jsonPatch(stored: ApiObject, change: Change): unknown {
  const steps = "set" in change ? change.set : change.remove;
  const path = steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  if (!("set" in change)) return [{ op: "remove", path }];
  const held = steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], stored);
  return [{ op: held === undefined ? "add" : "replace", path, value: change.to }];
}

function withoutManagedFields({ metadata: { managedFields: _who, ...metadata }, ...object }: ApiObject): ApiObject {
  return { ...object, metadata } as ApiObject;
}

type Answers = Pick<WriteOutcome, "real" | "own">;

/** A panic results in a 500, or in a closed connection (0). */
const hasFailed = ({ code }: Answer): boolean => code === 500 || code === 0;

function outcomeOf(seed: Seed, { method, path, body }: Question, { real, own }: Answers): WriteOutcome {
  const kind = seed.object.kind;
  const request = `${method} ${path} ${body === undefined ? "" : JSON.stringify(body)}`;
  const isSameVerdict = real.code === own.code;
  const outcome = { kind, request, file: seed.file, real, own, isSameVerdict };
  if (hasFailed(real)) return { ...outcome, isTheirFault: true, isSameVerdict: true };
  if (!isSameVerdict) return outcome;
  const isSameWarnings = isDeepStrictEqual(warningsOf(real), warningsOf(own));
  if (real.code >= 400) {
    const isSameMessage = withoutMade(String(real.body["message"])) === withoutMade(String(own.body["message"]));
    const isSameFields = isDeepStrictEqual(fieldsOf(real), fieldsOf(own));
    return { ...outcome, isSameFields, isSameMessage, isSameWarnings };
  }
  const differences = differencesOf(normalized(real.body), normalized(own.body));
  const known = knownGaps.get(kind);
  const counted = differences.filter((text) => known === undefined || !known.test(text));
  return { ...outcome, differences: counted, isSameWarnings };
}

const warningsOf = ({ headers }: Answer): readonly string[] =>
  withoutOwnAdvice(warningsIn(String(headers?.["warning"] ?? ""))).map(withoutMade);

const madeByDefinitions = /^(?:status|kind|apiVersion|spec|details|metadata\.(?:name|generation|finalizers))\b/;

/** Fields that controllers inside of kube-apiserver write and those of this server do not, by kind. */
const knownGaps: ReadonlyMap<string, RegExp> = new Map([
  ["APIService", /^status\b/],
  ["CustomResourceDefinition", madeByDefinitions],
  ["FlowSchema", /^status\.conditions\b/],
]);

interface Status {
  readonly details?: { readonly causes?: readonly { readonly field?: string }[] };
}

const causesOf = ({ body }: Answer): readonly string[] =>
  ((body["details"] as { causes?: { field?: string; message?: string }[] })?.causes ?? []).map(
    ({ field = "", message = "" }) => withoutMade(`${field}: ${message}`),
  );

/** Replaces the parts of a text that each server generates: UIDs, times, names of token volumes. */
const withoutMade = (text: string): string =>
  text
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "<uid>")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>")
    .replace(/(kube-api-access)-\w{5}/g, "$1-<made>");

const fieldsOf = ({ body }: Answer): readonly string[] =>
  [...new Set(((body as Status).details?.causes ?? []).map(({ field = "" }) => field))].sort();

/** Includes `selfLink`, which appears in the response to a dry run but is never stored. */
const ownMetadata = ["uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "managedFields", "selfLink"];

/** Removes values that differ between servers and over time. */
export function normalized(body: Readonly<Record<string, unknown>>): unknown {
  const metadata = isPlainObject(body["metadata"]) ? body["metadata"] : {};
  const uid = String(metadata["uid"] ?? (isPlainObject(body["details"]) ? body["details"]["uid"] : ""));
  const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownMetadata.includes(name)));
  const text = JSON.stringify({ ...body, metadata: kept });
  const anonymous = uid === "" ? text : text.replaceAll(uid, "<made>");
  return JSON.parse(
    anonymous
      .replaceAll(/("name":"[a-z0-9.-]*[-.])[bcdfghjklmnpqrstvwxz2456789]{5}"/g, '$1<made>"')
      .replaceAll(/"name":"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"name":"<made>"')
      .replaceAll(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<made>")
      .replaceAll(/"(clusterIPs?)":(?:\[[^\]]*\d[^\]]*\]|"\d[^"]*")/g, '"$1":"<allocated>"')
      .replaceAll(/"(nodePort|healthCheckNodePort)":\d+/g, '"$1":"<allocated>"')
      .replaceAll(recentTime(), '"<now>"'),
  );
}

/** Matches times of today. */
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
const maxRequestLength = 1500;

/** Counts outcomes and the shares of them that match kube-apiserver. */
export class WriteScores {
  private readonly kinds = new Set<string>();
  private readonly verdictShare = new Share();
  private readonly fieldShare = new Share();
  private readonly messageShare = new Share();
  private readonly objectShare = new Share();
  private readonly warningShare = new Share();
  private theirFaults = 0;

  add({ kind, isTheirFault, isSameVerdict, ...same }: WriteOutcome): void {
    const { isSameFields, isSameMessage, differences, isSameWarnings } = same;
    if (isTheirFault) this.theirFaults++;
    if (isTheirFault) return;
    this.kinds.add(kind);
    this.verdictShare.add(isSameVerdict);
    if (isSameFields !== undefined) this.fieldShare.add(isSameFields);
    if (isSameMessage !== undefined) this.messageShare.add(isSameMessage);
    if (differences !== undefined) this.objectShare.add(differences.length === 0);
    if (isSameWarnings !== undefined) this.warningShare.add(isSameWarnings);
  }

  get verdicts(): number {
    return this.verdictShare.value;
  }

  /** The share among the writes that both servers reject. */
  get fields(): number {
    return this.fieldShare.value;
  }

  /** The share among the writes that both servers accept. */
  get objects(): number {
    return this.objectShare.value;
  }

  toString(): string {
    return (
      `${this.kinds.size} kinds: verdict ${this.verdictShare}, fields ${this.fieldShare} refused, ` +
      `messages ${this.messageShare}, ` +
      `objects ${this.objectShare} accepted, warnings ${this.warningShare}; kube-apiserver itself failed in ${this.theirFaults}`
    );
  }
}

class Share {
  private good = 0;
  private whole = 0;

  add(isGood: boolean): void {
    this.whole++;
    if (isGood) this.good++;
  }

  /** 1 without any outcomes. */
  get value(): number {
    return this.whole === 0 ? 1 : this.good / this.whole;
  }

  toString(): string {
    return `${(100 * this.value).toFixed(2)} % of ${this.whole}`;
  }
}

/** Returns a text for each outcome that differs from kube-apiserver's. */
export function describeDifferences(outcomes: readonly WriteOutcome[]): readonly string[] {
  return outcomes.flatMap((outcome) => {
    if (!outcome.isSameVerdict) return [`verdict ${shownOutcome(outcome)}`];
    if (outcome.isSameFields === false) return [`fields ${shownOutcome(outcome)}`];
    return (outcome.differences ?? []).length > 0 ? [`object ${shownOutcome(outcome)}`] : [];
  });
}

/**
 * Returns a JSON line for each response whose wording differs: its warnings, or the causes that only one server
 * returns.
 */
export function describeWords(outcomes: readonly WriteOutcome[]): readonly string[] {
  return outcomes.flatMap(({ kind, file, real, own, isSameMessage, isSameWarnings }) => {
    if (isSameWarnings === false) {
      return [JSON.stringify({ kind, file, warnings: { theirs: warningsOf(real), ours: warningsOf(own) } })];
    }
    if (isSameMessage !== false) return [];
    const [theirs, ours] = [causesOf(real), causesOf(own)];
    const causesOnlyIn = (causes: readonly string[], others: readonly string[]) =>
      causes.filter((text) => !others.includes(text));
    const [missed, added] = [causesOnlyIn(theirs, ours), causesOnlyIn(ours, theirs)];
    // The same causes in another order, or no causes.
    const isInMessage = missed.length + added.length === 0;
    const causeText = isInMessage
      ? { theirs: [String(real.body["message"])], ours: [String(own.body["message"])] }
      : { theirs: missed, ours: added };
    return [JSON.stringify({ kind, file, ...causeText })];
  });
}

function shownOutcome({ kind, request, file, real, own, differences = [] }: WriteOutcome): string {
  const shownAnswer = (answer: Answer) =>
    `${answer.code} ${String(answer.body["message"] ?? "")
      .replaceAll("\n", " ")
      .slice(0, maxTextLength)} ${fieldsOf(answer).join(" ")}`;
  const what =
    differences.length > 0
      ? differences.map((text) => text.slice(0, maxTextLength)).join("\n    ")
      : `theirs: ${shownAnswer(real)}\n    ours: ${shownAnswer(own)}`;
  return `${kind} ${file}\n    ${request.slice(0, maxRequestLength)}\n    ${what}`;
}
