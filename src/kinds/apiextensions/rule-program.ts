/**
 * Evaluates the validation rules of a schema on a value and on everything in it, within the cost budgets of
 * kube-apiserver.
 *
 * @part evaluation
 * @module
 */
import type { JSONSchemaProps, ValidationRule } from "../../api/types/apiextensions-v1.ts";
import { compile } from "../../cel/compile.ts";
import type { Environment } from "../../cel/environment.ts";
import type { Activation } from "../../cel/eval/frame.ts";
import { type CountingProgram, planCounting } from "../../cel/eval/plan.ts";
import { CelError, Optional, type Value } from "../../cel/types/values.ts";
import { CostBudget, perCallCostLimit, requestCostBudget } from "../../cel-kubernetes/cost/budget.ts";
import { costProfile } from "../../cel-kubernetes/cost/profile.ts";
import { costRules } from "../../cel-kubernetes/cost/rules.ts";
import { crdEnvironment } from "../../cel-kubernetes/crd-environment.ts";
import type { StructuralSchema } from "../../cel-kubernetes/schema-types.ts";
import { errorIfUnfit, schemaValue, UnfitValue } from "../../cel-kubernetes/schema-values.ts";
import type { Cause, FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { utf8Length } from "../../text/utf8.ts";
import { followFieldPath } from "./field-path.ts";
import { keyedItems } from "./keyed-items.ts";
import { readsOldSelf } from "./rule-estimates.ts";
import { itemsOf, propertyOf, valuesOf } from "./schema-walk.ts";

/** A value that violates a rule, or a rule that could not be evaluated. */
export interface RuleFault {
  readonly path: FieldPath;
  readonly cause: Cause;
  readonly message: string;
  /** Same as `Finding.serverText`. */
  readonly serverText: string;
  /** The text of the rule, which help texts show. */
  readonly rule: string;
  /** The path of the value that the rule validates. */
  readonly base: FieldPath;
  /**
   * Whether an update may keep an unchanged value with this fault: the rule is false and does not compare with the old
   * value.
   */
  readonly mayStay: boolean;
}

/** The compiled rules of a schema; undefined if it has no rules. */
export interface RuleProgram {
  /**
   * @param oldValue - the old value; undefined for a new one
   * @param budget - the maximum cost of all rules together
   */
  run(value: unknown, oldValue: unknown, budget?: CostBudget): readonly RuleFault[];
  /** Compiles one rule per step. Rules that are not compiled yet are compiled when they are first evaluated. */
  prepare(): Iterable<unknown>;
}

/** Plans the rules of a schema and of all schemas in it. @param isResource - true for the root of a resource */
export function planRules(schema: JSONSchemaProps, target: string, isResource: boolean): RuleProgram | undefined {
  const node = planNode(schema, target, isResource);
  return (
    node && {
      prepare: () => prepareNode(node),
      run(value, oldValue, budget = new CostBudget(requestCostBudget)) {
        const run = new Evaluation(budget);
        run.visit(node, value, oldValue, []);
        return run.faults;
      },
    }
  );
}

interface PlannedRule {
  readonly rule: ValidationRule;
  /** Undefined if the rule does not compile. */
  readonly program: CountingProgram | undefined;
  readonly message: CountingProgram | undefined;
  readonly readsOldSelf: boolean;
  /** The path of the field that faults name, relative to the value. */
  readonly fieldPath: readonly string[];
}

/** Returns a rule, compiled at the first call; undefined if expressions cannot read the value. */
type LazyRule = () => PlannedRule | undefined;

/** A schema with rules in it, or in a schema inside of it. */
interface PlannedNode {
  readonly schema: JSONSchemaProps;
  readonly isResource: boolean;
  readonly rules: readonly LazyRule[];
  readonly items?: PlannedNode;
  readonly values?: PlannedNode;
  readonly properties: ReadonlyMap<string, PlannedNode>;
}

function planNode(schema: JSONSchemaProps, target: string, isResource: boolean): PlannedNode | undefined {
  const inner = (part: JSONSchemaProps | undefined): PlannedNode | undefined =>
    part && planNode(part, target, part["x-kubernetes-embedded-resource"] === true);
  const rules = planOwnRules(schema, target, isResource);
  const items = inner(itemsOf(schema));
  const values = inner(valuesOf(schema));
  const properties = new Map<string, PlannedNode>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const node = inner(property);
    if (node) properties.set(name, node);
  }
  if (rules.length === 0 && !items && !values && properties.size === 0) return undefined;
  return { schema, isResource, rules, ...(items ? { items } : {}), ...(values ? { values } : {}), properties };
}

