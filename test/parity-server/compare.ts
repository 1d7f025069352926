/** Updates of stored objects, each with the verdicts of the real server and of this one. */

import { formatPath } from "../../src/diagnostic/path.ts";
import type { Vetter } from "../../src/engine/vetter.ts";
import { applyEdit } from "../kinds/edited.ts";
import type { Update } from "../kinds/recorded-updates.ts";
import { type Candidate, candidateEdits, drawEdits } from "./edits.ts";
import { Random } from "./random.ts";
import type { Answer, RealServer } from "./real-server.ts";
import { SampleValues } from "./sample-values.ts";
import type { ApiObject, Seed } from "./seeds.ts";
import { type StoredObject, storeObject } from "./stored-objects.ts";
import { namespace } from "./surroundings.ts";

/** The verdict on an update, with the fields that its causes name; empty if the update is accepted. */
interface Verdict {
  readonly isAccepted: boolean;
  readonly fields: readonly string[];
  readonly text: string;
}

export interface Outcome {
  readonly kind: string;
  readonly file: string;
  readonly object: ApiObject;
  readonly update: Update;
  readonly real: Verdict;
  readonly ours: Verdict;
}

interface Sides {
  readonly server: RealServer;
  readonly vetter: Vetter;
  readonly seeds: readonly Seed[];
}

interface Extent {
  isWanted(seed: Seed): boolean;
  readonly seed: number;
  /** The number of updates per object. */
  readonly updates: number;
}

export async function compare({ server, vetter, seeds }: Sides, extent: Extent): Promise<readonly Outcome[]> {
  const samples = new SampleValues();
  for (const { object, version } of seeds) samples.collect(object, version.schema);
  const outcomes: Outcome[] = [];
  for (const [index, seed] of seeds.entries()) {
    if (!extent.isWanted(seed)) continue;
    const stored = await storeObject(server, seed, namespace);
    if (typeof stored === "string") {
      console.log(`not created: ${seed.file} ${seed.object.kind}: ${stored}`);
      continue;
    }
    const updates = drawUpdates(seed, stored, {
      samples,
      random: new Random(extent.seed * 1000 + index),
      count: extent.updates,
    });
    outcomes.push(...(await Promise.all(updates.map((update) => outcomeOf(seed, stored, { update, vetter })))).flat());
    await stored.remove();
  }
  return outcomes;
}

interface Draw {
  readonly samples: SampleValues;
  readonly random: Random;
  readonly count: number;
}

/** The share of updates that change two fields. */
const doubleShare = 0.2;
/**
 * The share of updates of the status that are sent to the object, and of other updates that are sent to the status
 * subresource.
 */
const strayShare = 0.04;

function drawUpdates(seed: Seed, { object }: StoredObject, { samples, random, count }: Draw): readonly Update[] {
  const candidates = candidateEdits(object, seed.version.schema, samples);
  const drawn = drawEdits(candidates, count, random);
  return drawn.map((candidate) => {
    const subresource = subresourceFor(seed, candidate, random);
    const second = random.next() < doubleShare ? random.pick(candidates) : undefined;
    const changes = second && areSeparate(candidate, second) ? [candidate.change, second.change] : [candidate.change];
    return subresource === "" ? { changes } : { changes, subresource };
  });
}

const pathOf = ({ change }: Candidate) => ("set" in change ? change.set : change.remove);

/**
 * Whether the paths of two edits diverge at a field, so that neither edit changes the target of the other or its
 * position in a list.
 */
function areSeparate(first: Candidate, second: Candidate): boolean {
  const [a, b] = [pathOf(first), pathOf(second)];
  const fork = a.findIndex((step, index) => step !== b[index]);
  return fork >= 0 && fork < b.length && typeof a[fork] === "string";
}

