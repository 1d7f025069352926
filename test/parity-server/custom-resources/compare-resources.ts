/**
 * Sends definitions and objects with generated schemas to the real server and to this one. Each definition contains
 * many schemas, one per field of `spec`, so that few definitions have to be established.
 */
import { Random } from "../random.ts";
import { formatExact, parseExact } from "./exact-json.ts";
import { changeValue, drawSchema, drawValue, type Schema } from "./schemas.ts";

export interface Reply {
  readonly code: number;
  readonly text: string;
  readonly warnings: readonly string[];
}

/** Sends a text unchanged: as JSON, or for PATCH as a merge patch, unless a type is given. */
export type Exchange = (method: string, path: string, text?: string, type?: string) => Promise<Reply>;

/** The group of all definitions in the records. It is fixed, since responses contain it. */
export const groupOfRecords = "parity-crd.example.com";

export interface Plan {
  readonly seed: number;
  /** The number of the first schema; default 0. */
  readonly from?: number;
  readonly schemas: number;
  /** The API group, which is also part of names. */
  readonly group: string;
}

/** A request with the responses of both servers. */
export interface Answered {
  readonly what: "definition" | "create" | "update" | "read";
  readonly schema: Schema;
  readonly request: string;
  readonly real: Outcome;
  readonly own: Outcome;
}

/** The compared parts of a response. */
export interface Outcome {
  readonly isAccepted: boolean;
  /** The fields of the object, or the causes of an error. */
  readonly result: string;
  readonly text: string;
}

const groupSize = 40;
const parallel = 12;
const creates = 3;
const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

export async function compareResources(
  sides: { readonly real: Exchange; readonly own: Exchange },
  plan: Plan,
): Promise<readonly Answered[]> {
  const answered: Answered[] = [];
  const from = plan.from ?? 0;
  const cases = Array.from({ length: plan.schemas }, (_, index) => caseOf(plan.seed * 100_000 + from + index));
  const accepted: Case[] = [];
  await inParallel(cases, async (each) => {
    const name = `s${each.seed}`;
    const text = formatExact(definition(name, plan.group, { p: holder(each.schema) }));
    const both = await callBoth(sides, "POST", `${definitionsPath}?dryRun=All`, text);
    answered.push({
      what: "definition",
      schema: each.schema,
      request: text,
      ...outcomesOf(both, definitionResult, "fields"),
    });
    if (both.real.code === 201 && both.own.code === 201) accepted.push(each);
  });
  accepted.sort((a, b) => a.seed - b.seed);
  const groups: Case[][] = [];
  for (let start = 0; start < accepted.length; start += groupSize)
    groups.push(accepted.slice(start, start + groupSize));
  for (const [index, group] of groups.entries()) {
    answered.push(...(await compareGroup(sides, plan, `g${plan.seed}x${from + index}`, group)));
  }
  return answered;
}

interface Case {
  readonly seed: number;
  readonly schema: Schema;
  readonly random: Random;
}

const soundShare = 0.7;

function caseOf(seed: number): Case {
  const random = new Random(seed);
  const schema = drawSchema(random, random.next() < 0.5 ? 1 : 2, random.next() < soundShare ? 0 : 0.12);
  return { seed, schema, random };
}