function* prepareNode({ rules, items, values, properties }: PlannedNode): Generator<unknown> {
  for (const rule of rules) yield rule();
  for (const inner of [items, values, ...properties.values()]) if (inner) yield* prepareNode(inner);
}

function planOwnRules(schema: JSONSchemaProps, target: string, isResource: boolean): LazyRule[] {
  const environmentOf = memoized((optionalOldSelf: boolean) =>
    crdEnvironment(target, schema as StructuralSchema, { isResource, optionalOldSelf, reach: "known" }),
  );
  const rules = (schema["x-kubernetes-validations"] ?? []).filter(({ rule = "" }) => rule.trim() !== "");
  const plan = memoized((rule: ValidationRule) => {
    const environment = environmentOf(rule.optionalOldSelf === true);
    return environment && planRule(rule, schema, environment, target);
  });
  return rules.map((rule) => () => plan(rule));
}

/** Returns a function that computes the value of each key once. */
function memoized<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as V;
  };
}

function planRule(
  rule: ValidationRule,
  schema: JSONSchemaProps,
  environment: Environment,
  target: string,
): PlannedRule {
  const { checked } = compile(environment, rule.rule ?? "");
  if (!checked) return { rule, program: undefined, message: undefined, readsOldSelf: false, fieldPath: [] };
  const rules = costRules(environment, costProfile(target));
  const options = { dialect: "cel-go", foldConstants: true } as const;
  const text = rule.messageExpression ?? "";
  const message = text.trim() === "" ? undefined : compile(environment, text).checked;
  const found = rule.fieldPath ? followFieldPath(rule.fieldPath, schema) : undefined;
  return {
    rule,
    program: planCounting(checked, environment, rules, options),
    message: message && planCounting(message, environment, rules, options),
    readsOldSelf: readsOldSelf(checked),
    fieldPath: found?.names ?? [],
  };
}

/** The maximum length of a message from an expression. Longer ones are ignored. */
const maxMessageBytes = 5 * 1024;

const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";

const causeByReason: ReadonlyMap<string, Cause> = new Map(
  Object.entries({
    FieldValueForbidden: "forbidden",
    FieldValueRequired: "required",
    FieldValueDuplicate: "duplicate",
  }),
);

/** Evaluates all rules once. */
class Evaluation {
  readonly faults: RuleFault[] = [];
  private readonly budget: CostBudget;
  private isStopped = false;

  constructor(budget: CostBudget) {
    this.budget = budget;
  }

  visit(node: PlannedNode | undefined, value: unknown, oldValue: unknown, path: FieldPath): void {
    if (node === undefined || value === null || value === undefined || this.isStopped) return;
    this.evaluateAll(node, value, oldValue ?? undefined, path);
    if (Array.isArray(value)) {
      const olds = keyedItems(node.schema, oldValue);
      for (const [index, item] of value.entries()) this.visit(node.items, item, olds(item), [...path, index]);
    } else if (isPlainObject(value)) {
      const old = isPlainObject(oldValue) ? oldValue : {};
      for (const [name, item] of Object.entries(value)) {
        const isDeclared = propertyOf(node.schema, name) !== undefined;
        const inner = isDeclared ? node.properties.get(name) : node.values;
        this.visit(inner, item, Object.hasOwn(old, name) ? old[name] : undefined, [...path, name]);
      }
    }
  }

  private evaluateAll(node: PlannedNode, value: unknown, oldValue: unknown, path: FieldPath): void {
    if (node.rules.length === 0) return;
    const asValue = (json: unknown) => schemaValue(json, node.schema as StructuralSchema, node.isResource);
    // An update may keep data that violates the schema; reading it in an expression is then a fault.
    const self = errorIfUnfit(() => asValue(value));
    const oldSelf = oldValue === undefined ? undefined : errorIfUnfit(() => asValue(oldValue));
    const ruled = new ValidatedValue(path, node.schema.type ?? "", value);
    for (const rule of node.rules) {
      if (this.isStopped) return;
      const planned = rule();
      if (!planned) continue;
      const isOptional = planned.rule.optionalOldSelf === true;
      if (planned.readsOldSelf && oldSelf === undefined && !isOptional) continue;
      this.evaluate(planned, { self, oldSelf }, ruled);
    }
  }

