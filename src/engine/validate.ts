/**
 * One object against its kind: strict schema, defaults, rules. The one validator of lint, library and admission.
 *
 * @module
 */
import type { FieldPath, Severity } from "../diagnostic/diagnostic.ts";
import { startsWithPath } from "../diagnostic/path.ts";
import { type Kind, type KindVersion, readerOf } from "../kind/kind.ts";
import type { RuleContext } from "../rule/rule.ts";
import { type RuleFinding, runRules } from "../rule/run.ts";
import { decode, decodeStrictly, type Misfit, misfitsOf, type VisitField } from "../schema/decode.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import { disabledMessage, type GateOf, gatesOff } from "../schema/disabled-fields.ts";
import { misfitFinding, type SchemaFinding } from "../schema/translate.ts";

export interface Validation {
  /** The object as its reader holds it: decoded and with defaults. */
  readonly object: unknown;
  /** In no particular order; paths are from the object's root. */
  readonly findings: readonly RuleFinding[];
}

/** What to validate against; an update carries the stored object in `context.oldObject`, which rules see with defaults. */
export interface Subject {
  readonly kind: Kind;
  readonly version: KindVersion;
  readonly context: RuleContext;
}

/** @param value - the object as it was read; it is not changed */
export function validate(value: unknown, subject: Subject): Validation {
  if (!subject.kind.variants) return validateAs(value, subject);
  const [first = subject, ...others] = variantsOf(subject);
  let best = validateAs(value, first);
  for (const other of others) {
    if (countErrors(best) === 0) break;
    const validation = validateAs(value, other);
    if (countErrors(validation) < countErrors(best)) best = validation;
  }
  return best;
}

/**
 * As `validate`, for an object that was decoded and has its defaults, as a server has it before it is stored: it is looked
 * at in place.
 */
export function validateHeld(object: unknown, subject: Subject): readonly RuleFinding[] {
  const { kind, version } = subject;
  if (kind.read || kind.variants) return validate(object, subject).findings;
  const context = withStoredObject(subject);
  const release = new ReleaseFindings({ kind, version, context });
  const misfits = misfitsOf(object, version.schema, release.visit);
  return together(release.with(misfits), runRules(kind.rules, object, context));
}

/** The definitions of the kind that have the version; the kind itself where there is but one. */
function variantsOf(subject: Subject): readonly Subject[] {
  const { kind, version, context } = subject;
  if (!kind.variants) return [subject];
  return kind.variants.flatMap((variant) => {
    const own = variant.versions.find(({ name }) => name === version.name);
    return own ? [{ kind: variant, version: own, context }] : [];
  });
}

const countErrors = ({ findings }: Validation): number =>
  findings.filter(({ severity }) => severity === "error").length;

function validateAs(value: unknown, subject: Subject): Validation {
  const { kind } = subject;
  const context = withStoredObject(subject);
  const { object, findings: structural } = read(value, context === subject.context ? subject : { ...subject, context });
  kind.applyDefaults?.(object, context);
  return { object, findings: together(structural, runRules(kind.rules, object, context)) };
}

function together(structural: readonly RuleFinding[], ofRules: readonly RuleFinding[]): readonly RuleFinding[] {
  if (structural.length === 0) return ofRules;
  const misfits = structural.filter(({ rule }) => rule === "schema/type" || rule === "schema/format");
  return structural.concat(ofRules.filter(({ path }) => !concerns(path, misfits)));
}

function read(value: unknown, subject: Subject): { object: unknown; findings: RuleFinding[] } {
  const { kind, version, context } = subject;
  if (kind.read) {
    const reading = kind.read(value, context);
    return { object: reading.object, findings: reading.findings.map((finding) => graded(finding, kind)) };
  }
  const release = new ReleaseFindings(subject);
  const { object, misfits } = decodeStrictly(value, version.schema, release.visit);
  return { object, findings: release.with(misfits) };
}

/** What is wrong with fields in the release of the target, found on a walk over the object. */
class ReleaseFindings {
  private readonly subject: Subject;
  private readonly gateOf: GateOf | undefined;
  private readonly findings: RuleFinding[] = [];
  private readonly dropped: FieldPath[] = [];

  constructor(subject: Subject) {
    const { kind, version, context } = subject;
    this.subject = subject;
    this.gateOf = kind.resource ? gatesOff(version.schema, context.isEnabled, context.oldObject) : undefined;
  }

