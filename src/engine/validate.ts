/**
 * Validates one object against its kind: strict schema, defaults, rules. Lint, the library and admission share this
 * validator.
 *
 * @module
 */
import type { FieldPath, Severity } from "../diagnostic/diagnostic.ts";
import { PathSet, valueAt } from "../diagnostic/path.ts";
import { memberOf } from "../json/member.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { type Found, type Kind, type KindVersion, readerOf, unknownFieldsIn } from "../kind/kind.ts";
import { prepareReplacement } from "../kind/prepare-replacement.ts";
import type { RuleContext } from "../rule/context.ts";
import { isInternal } from "../rule/fault.ts";
import { capSeverity, type FindingSink, type RuleFinding, runRulesInto } from "../rule/run.ts";
import { levelOf, type RuleLevels } from "../rule/severity.ts";
import { type FindingLimits, lintLimits, type Surplus, Tally } from "../rule/tally.ts";
import {
  type DecodeError,
  decode,
  decodeErrorsOf,
  decodeStoredValue,
  decodeStrictly,
  type VisitField,
} from "../schema/decode.ts";
import type { FieldSchema } from "../schema/decode-schema.ts";
import { createGateLookup, disabledMessage, type GateOf } from "../schema/disabled-fields.ts";
import { restoreEmpties, withoutZeros } from "../schema/go-values.ts";
import { alignQuantities } from "../schema/semantic-equal.ts";
import { decodeFinding, type SchemaFinding } from "../schema/translate.ts";

export interface Validation {
  /** The object as its reader has it in memory: decoded and with defaults. */
  readonly object: unknown;
  /** Unsorted; paths are from the root of the object. */
  readonly findings: readonly RuleFinding[];
  /** The number of findings beyond the limits. */
  readonly more: readonly Surplus[];
}

/**
 * The kind and settings to validate against. For an update, `context.oldObject` is the stored object, to which defaults
 * are applied before rules see it.
 */
export interface Subject {
  readonly kind: Kind;
  readonly version: KindVersion;
  readonly context: RuleContext;
  /** Default `lintLimits`. */
  readonly limits?: FindingLimits;
  /** Whether nulls that the kind does not allow are faults. Default: false, since in a request null means no value. */
  readonly keepsNulls?: boolean;
  /** Findings of rules that are off do not count toward the limits. Default: no rule is off. */
  readonly levels?: RuleLevels;
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
 * Validates an object that is already decoded and has its defaults, as a server has it before it stores it. Works on
 * the object itself, not on a copy.
 */
export function validateDecoded(object: unknown, given: Subject): Omit<Validation, "object"> {
  const { kind, version } = given;
  if (kind.read || kind.variants) return validate(object, { ...given, keepsNulls: true });
  const subject = withStoredObject(given);
  const findings = new Findings(subject);
  const { visit } = findings;
  findings.addDecodeErrors(decodeErrorsOf(object, version.schema, { visit, maxOfFault: findings.limits.counted }));
  applyRules(object, subject, findings);
  return findings;
}

/** Returns the definitions of the kind that have the version; the kind itself if there is only one definition. */
function variantsOf(subject: Subject): readonly Subject[] {
  const { kind, version } = subject;
  if (!kind.variants) return [subject];
  return kind.variants.flatMap((variant) => {
    const own = variant.versions.find(({ name }) => name === version.name);
    return own ? [{ ...subject, kind: variant, version: own }] : [];
  });
}

function countErrors({ findings, more }: Validation): number {
  const rest = more.find(({ severity }) => severity === "error")?.count ?? 0;
  return rest + findings.filter(({ severity }) => severity === "error").length;
}

function validateAs(value: unknown, given: Subject): Validation {
  const subject = withStoredObject(given);
  const { kind, context } = subject;
  const findings = new Findings(subject);
  const { object, errors } = read(value, subject, findings);
  kind.applyDefaults?.(object, context);
  prepareReplacement(kind, object, context);
  findings.addDecodeErrors(
    context.oldObject === undefined ? errors : errors.filter((error) => !isPutBack(error, value, object)),
  );
  applyRules(object, subject, findings);
  return { object, findings: findings.findings, more: findings.more };
}

/**
 * Runs the rules. For an update, first removes differences between both objects that Go's types do not represent, such
 * as zero and absent values.
 */
function applyRules(object: unknown, subject: Subject, { take }: Findings): void {
  const { rules, resource } = subject.kind;
  const isUpdate = subject.context.oldObject !== undefined && resource !== undefined;
  runRulesInto(take, rules, isUpdate ? comparableObjects(object, subject) : { object, context: subject.context });
}

function comparableObjects(value: unknown, { kind: { resource }, version: { schema }, context }: Subject) {
  const held = withoutZeros(value, schema);
  const isMap = isPlainObject(held) && isPlainObject(value);
  const object = isMap ? restoreEmpties(held, value, resource?.seesEmpties ?? []) : held;
  const oldObject = alignQuantities(withoutZeros(context.oldObject, schema), object, schema);
  return { object, context: { ...context, oldObject } };
}

function read(value: unknown, { kind, version, context, keepsNulls = false }: Subject, { visit, limits }: Findings) {
  if (kind.read) return kind.read(value, { version: context.version, keepsNulls });
  return decodeStrictly(value, version.schema, { visit, maxOfFault: limits.counted });
}

/**
 * Whether the update puts the stored value of the field back. kube-apiserver then checks only the type of the value in
 * the request.
 */
function isPutBack({ fault, path }: DecodeError, value: unknown, object: unknown): boolean {
  return fault === "enum" && valueAt(value, path) !== valueAt(object, path);
}

/** For kinds that kube-apiserver does not store, such as configuration files: no gate drops a field. */
const noGate: GateOf = () => undefined;

/**
 * Collects the findings about an object, within its limits: from decoding, from the fields and values that the target
 * release has, and from rules.
 */
class Findings {
  readonly findings: RuleFinding[] = [];
  readonly limits: FindingLimits;
  private readonly subject: Subject;
  private readonly tally: Tally;
  private readonly gateOf: GateOf;
  private readonly dropped = new PathSet();
  /** Paths of fields that the target release lacks: its readers ignore their values. */
  private readonly absent = new PathSet();
  /**
   * Paths of values that did not decode. A finding of a rule about one of them, about an object that contains it, or
   * that refers to it, only repeats that fault.
   */
  private readonly unread = new PathSet();