  private evaluate(planned: PlannedRule, values: Values, ruled: ValidatedValue): void {
    const { rule, program } = planned;
    const { path, type } = ruled;
    const ruleText = (rule.message ?? "").trim() || (rule.rule ?? "").trim();
    const unmet = (message: string, found: Pick<RuleFault, "path" | "cause" | "serverText" | "mayStay">) =>
      this.faults.push({ ...found, message, rule: rule.rule ?? "", base: path });
    const fault = (message: string, at = path) =>
      unmet(message, { path: at, cause: "invalid", serverText: `"${type}": ${message}`, mayStay: false });
    if (program === undefined) {
      fault(`rule compile error: ${rule.rule ?? ""}`);
      return;
    }
    const { result, cost } = measure(
      program,
      planned.readsOldSelf ? values : { self: values.self },
      rule.optionalOldSelf === true,
    );
    if (!this.budget.spend(Math.min(cost, perCallCostLimit + 1))) {
      this.isStopped = true;
      fault(outOfBudget);
    } else if (result instanceof CelError) {
      this.isStopped = isCancelled(result);
      fault(evaluationErrorText(result.message, ruleText));
    } else if (result !== true) {
      const at = [...path, ...planned.fieldPath];
      const own = this.messageOf(planned, values);
      if (this.isStopped) {
        fault(own ?? "", at);
        return;
      }
      const message = own ?? ((rule.message ?? "").trim() || `failed rule: ${ruleText}`);
      const cause = causeByReason.get(rule.reason ?? "") ?? "invalid";
      const serverText = wordsOf(cause, message, ruled);
      unmet(message, { path: at, cause, serverText, mayStay: !planned.readsOldSelf });
    }
  }

  /**
   * Returns the text of the message expression; undefined if there is no expression, or if its result cannot be shown.
   * If it exceeds the budget, ends the evaluation and returns the reason.
   */
  private messageOf({ rule, message }: PlannedRule, values: Values): string | undefined {
    if (message === undefined) return undefined;
    const { result, cost } = measure(message, values, false);
    if (!this.budget.spend(cost)) {
      this.isStopped = true;
      return "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";
    }
    if (result instanceof CelError && isCancelled(result)) {
      this.isStopped = true;
      return `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${quoteGo(rule.messageExpression ?? "")}`;
    }
    const text = typeof result === "string" ? result.trim() : "";
    return text === "" || text.includes("\n") || utf8Length(text) > maxMessageBytes ? undefined : text;
  }
}

/** The value that rules validate. */
class ValidatedValue {
  readonly path: FieldPath;
  /** The type according to the schema. */
  readonly type: string;
  private readonly value: unknown;
  private text: string | undefined;

  constructor(path: FieldPath, type: string, value: unknown) {
    this.path = path;
    this.type = type;
    this.value = value;
  }

  /** The value as errors show it, computed once for all rules; empty for maps and lists, which errors omit. */
  get shown(): string {
    this.text ??= this.type === "object" || this.type === "array" ? "" : showGoValue(this.value);
    return this.text;
  }
}

const isCancelled = ({ message }: CelError): boolean => message.startsWith("operation cancelled");

function wordsOf(cause: Cause, message: string, ruled: ValidatedValue): string {
  if (cause === "duplicate") return ruled.shown;
  return cause === "invalid" && ruled.shown !== "" ? `${ruled.shown}: ${message}` : message;
}

interface Values {
  readonly self: Value | CelError;
  readonly oldSelf?: Value | CelError | undefined;
}

/**
 * Evaluates an expression and measures its cost.
 *
 * @param isOptional - whether `oldSelf` is an optional value; always false for messages
 */
function measure(
  program: CountingProgram,
  { self, oldSelf }: Values,
  isOptional: boolean,
): ReturnType<CountingProgram["measure"]> {
  const variables: Activation = {
    get(name) {
      if (name === "self") return readValue(self);
      if (name !== "oldSelf") return undefined;
      if (!isOptional) return readValue(oldSelf);
      // An old value that cannot be read still counts as present.
      return oldSelf === undefined ? Optional.none : new Optional(oldSelf as Value);
    },
  };
  const measured = errorIfUnfit(() => program.measure(variables, { costLimit: perCallCostLimit }));
  return measured instanceof CelError ? { result: measured, cost: 0 } : measured;
}

/** @throws {UnfitValue} if an expression reads a value that does not fit its schema */
function readValue(value: Values["oldSelf"]): Value | undefined {
  if (value instanceof CelError) throw new UnfitValue(value.message);
  return value;
}

function evaluationErrorText(message: string, rule: string): string {
  if (message.startsWith("no such overload")) {
    return `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${rule}`;
  }
  if (message.startsWith("operation cancelled")) {
    return `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`;
  }
  return `${message} evaluating rule: ${rule}`;
}
