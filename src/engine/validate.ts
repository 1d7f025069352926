/**
 * One object against its kind: strict schema, defaults, rules. The one validator of lint, library and admission.
 *
 * @module
 */
import type { FieldPath, Severity } from "../diagnostic/diagnostic.ts";
import { startsWithPath } from "../diagnostic/path.ts";
import type { Kind, KindVersion } from "../kind/kind.ts";
import type { RuleContext } from "../rule/rule.ts";
import { type RuleFinding, runRules } from "../rule/run.ts";
import { decode, decodeStrictly } from "../schema/decode.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import { disabledMessage, gatesOff } from "../schema/disabled-fields.ts";
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
  const [first = subject, ...others] = variantsOf(subject);
  let best = validateAs(value, first);
  for (const other of others) {
    if (countErrors(best) === 0) break;
    const validation = validateAs(value, other);
    if (countErrors(validation) < countErrors(best)) best = validation;
  }
  return best;
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
  const { object, findings: structural } = read(value, { ...subject, context });
  kind.applyDefaults?.(object, context);
  const misfits = structural.filter(({ rule }) => rule === "schema/type" || rule === "schema/format");
  const findings = runRules(kind.rules, object, context).filter(({ path }) => !concerns(path, misfits));
  return { object, findings: structural.concat(findings) };
}

function read(value: unknown, { kind, version, context }: Subject): { object: unknown; findings: RuleFinding[] } {
  const { schema } = version;
  if (kind.read) {
    const reading = kind.read(value, context);
    return { object: reading.object, findings: reading.findings.map((finding) => graded(finding, kind)) };
  }
  const untimely: RuleFinding[] = [];
  const dropped: FieldPath[] = [];
  const isDropped = (path: FieldPath) => dropped.some((field) => startsWithPath(path, field));
  const gateOf = kind.resource ? gatesOff(schema, context.isEnabled, context.oldObject) : undefined;
  const { object, misfits } = decodeStrictly(value, schema, (path, field, found) => {
    const unknown = releaseFinding(path, field, context);
    if (unknown) untimely.push(graded(unknown, kind));
    if (unknown || isDropped(path)) return "keep";
    const gate = gateOf?.(field, found);
    if (gate !== undefined) {
      untimely.push(gateFinding([...path], gate));
      dropped.push([...path]);
      return "drop";
    }
    const refused = valueFinding(path, field, found, context);
    if (refused) untimely.push({ severity: "error", ...refused });
    return "keep";
  });
  const kept = misfits.filter(({ fault, path }) => fault !== "enum" || !isDropped(path));
  const findings = kept.map((misfit) => graded(misfitFinding(misfit, schema), kind));
  return { object, findings: findings.concat(untimely) };
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
  return isUnknown && kind.loader && kind.loader.unknownFields !== "error" ? "warning" : "error";
}

/** A rule that speaks of a value which did not decode, or of what holds it, only repeats that fault. */
function concerns(path: FieldPath, misfits: readonly RuleFinding[]): boolean {
  return misfits.some((misfit) => startsWithPath(path, misfit.path) || startsWithPath(misfit.path, path));
}

function releaseFinding(path: FieldPath, field: FieldSchema, context: RuleContext): SchemaFinding | undefined {
  const since = field["x-since"];
  const until = field["x-until"];
  const name = String(path.at(-1));
  if (since && !context.reaches(since)) {
    return {
      rule: "schema/since",
      cause: "decode",
      path: [...path],
      atKey: true,
      message: `field "${name}" exists since ${since}; the target is ${context.target}`,
    };
  }
  if (until && context.reaches(until)) {
    return {
      rule: "schema/until",
      cause: "decode",
      path: [...path],
      atKey: true,
      message: `field "${name}" was removed in ${until}; the target is ${context.target}`,
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
