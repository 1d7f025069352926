/**
 * Compares updates of stored objects with recorded responses of kube-apiserver. A line of the record has a stored
 * object, or an update of the preceding object with the fields of the server's causes; `npm run parity:server` writes
 * it.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { nodeHost } from "../../src/cli/node-host.ts";
import { settle } from "../../src/engine/options.ts";
import { validate } from "../../src/engine/validate.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import { isPlainObject } from "../../src/json/plain-object.ts";
import { detectKind } from "../../src/kind/detect.ts";
import { fieldCauses } from "../../src/server/request/field-cause.ts";
import { applyEdit, type Change } from "./edited.ts";

export interface Update {
  readonly changes: readonly Change[];
  /** Absent for an update of the object itself. */
  readonly subresource?: string;
}

interface RecordedUpdate extends Update {
  readonly isAccepted: boolean;
  /** The fields of the server's causes, sorted. */
  readonly fields: readonly string[];
}

interface Difference {
  /** The number of the line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** The updates for which clustervet's verdict differs, and how clustervet's causes compare with the server's. */
export interface Comparison {
  readonly count: number;
  readonly differences: readonly Difference[];
  /** The number of updates that both reject with causes. */
  readonly refused: number;
  /** The number of these updates whose causes have the same fields. */
  readonly same: number;
}

/** The number of causes that kube-apiserver returns to a client. */
const maxCauses = 100;

/**
 * Compares clustervet's verdicts and causes with those of a record.
 *
 * @param vets - whether to compare the verdicts in addition to the causes
 */
export function compareUpdates(file: string, vets = true): Comparison {
  const host = nodeHost(undefined);
  const vetter = createVetter({ host });
  const settings = settle({ host });
  const differences: Difference[] = [];
  let [count, refused, same] = [0, 0, 0];
  for (const { stored, update, ...place } of updatesIn(file)) {
    count++;
    const object = update.changes.reduce(applyEdit, stored);
    const found = vets ? vetter.vetObject(object, stored, update.subresource) : undefined;
    const isAccepted = found?.every(({ severity }) => severity !== "error") ?? update.isAccepted;
    if (isAccepted !== update.isAccepted) differences.push(place);
    const detection = isPlainObject(stored) ? detectKind(stored, settings.catalog) : undefined;
    if (!detection || !("kind" in detection) || update.fields.length === 0) continue;
    const { kind, version } = detection;
    const context = settings.contextFor(version.name, stored, update.subresource);
    const { findings } = validate(object, { kind, version, context });
    const errors = findings.filter(({ severity }) => severity === "error");
    if (errors.length === 0) continue;
    refused++;
    const fields = new Set(
      fieldCauses(errors, { schema: version.schema, object, isCustom: false }, maxCauses).map(({ field }) => field),
    );
    if (String([...fields].sort()) === String(update.fields)) same++;
  }
  return { count, differences, refused, same };
}

/** Yields the updates of a record, each with its stored object. */
function* updatesIn(
  file: string,
): Iterable<Difference & { readonly stored: unknown; readonly update: RecordedUpdate }> {
  let stored: unknown;
  for (const [index, text] of gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n").entries()) {
    const record = JSON.parse(text) as { readonly object: unknown } | RecordedUpdate;
    if ("object" in record) stored = record.object;
    else yield { stored, update: record, line: index + 1, text };
  }
}
