/**
 * Sends the same sequences of writes by several managers, including server-side apply, to a real kube-apiserver and to
 * this server, and compares the responses and the managed fields after each step.
 */
import { isDeepStrictEqual } from "node:util";
import { isPlainObject } from "../../src/json/plain-object.ts";
import type { FieldSchema } from "../../src/schema/decode-schema.ts";
import { applyEdit } from "../kinds/edited.ts";
import { candidateEdits } from "./edits.ts";
import { Random } from "./random.ts";
import type { Answer, RealServer } from "./real-server.ts";
import type { SampleValues } from "./sample-values.ts";
import type { ApiObject, Seed } from "./seeds.ts";
import { collectionPath, readSettled, removeAtOnce, withoutSideEffects } from "./stored-objects.ts";

export interface Servers {
  readonly real: RealServer;
  readonly own: RealServer;
}

interface Step {
  readonly method: string;
  readonly path: string;
  readonly type?: string;
  readonly body: unknown;
}

export interface StepOutcome {
  readonly kind: string;
  readonly step: Step;
  readonly index: number;
  readonly real: Answer;
  readonly own: Answer;
  readonly differences: readonly string[];
}

export interface Plan {
  readonly samples: SampleValues;
  readonly seed: number;
  readonly namespace: string;
  /** The number of sequences per object. */
  readonly sequences: number;
  /** The maximum number of steps per sequence. */
  readonly steps: number;
}

const applyType = "application/apply-patch+yaml";
const managers = ["a", "b", "c", "kubectl"];

/**
 * Yields the outcomes of each object as soon as it is done. @param isWanted - whether the object is in this piece of
 * the run
 */
export async function* compareSequences(
  servers: Servers,
  seeds: readonly Seed[],
  { isWanted, ...plan }: Plan & { isWanted(seed: Seed, index: number): boolean },
): AsyncIterable<readonly StepOutcome[]> {
  for (const [index, seed] of seeds.entries()) {
    if (!isWanted(seed, index)) continue;
    for (let sequence = 0; sequence < plan.sequences; sequence++) {
      const random = new Random(plan.seed * 100_000 + index * 100 + sequence);
      yield await sequenceOf(servers, seed, { ...plan, random });
    }
  }
}

interface Draw extends Plan {
  readonly random: Random;
}

async function sequenceOf(servers: Servers, seed: Seed, plan: Draw): Promise<readonly StepOutcome[]> {
  const base = withoutSideEffects(structuredClone(seed.object));
  const isNamespaced = seed.kind.resource?.scope === "Namespaced";
  if (isNamespaced) base.metadata["namespace"] = plan.namespace;
  for (const name of ["resourceVersion", "deletionTimestamp", "ownerReferences", "generateName", "uid"]) {
    delete base.metadata[name];
  }
  const name = String(base.metadata["name"] ?? "made");
  base.metadata["name"] = name;
  const collection = collectionPath(seed, isNamespaced ? plan.namespace : undefined);
  const path = `${collection}/${encodeURIComponent(name)}`;
  const outcomes: StepOutcome[] = [];
  try {
    for (let index = 0; index < plan.steps; index++) {
      const step = index === 0 ? firstStep(base, { path, collection }, plan) : laterStep(seed, base, path, plan);
      const outcome = await outcomeOf(servers, seed, index, step);
      outcomes.push(outcome);
      if (index === 0) await Promise.all([readSettled(servers.real, path), readSettled(servers.own, path)]);
      if (outcome.differences.length > 0 || (index === 0 && outcome.real.code >= 400)) break;
    }
  } finally {
    await Promise.all([removeAtOnce(servers.real, path), removeAtOnce(servers.own, path)]);
  }
  return outcomes;
}

interface Paths {
  readonly path: string;
  readonly collection: string;
}

function firstStep(base: ApiObject, { path, collection }: Paths, { random }: Draw): Step {
  const manager = random.pick(managers);
  if (random.next() < 0.5) {
    return { method: "PATCH", path: `${path}?fieldManager=${manager}`, type: applyType, body: base };
  }
  return { method: "POST", path: `${collection}?fieldManager=${manager}`, body: base };
}

function laterStep(seed: Seed, base: ApiObject, path: string, draw: Draw): Step {
  const { random } = draw;
  const manager = random.pick(managers);
  const query = `fieldManager=${manager}${random.next() < 0.15 ? "&dryRun=All" : ""}`;
  const hasStatus = seed.kind.resource?.subresources?.includes("status") === true;
  const at = hasStatus && random.next() < 0.2 ? `${path}/status` : path;
  const way = random.next();
  if (way < 0.6) {
    const force = random.next() < 0.5 ? "&force=true" : "";
    return { method: "PATCH", path: `${at}?${query}${force}`, type: applyType, body: configuration(seed, base, draw) };
  }
  if (way < 0.63) return { method: "PATCH", path: `${at}?${query}`, body: { metadata: { managedFields: [{}] } } };
  const changed = configuration(seed, base, draw);
  const type = random.next() < 0.5 ? "application/merge-patch+json" : "application/strategic-merge-patch+json";
  if (way < 0.85) return { method: "PATCH", path: `${at}?${query}`, type, body: changed };
  const needsVersion = seed.kind.resource?.needsResourceVersion === true;
  const body = needsVersion ? changed : edit(seed, base, draw);
  return { method: needsVersion ? "PATCH" : "PUT", path: `${at}?${query}`, body };
}