function subresourceFor({ kind }: Seed, candidate: Candidate, random: Random): string {
  const subresources = kind.resource?.subresources ?? [];
  const path = pathOf(candidate);
  if (kind.kind === "Pod") {
    if (path[1] === "ephemeralContainers") return "ephemeralcontainers";
    const isOfResources = path.includes("resources") || path.includes("resizePolicy");
    if (isOfResources && random.next() < 0.7) return "resize";
  }
  if (kind.kind === "CertificateSigningRequest" && path[1] === "conditions" && random.next() < 0.5) return "approval";
  if (kind.kind === "Namespace" && path[0] === "spec") return "finalize";
  if (!subresources.includes("status")) return "";
  const isStray = random.next() < strayShare;
  return (path[0] === "status") === isStray ? "" : "status";
}

interface Trial {
  readonly update: Update;
  readonly vetter: Vetter;
}

async function outcomeOf(
  seed: Seed,
  { object, ask }: StoredObject,
  { update, vetter }: Trial,
): Promise<readonly Outcome[]> {
  const { changes, subresource = "" } = update;
  const wanted = changes.reduce<unknown>(applyEdit, object);
  const real = verdictOf(await ask(wanted, subresource));
  if (!real) return [];
  const ours = ownVerdict(vetter, wanted, { object, subresource });
  return [{ kind: seed.object.kind, file: seed.file, object, update, real, ours }];
}

/** Codes without a verdict: no response, forbidden by admission, not found. */
const codesWithoutVerdict: ReadonlySet<number> = new Set([0, 403, 404, 405]);

/**
 * Returns the verdict; undefined if an admission plugin decided by the state of the cluster, or a controller changed
 * the object first.
 */
function verdictOf({ code, body }: Answer): Verdict | undefined {
  const text = `${code} ${String(body["message"] ?? "")}`;
  if (code === 200) return { isAccepted: true, fields: [], text };
  if (codesWithoutVerdict.has(code) || text.includes("the object has been modified")) return undefined;
  const { causes = [] } = (body["details"] ?? {}) as { readonly causes?: readonly { readonly field?: string }[] };
  return { isAccepted: false, fields: [...new Set(causes.map(({ field = "" }) => field))].sort(), text };
}

interface Before {
  readonly object: unknown;
  readonly subresource: string;
}

function ownVerdict(vetter: Vetter, wanted: unknown, { object, subresource }: Before): Verdict {
  const errors = vetter.vetObject(wanted, object, subresource).filter(({ severity }) => severity === "error");
  const text = errors.map(({ path, rule, message }) => `${formatPath(path)} [${rule}] ${message}`).join("; ");
  return {
    isAccepted: errors.length === 0,
    fields: [...new Set(errors.map(({ path }) => formatPath(path)))].sort(),
    text,
  };
}

export function report(outcomes: readonly Outcome[]): { readonly text: string; readonly agreement: number } {
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))].sort();
  const differences = outcomes.filter(({ real, ours }) => real.isAccepted !== ours.isAccepted);
  const lines = [
    ...differences.map(describe),
    ...[...kinds.map((kind) => outcomes.filter((outcome) => outcome.kind === kind)), outcomes].map(scores),
  ];
  return { text: lines.join("\n"), agreement: 1 - differences.length / outcomes.length };
}

const maxTextLength = 300;

function describe({ kind, file, update, real, ours }: Outcome): string {
  const { changes, subresource = "" } = update;
  const shown = changes.map((change) => JSON.stringify(change).slice(0, maxTextLength)).join(" ");
  const verdictText = real.isAccepted ? `only ours refuses: ${ours.text}` : `only theirs refuses: ${real.text}`;
  return `${kind} ${subresource} ${shown}\n    ${file}\n    ${verdictText.slice(0, maxTextLength)}`;
}

function scores(outcomes: readonly Outcome[]): string {
  const same = outcomes.filter(({ real, ours }) => real.isAccepted === ours.isAccepted);
  const refused = same.filter(({ real }) => !real.isAccepted);
  const sameFields = refused.filter(({ real, ours }) => String(real.fields) === String(ours.fields));
  const names = new Set(outcomes.map(({ kind }) => kind));
  const name = names.size === 1 ? [...names][0] : "all";
  const percent = (part: number, whole: number) => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(2)} %`);
  const verdicts = `${percent(same.length, outcomes.length)} of ${outcomes.length}`;
  return `${name}: verdict ${verdicts}, fields ${percent(sameFields.length, refused.length)} of ${refused.length} refused`;
}
