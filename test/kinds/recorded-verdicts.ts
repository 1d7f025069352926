/**
 * Compares edits of fixtures with recorded verdicts of kube-apiserver. The first line of each record describes it.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeHost } from "../../src/cli/node-host.ts";
import { createVetter } from "../../src/engine/vetter.ts";
import type { GateSettings } from "../../src/release/feature-gates.ts";
import { readSource } from "../../src/source/read-source.ts";
import { applyEdit, type Change } from "./edited.ts";

/** With `update`, the edited object is an update of the fixture's object. */
type Edit = Change & { readonly file: number; readonly ok: boolean; readonly update?: true };

interface Head {
  readonly files: readonly string[];
  /** The server's feature gates; default: only those of its release. */
  readonly featureGates?: GateSettings;
}

/** An edit with clustervet's verdict and the recorded one. */
export interface JudgedEdit {
  readonly line: string;
  readonly object: unknown;
  readonly isUpdate: boolean;
  readonly isRecordedAsAccepted: boolean;
  readonly isAccepted: boolean;
  /** The texts of the errors, joined. */
  readonly text: string;
}

/** Returns the lines of the edits for which clustervet's verdict differs. */
export function differences(record: string): string[] {
  return [...judgedEdits(record)]
    .filter(({ isAccepted, isRecordedAsAccepted }) => isAccepted !== isRecordedAsAccepted)
    .map(({ line }) => line);
}

/** Yields all edits of a record, in order. @param target - default: the newest release */
export function* judgedEdits(record: string, target?: string): Generator<JudgedEdit> {
  const [head = "", ...lines] = readFileSync(join(import.meta.dirname, record), "utf8")
    .trim()
    .split("\n");
  const { files, featureGates = {} } = JSON.parse(head) as Head;
  const subjects = files.map((file) => subjectIn(file, { featureGates, ...(target === undefined ? {} : { target }) }));
  for (const line of lines) {
    const edit = JSON.parse(line) as Edit;
    const subject = subjects[edit.file];
    if (!subject) throw new Error(`${record}: no file ${edit.file}`);
    const object = applyEdit(subject.object, edit);
    const found = subject.vetter.vetObject(object, edit.update ? subject.object : undefined);
    const errors = found.filter(({ severity }) => severity === "error");
    yield {
      line,
      object,
      isUpdate: edit.update === true,
      isRecordedAsAccepted: edit.ok,
      isAccepted: errors.length === 0,
      text: errors.map(({ rule, message }) => `[${rule}] ${message}`).join("; "),
    };
  }
}

/** Returns the last object of a file, and a vetter that knows the definitions before it. */
function subjectIn(file: string, options: { readonly featureGates: GateSettings; readonly target?: string }) {
  const documents = readSource(file, readFileSync(file)).documents.map(({ root }) => root?.value);
  const definitions = documents.slice(0, -1).filter(isDefinition);
  return {
    object: documents.at(-1),
    vetter: createVetter({ definitions, ...options, asSent: true, host: nodeHost(undefined) }),
  };
}

const isDefinition = (object: unknown): boolean => (object as { kind?: string }).kind === "CustomResourceDefinition";
