/**
 * Answers of the real API server to updates of stored objects. A line of the record has a stored object, or an update of the
 * object before it with the fields that the server's causes named; `npm run parity:server` writes it.
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
import { type Change, edited } from "./edited.ts";

export interface Update {
  readonly changes: readonly Change[];
  /** Absent for an update of the object itself. */
  readonly subresource?: string;
}

interface RecordedUpdate extends Update {
  readonly isAccepted: boolean;
  /** Those that the server's causes name, sorted. */
  readonly fields: readonly string[];
}

interface Difference {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** The updates on which the vetter's verdict is another one, and how its causes compare with the server's. */
export interface Comparison {
  readonly count: number;
  readonly differences: readonly Difference[];
  /** Updates that both refuse with causes. */
  readonly refused: number;
  /** Those of them in which the causes name the same fields. */
  readonly same: number;
}

/** As many as the server tells a client. */
const maxCauses = 100;

/** @param vets - whether verdicts are compared, too, and not causes alone */
export function compareUpdates(file: string, vets = true): Comparison {
  const host = nodeHost(undefined);
  const vetter = createVetter({ host });
  const settings = settle({ host });
  const differences: Difference[] = [];
  let [count, refused, same] = [0, 0, 0];
  for (const { stored, update, ...place } of updatesIn(file)) {
    count++;
    const object = update.changes.reduce(edited, stored);
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

/** With the stored object that each is of. */
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