  constructor(subject: Subject) {
    const { kind, version, context, limits = lintLimits } = subject;
    this.limits = limits;
    this.subject = subject;
    this.tally = new Tally(limits);
    this.gateOf = kind.resource ? createGateLookup(version.schema, context.isEnabled, context.oldObject) : noGate;
  }

  get more(): readonly Surplus[] {
    return this.tally.surpluses;
  }

  readonly visit: VisitField = (path, field, value) => {
    const { context } = this.subject;
    const unknown = releaseFinding(path, field, context);
    if (unknown && !this.absent.covers(path)) {
      this.addStructural(unknown.rule, () => unknown);
      this.absent.add([...path]);
    }
    if (unknown || this.dropped.covers(path) || this.absent.covers(path)) return "keep";
    const gate = this.gateOf(field, value);
    if (gate !== undefined) {
      this.take(gateFinding([...path], gate));
      this.dropped.add(path);
      return "drop";
    }
    const refused = valueFinding(path, field, value, context);
    if (refused) this.take({ severity: "error", ...refused });
    return "keep";
  };

  /** Adds decode errors, except for values that are dropped or whose field the target release lacks. */
  addDecodeErrors(errors: readonly DecodeError[]): void {
    const { schema } = this.subject.version;
    for (const error of errors) {
      const { fault, path } = error;
      if ((fault === "enum" && this.dropped.covers(path)) || this.absent.covers(path)) continue;
      if (fault === "type" || fault === "format") this.unread.add(path);
      const rule = `schema/${fault}` as const;
      this.addStructural(rule, () => decodeFinding(error, schema), { rule, path, value: error.value });
    }
  }

  readonly take: FindingSink = (finding) => {
    if (isInternal(finding)) this.findings.push(finding);
    else if (
      !this.absent.covers(finding.path) &&
      !this.unread.concerns(finding.path) &&
      !(finding.see && this.unread.covers(finding.see.path))
    ) {
      const held = capSeverity(this.worst(finding), finding);
      this.add(held.rule, held.severity, () => held);
    }
    return !this.tally.isExhausted;
  };

  /** @param found - passed to `refusesSince` of the kind, which may know that releases do not refuse the value */
  private addStructural(rule: SchemaFinding["rule"], find: () => SchemaFinding, found?: Found): void {
    const severity = (found && this.worst(found)) ?? severityOf(rule, this.subject);
    this.add(rule, severity, () => ({ severity, ...find() }));
  }

  private worst(found: Found): "warning" | undefined {
    const since = this.subject.kind.refusesSince?.(found);
    if (since === undefined) return undefined;
    return since !== "never" && this.subject.context.reaches(since) ? undefined : "warning";
  }

  /** Counts a finding. Creates it only if it is within the limits. */
  private add(rule: string, severity: Severity, make: () => RuleFinding): void {
    const level = levelOf(rule, severity, this.subject.levels ?? {});
    if (level !== "off" && this.tally.countFinding(level)) this.findings.push(make());
  }
}

/** Reports a field that kube-apiserver drops before it reads the value. */
function gateFinding(path: FieldPath, gate: string): RuleFinding {
  return {
    rule: "schema/gate",
    severity: "warning",
    cause: "forbidden",
    path,
    atKey: true,
    message: disabledMessage(gate),
    help: `pass \`--feature-gates ${gate}=true\` if it is on in the API server`,
  };
}

/** Decodes the stored object and applies its defaults, as for the new object. */
function withStoredObject(subject: Subject): Subject {
  const { context } = subject;
  if (context.oldObject === undefined) return subject;
  return {
    ...subject,
    context: { ...context, oldObject: decodeWithDefaults(context.oldObject, subject, decodeStoredValue) },
  };
}

/** Decodes an object and applies its defaults, without reporting faults. */
export function decodeWithDefaults(value: unknown, subject: Subject, decodeValue: typeof decode = decode): unknown {
  const [{ kind, version, context } = subject] = variantsOf(subject);
  const object = kind.read ? kind.read(value, context).object : decodeValue(value, version.schema);
  kind.applyDefaults?.(object, context);
  return object;
}

/**
 * Returns the severity of a schema finding. Readers that decode leniently silently drop unknown fields, so these are
 * only warnings.
 */
function severityOf(rule: SchemaFinding["rule"], { kind, context }: Subject): Severity {
  const isUnknown = rule === "schema/unknown-field" || rule === "schema/since" || rule === "schema/until";
  const reader = isUnknown ? readerOf(kind) : undefined;
  return reader && unknownFieldsIn(reader, context.reaches) !== "error" ? "warning" : "error";
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

/** Reports an enum value that was added to the field in a release after the target. */
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
    message: `value "${item}" exists since ${memberOf(sinceByValue, item)}; the target is ${context.target}`,
  };
}