/** Returns a definition of the properties; without any, it accepts all fields. */
function definition(
  name: string,
  group: string,
  properties: Readonly<Record<string, Schema>> | undefined,
  mark = "lax",
) {
  const probe = { type: "string", default: mark };
  const spec = properties
    ? { type: "object", properties: { ...properties, probe } }
    : { type: "object", properties: { probe }, "x-kubernetes-preserve-unknown-fields": true };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${name}s.${group}` },
    spec: {
      group,
      scope: "Cluster",
      names: { plural: `${name}s`, kind: kindOf(name) },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  };
}

/** The API server applies the defaults of a schema only to objects that have its holder. */
const holder = (schema: Schema): Schema => ({ type: "object", properties: { v: schema } });
const fieldsOf = (index: number, value: unknown) => ({ [`p${index}`]: value === undefined ? {} : { v: value } });

const kindOf = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

async function callBoth(sides: Record<"real" | "own", Exchange>, method: string, path: string, text?: string) {
  const [real, own] = await Promise.all([sides.real(method, path, text), sides.own(method, path, text)]);
  return { real, own };
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

type ResultOf = (reply: Reply) => string;

function outcomesOf(
  { real, own }: Record<"real" | "own", Reply>,
  resultOf: ResultOf,
  depth: "fields" | "words" = "words",
): { real: Outcome; own: Outcome } {
  const outcomeOf = (reply: Reply): Outcome => ({
    isAccepted: reply.code < 300,
    result: reply.code < 300 ? resultOf(reply) : causesOf(reply, depth === "words"),
    text: `${reply.code} ${reply.text}`,
  });
  return { real: outcomeOf(real), own: outcomeOf(own) };
}

/** Ignores the warnings: this server returns more advice on definitions than kube-apiserver returns warnings. */
const definitionResult: ResultOf = () => "";

/** The resulting object, with the warnings about its fields. */
const objectResult: ResultOf = ({ text, warnings }) => {
  const { spec } = parseExact(text) as { readonly spec?: unknown };
  return `${JSON.stringify(sortNames(spec))} ${JSON.stringify([...warnings].map(warningKey).sort())}`;
};

const warningKey = (text: string): string => text.replace(/^(?:299 - )?"?/, "").replace(/:.*|"$/gs, "");

function sortNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortNames);
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortNames((value as Record<string, unknown>)[name])]));
}

interface Cause {
  readonly reason?: string;
  readonly field?: string;
  readonly message?: string;
}

/** Returns the reasons and fields of the causes, and their messages if wanted. */
function causesOf({ code, text }: Reply, hasWords: boolean): string {
  const status = parseExact(text) as { readonly details?: { readonly causes?: readonly Cause[] } } | undefined;
  const causes = status?.details?.causes ?? [];
  if (causes.length === 0) return String(code);
  const shown = causes.map(({ reason, field, message = "" }) => `${reason} ${field} ${hasWords ? message : ""}`);
  return [String(code), ...new Set(shown)].sort().join("\n");
}

async function compareGroup(
  sides: Record<"real" | "own", Exchange>,
  plan: Plan,
  name: string,
  group: readonly Case[],
): Promise<readonly Answered[]> {
  if (group.length === 0) return [];
  const properties = Object.fromEntries(group.map(({ schema }, index) => [`p${index}`, holder(schema)]));
  const strict = definition(name, plan.group, properties, "strict");
  const trial = await callBoth(sides, "POST", `${definitionsPath}?dryRun=All`, formatExact(strict));
  if (trial.real.code !== 201) {
    // The validation rules of several schemas together may exceed the cost limit, so the group is split.
    if (group.length === 1) return [];
    const half = Math.ceil(group.length / 2);
    const parts = [group.slice(0, half), group.slice(half)];
    const results: Answered[] = [];
    for (const [index, part] of parts.entries())
      results.push(...(await compareGroup(sides, plan, `${name}${"ab"[index]}`, part)));
    return results;
  }
  await callBoth(sides, "POST", definitionsPath, formatExact(definition(name, plan.group, undefined)));
  const path = `/apis/${plan.group}/v1/${name}s`;
  const served = { path, name, apiVersion: `${plan.group}/v1`, kind: kindOf(name) };
  await waitUntilServed(sides, served, "lax");
  const stored = new Map<Case, readonly unknown[]>();
  await inParallel([...group.entries()], async ([index, each]) => {
    stored.set(each, await storeBoth(sides, served, index, each));
  });
  for (const side of [sides.real, sides.own]) await replace(side, `${definitionsPath}/${name}s.${plan.group}`, strict);
  await waitUntilServed(sides, served, "strict");
  const answered: Answered[] = [];
  await inParallel([...group.entries()], async ([index, each]) => {
    answered.push(...(await compareCase(sides, served, { index, each, stored: stored.get(each) ?? [] })));
  });
  await callBoth(sides, "DELETE", `${definitionsPath}/${name}s.${plan.group}`);
  return answered;
}

interface Served {
  readonly path: string;
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
}

const objectOf = ({ apiVersion, kind }: Served, name: string, spec: object, metadata: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name, ...metadata },
  spec,
});

/** Waits until both servers serve the latest version of the definition. */
async function waitUntilServed(sides: Record<"real" | "own", Exchange>, served: Served, mark: string): Promise<void> {
  const text = formatExact(objectOf(served, "probe", {}));
  for (const side of [sides.real, sides.own]) {
    for (let tries = 0; ; tries++) {
      const reply = await side("POST", `${served.path}?dryRun=All`, text);
      if (reply.text.includes(`"probe":"${mark}"`)) break;
      if (tries > 200) throw new Error(`not served as ${mark}: ${served.path}: ${reply.text.slice(0, 500)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function replace(side: Exchange, path: string, strict: ReturnType<typeof definition>): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { metadata } = JSON.parse((await side("GET", path)).text) as { readonly metadata: object };
    const reply = await side("PUT", path, formatExact({ ...strict, metadata }));
    if (reply.code === 200) return;
    if (tries > 5) throw new Error(reply.text.slice(0, 1000));
  }
}

