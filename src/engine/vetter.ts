/**
 * The entry point of the library: a vetter is created once with options and then vets text, objects or files.
 *
 * @module
 */
import { compareDiagnostics, type Diagnostic, type FileDiagnostic } from "../diagnostic/diagnostic.ts";
import { asJson } from "../json/as-json.ts";
import { endlessFault } from "../json/endless-value.ts";
import { describeValue, OptionError } from "../json/option-error.ts";
import { assertOptionType, type OptionType } from "../json/option-shape.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { detectKind } from "../kind/detect.ts";
import type { Kind } from "../kind/kind.ts";
import { internalFinding, isInternal } from "../rule/fault.ts";
import { moveBelow } from "../rule/finding.ts";
import { capSeverity, type RuleFinding } from "../rule/run.ts";
import { levelOf } from "../rule/severity.ts";
import { briefMessage } from "./brief-message.ts";
import type { RunResult } from "./conclude.ts";
import { type Candidate, expandEmbedded } from "./expand.ts";
import { assertNames } from "./option-names.ts";
import { type Settings, settle } from "./options.ts";
import { createRun } from "./run.ts";
import { surplusFinding } from "./surplus-finding.ts";
import { validate } from "./validate.ts";
import type { VetOptions } from "./vet-options.ts";

/** A file in memory: its name for messages, and its content. */
export interface VetFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/**
 * Vets any number of inputs with the same options. Keeps no state between calls. Never throws an internal exception of
 * clustervet: it becomes a finding `internal/fault` of the document, and everything else is still vetted.
 */
export interface Vetter {
  /** Vets YAML or JSON text as one file. */
  vetText(content: string | Uint8Array, name?: string): readonly FileDiagnostic[];
  /**
   * Vets a value without text, such as an object from an API, as `JSON.stringify` would write it.
   *
   * @param oldObject - the stored object, if this is an update of it
   * @param subresource - the subresource of the update, such as `status`; default: none
   * @throws {OptionError} for an object that holds itself or is more than 1,000 levels deep, if a check reads all of it
   */
  vetObject(object: unknown, oldObject?: unknown, subresource?: string): readonly Diagnostic[];
  /** Vets files together, so that rules across documents see all their objects. */
  vetFiles(files: Iterable<VetFile>): RunResult;
  /** The kinds that this vetter knows. */
  readonly kinds: readonly Kind[];
}

/** @throws {OptionError} for invalid options, such as an unknown target */
export function createVetter(options: VetOptions = {}): Vetter {
  const settings = settle(options);
  assertNames(settings);
  const vetFiles = (files: Iterable<VetFile>) => {
    assertOptionType("files", files, fileList);
    const run = createRun(settings);
    for (const given of files) {
      assertFile(given);
      const file = run.read(given.name, given.content);
      if (file) run.add(file);
    }
    return run.finish();
  };
  return {
    kinds: settings.catalog.kinds,
    vetFiles,
    vetText: (content, name = "input.yaml") => vetFiles([{ name, content }]).diagnostics,
    vetObject(object, oldObject, subresource) {
      try {
        return vetObject(asJson(object), { oldObject: asJson(oldObject), subresource }, settings);
      } catch (error) {
        const fault = error instanceof RangeError ? endlessFault("object", object) : undefined;
        if (fault !== undefined) throw new OptionError(`object must be JSON: ${fault}`);
        if (error instanceof OptionError) throw error;
        return diagnosticOf(internalFinding(error), settings);
      }
    },
  };
}

const fileList: OptionType = {
  expected: "a list of files",
  accepts: (value) => typeof value === "object" && value !== null && Symbol.iterator in value,
};

/** The object that an update replaces, and the subresource of the update. Empty for a new object. */
interface Replaced {
  readonly oldObject?: unknown;
  readonly subresource?: string | undefined;
}

/** @throws {OptionError} */
function assertFile(file: unknown): void {
  const { name, content } = isPlainObject(file) ? file : {};
  if (typeof name !== "string")
    throw new OptionError(`the name of a file must be a string; got ${describeValue(name)}`);
  if (typeof content === "string" || content instanceof Uint8Array) return;
  throw new OptionError(`the content of ${name} must be a string or a Uint8Array; got ${describeValue(content)}`);
}

function vetObject(object: unknown, replaced: Replaced, settings: Settings): readonly Diagnostic[] {
  const found = detectObject(object, settings);
  if ("fault" in found) return [found.fault];
  return candidateFindings({ ...found, value: object, base: [] }, replaced, settings)
    .flatMap((finding) => diagnosticOf(finding, settings))
    .sort(compareDiagnostics);
}

/** Returns an empty list if the rule is off. */
function diagnosticOf(finding: RuleFinding, settings: Settings): Diagnostic[] {
  const severity = levelOf(finding.rule, finding.severity, settings.rules);
  if (severity === "off") return [];
  const { rule, cause, path, help, value } = finding;
  const message = briefMessage(finding);
  if (isInternal(finding)) settings.onFault(finding.thrown);
  const optional = { ...(help === undefined ? {} : { help }), ...(value === undefined ? {} : { value }) };
  return [{ rule, severity, cause, message, path, ...optional }];
}

/** Returns the findings about an object and the documents inside it. Paths are from the root. */
function candidateFindings(candidate: Candidate, replaced: Replaced, settings: Settings): readonly RuleFinding[] {
  const { kind, version, value, base } = candidate;
  const context = settings.contextFor(version.name, replaced.oldObject, replaced.subresource);
  const { object, findings, more } = validate(value, { kind, version, context, levels: settings.rules });
  const inner = expandEmbedded(candidate, object, settings).flatMap(({ expansion, severity }) =>
    [...expansion.findings, ...expansion.candidates.flatMap((each) => candidateFindings(each, {}, settings))].map(
      (finding) => capSeverity(severity, finding),
    ),
  );
  return [...findings, ...more.map(surplusFinding)].map((finding) => moveBelow(base, finding)).concat(inner);
}

function detectObject(object: unknown, settings: Settings) {
  const unknown = (message: string, path: readonly string[] = []): { fault: Diagnostic } => ({
    fault: { rule: "kind/unknown", severity: "error", cause: "not-found", message, path },
  });
  if (!isPlainObject(object)) return unknown("must be an object with `apiVersion` and `kind`");
  const detection = detectKind(object, settings.catalog);
  if ("fault" in detection) return { fault: { ...detection.fault, severity: "error" as const } };
  if ("unknown" in detection) return unknown(`unknown kind ${detection.unknown}`, ["kind"]);
  if (detection.list !== "none") return unknown("a list is not an object; pass its items one by one", ["kind"]);
  return { kind: detection.kind, version: detection.version };
}