/** Returns a part of the object, sometimes with a changed value. */
function configuration(seed: Seed, base: ApiObject, draw: Draw): unknown {
  const { random } = draw;
  const from = random.next() < 0.5 ? edit(seed, base, draw) : base;
  const { schema } = seed.version;
  const share = random.pick([0.3, 0.6, 0.9, 1]) ?? 1;
  const {
    apiVersion,
    kind,
    metadata: { name, namespace },
  } = base;
  const part = partOf(from, schema, share, random) as Record<string, unknown>;
  const metadata = {
    ...(isPlainObject(part["metadata"]) ? part["metadata"] : {}),
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(random.next() < 0.4 ? { labels: drawLabels(random) } : {}),
    ...(random.next() < 0.2 ? { annotations: drawLabels(random) } : {}),
    ...(random.next() < 0.1
      ? { finalizers: ["example.org/x", "example.org/y"].slice(random.next() < 0.5 ? 0 : 1) }
      : {}),
  };
  return { ...part, apiVersion, kind, metadata };
}

const drawLabels = (random: Random): Record<string, string> =>
  Object.fromEntries(
    ["k", "l", "example.org/m"].flatMap((key) => (random.next() < 0.5 ? [[key, random.next() < 0.5 ? "1" : "2"]] : [])),
  );

function edit({ version }: Seed, base: ApiObject, { samples, random }: Draw): ApiObject {
  const candidates = candidateEdits(base, version.schema, samples).filter(({ change }) => {
    const path = "set" in change ? change.set : change.remove;
    return path[0] !== "metadata";
  });
  const chosen = random.pick(candidates);
  return chosen ? (applyEdit(base, chosen.change) as ApiObject) : base;
}

function partOf(value: unknown, schema: FieldSchema, share: number, random: Random): unknown {
  if (Array.isArray(value)) {
    const kept = value.filter(() => random.next() < share);
    const keys = schema["x-list-map-keys"] ?? (schema["x-patch-merge-key"] ? [schema["x-patch-merge-key"]] : undefined);
    if (!keys) return value;
    return kept.map((item) => {
      const part = partOf(item, schema.items ?? {}, share, random);
      const identity = Object.entries(isPlainObject(item) ? item : {}).filter(([name]) => keys.includes(name));
      return isPlainObject(part) ? { ...part, ...Object.fromEntries(identity) } : item;
    });
  }
  if (!isPlainObject(value)) return value;
  const rest = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
  const members = Object.entries(value).filter(() => random.next() < share);
  return Object.fromEntries(
    members.map(([name, member]) => [name, partOf(member, schema.properties?.[name] ?? rest, share, random)]),
  );
}

async function outcomeOf({ real, own }: Servers, seed: Seed, index: number, step: Step): Promise<StepOutcome> {
  const sendStep = ({ call }: RealServer) => call(step.method, step.path, step.body, step.type);
  const [theirs, ours] = await Promise.all([sendStep(real), sendStep(own)]);
  const differences = differencesOf(normalized(theirs), normalized(ours));
  return { kind: seed.object.kind, step, index, real: theirs, own: ours, differences };
}

const madeMetadata = ["uid", "resourceVersion", "creationTimestamp", "deletionTimestamp"];

/** Removes values that differ between servers and over time. */
function normalized({ code, body }: Answer): unknown {
  if (code >= 400) {
    const { message, reason, details } = body as {
      message?: string;
      reason?: string;
      details?: { causes?: unknown[] };
    };
    // Validation errors have different messages in this server, and kube-apiserver returns causes in random order.
    const isApply = code === 409 || code === 400 || code === 500;
    const causes = (details?.causes ?? []).map((cause) => JSON.stringify(cause)).sort();
    return isApply ? { code, reason, message: message?.split("\n").sort(), causes } : { code, reason };
  }
  const { metadata: given, ...rest } = body;
  const metadata = isPlainObject(given) ? given : {};
  const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => !madeMetadata.includes(name)));
  const entries = Array.isArray(metadata["managedFields"]) ? metadata["managedFields"] : [];
  const managedFields = Object.fromEntries(
    entries.filter(isPlainObject).map(({ manager, operation, apiVersion, subresource = "", fieldsV1, time }) => [
      `${manager} ${operation} ${apiVersion} ${subresource}`,
      {
        ...(isPlainObject(fieldsV1) ? { order: JSON.stringify(fieldsV1), fieldsV1 } : {}),
        hasTime: time !== undefined,
      },
    ]),
  );
  const text = JSON.stringify({ code, ...rest, metadata: { ...kept, managedFields } });
  const uid = String(metadata["uid"] ?? "");
  return JSON.parse(
    (uid === "" ? text : text.replaceAll(uid, "<uid>"))
      .replaceAll(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-<made>")
      .replaceAll(/"(clusterIPs?)":(?:\[[^\]]*\d[^\]]*\]|"\d[^"]*")/g, '"$1":"<allocated>"')
      .replaceAll(/"(nodePort|healthCheckNodePort)":\d+/g, '"$1":"<allocated>"')
      .replaceAll(new RegExp(`"${new Date().toISOString().slice(0, 10)}T[^"]*Z"`, "g"), '"<now>"'),
  );
}

function differencesOf(theirs: unknown, ours: unknown, path = ""): readonly string[] {
  if (isDeepStrictEqual(theirs, ours)) return [];
  if (isPlainObject(theirs) && isPlainObject(ours)) {
    const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
    return names.flatMap((name) => differencesOf(theirs[name], ours[name], `${path}/${name}`));
  }
  if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length === ours.length) {
    return theirs.flatMap((item, index) => differencesOf(item, ours[index], `${path}/${index}`));
  }
  return [`${path}: theirs ${JSON.stringify(theirs)?.slice(0, 300)}, ours ${JSON.stringify(ours)?.slice(0, 300)}`];
}