/** Stores two objects: one that mostly fits its schema, and one that mostly does not. */
async function storeBoth(
  sides: Record<"real" | "own", Exchange>,
  served: Served,
  index: number,
  { schema, random }: Case,
) {
  const values = [0.02, 0.15].map((faultShare) => drawValue(random, schema, faultShare));
  for (const [which, value] of values.entries()) {
    const text = formatExact(objectOf(served, `o${index}-${which}`, fieldsOf(index, value)));
    const { real, own } = await callBoth(sides, "POST", served.path, text);
    if (real.code !== 201 || own.code !== 201) console.log(`not stored: ${real.code} ${own.code} ${text} ${own.text}`);
  }
  return values;
}

interface CaseAt {
  readonly index: number;
  readonly each: Case;
  readonly stored: readonly unknown[];
}

async function compareCase(sides: Record<"real" | "own", Exchange>, served: Served, { index, each, stored }: CaseAt) {
  const { schema, random } = each;
  const answered: Answered[] = [];
  const add = (what: Answered["what"], request: string, both: Record<"real" | "own", Reply>) =>
    answered.push({ what, schema, request, ...outcomesOf(both, objectResult) });
  for (let turn = 0; turn < creates; turn++) {
    const spec = fieldsOf(
      index,
      turn > 0 && random.next() < 0.05 ? undefined : drawValue(random, schema, [0, 0.03, 0.12][turn] ?? 0),
    );
    const text = formatExact(objectOf(served, "new", spec));
    add("create", text, await callBoth(sides, "POST", `${served.path}?dryRun=All`, text));
  }
  for (const [which, value] of stored.entries()) {
    const path = `${served.path}/o${index}-${which}`;
    const before = await callBoth(sides, "GET", path);
    add("read", formatExact(value), before);
    const next = random.next() < 0.15 ? value : changeValue(random, value, schema);
    const update = (reply: Reply) => {
      const { metadata } = JSON.parse(reply.text) as { readonly metadata: object };
      return formatExact(objectOf(served, `o${index}-${which}`, fieldsOf(index, next), metadata));
    };
    const [real, own] = await Promise.all([
      sides.real("PUT", `${path}?dryRun=All`, update(before.real)),
      sides.own("PUT", `${path}?dryRun=All`, update(before.own)),
    ]);
    add("update", `${formatExact(value)} -> ${formatExact(next)}`, { real, own });
  }
  return answered;
}