  readonly visit: VisitField = (path, field, value) => {
    const { kind, context } = this.subject;
    const unknown = releaseFinding(path, field, context);
    if (unknown) this.findings.push(graded(unknown, kind));
    if (unknown || this.isDropped(path)) return "keep";
    const gate = this.gateOf?.(field, value);
    if (gate !== undefined) {
      this.findings.push(gateFinding([...path], gate));
      this.dropped.push([...path]);
      return "drop";
    }
    const refused = valueFinding(path, field, value, context);
    if (refused) this.findings.push({ severity: "error", ...refused });
    return "keep";
  };

  /** Together with what does not fit, but for values that are dropped. */
  with(misfits: readonly Misfit[]): RuleFinding[] {
    if (misfits.length === 0) return this.findings;
    const { kind, version } = this.subject;
    const kept = misfits.filter(({ fault, path }) => fault !== "enum" || !this.isDropped(path));
    return kept.map((misfit): RuleFinding => graded(misfitFinding(misfit, version.schema), kind)).concat(this.findings);
  }

  private isDropped(path: FieldPath): boolean {
    return this.dropped.some((field) => startsWithPath(path, field));
  }
}

/** Dropped before anything looks at its value. */
function gateFinding(path: FieldPath, gate: string): RuleFinding {
  return {
    rule: "schema/gate",
    severity: "warning",
    cause: "forbidden",
    path,
    atKey: true,
    message: disabledMessage(gate),
    help: `give \`--feature-gates ${gate}=true\` where the API server has it on`,
  };
}

/** The stored object is held as the new one is. */
function withStoredObject(subject: Subject): RuleContext {
  const { context } = subject;
  if (context.oldObject === undefined) return context;
  return { ...context, oldObject: hold(context.oldObject, subject) };
}

/** The object as its reader holds it, without a look at what is wrong with it. */
export function hold(value: unknown, subject: Subject): unknown {
  const [{ kind, version, context } = subject] = variantsOf(subject);
  const object = kind.read ? kind.read(value, context).object : decode(value, version.schema);
  kind.applyDefaults?.(object, context);
  return object;
}

function graded(finding: SchemaFinding, kind: Kind): RuleFinding {
  return { severity: severityOf(finding, kind), ...finding };
}

/** Readers that decode leniently drop a field that they don't know in silence: worth a warning, not a refusal. */
function severityOf({ rule }: SchemaFinding, kind: Kind): Severity {
  const isUnknown = rule === "schema/unknown-field" || rule === "schema/since" || rule === "schema/until";
  return isUnknown && (readerOf(kind)?.unknownFields ?? "error") !== "error" ? "warning" : "error";
}

/** A rule that speaks of a value which did not decode, or of what holds it, only repeats that fault. */
function concerns(path: FieldPath, misfits: readonly RuleFinding[]): boolean {
  return misfits.some((misfit) => startsWithPath(path, misfit.path) || startsWithPath(misfit.path, path));
}

function releaseFinding(path: FieldPath, field: FieldSchema, context: RuleContext): SchemaFinding | undefined {
  const since = field["x-since"];
  const until = field["x-until"];
  if (since && !context.reaches(since)) {
    return {
      rule: "schema/since",
      cause: "decode",
      path: [...path],
      atKey: true,
      message: `field "${path.at(-1)}" exists since ${since}; the target is ${context.target}`,
    };
  }
  if (until && context.reaches(until)) {
    return {
      rule: "schema/until",
      cause: "decode",
      path: [...path],
      atKey: true,
      message: `field "${path.at(-1)}" was removed in ${until}; the target is ${context.target}`,
    };
  }
  return undefined;
}

/** A value that came later than the field. */
function valueFinding(
  path: FieldPath,
  field: FieldSchema,
  value: unknown,
  context: RuleContext,
): SchemaFinding | undefined {
  const sinceByValue = (field.items ?? field)["x-enum-since"];
  if (!sinceByValue) return undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const index = values.findIndex((item) => {
    const since = typeof item === "string" && Object.hasOwn(sinceByValue, item) ? sinceByValue[item] : undefined;
    return since !== undefined && !context.reaches(since);
  });
  if (index < 0) return undefined;
  const item = String(values[index]);
  return {
    rule: "schema/since",
    cause: "unsupported",
    path: Array.isArray(value) ? [...path, index] : [...path],
    message: `value "${item}" exists since ${sinceByValue[item]}; the target is ${context.target}`,
  };
}
