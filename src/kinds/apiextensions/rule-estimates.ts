/**
 * Checks the validation rules of a schema before they run: whether they compile with the types of the schema, and
 * whether their estimated cost stays within the limits, individually and in total.
 *
 * @module
 */
import type { JSONSchemaProps, ValidationRule } from "../../api/types/apiextensions-v1.ts";
import { type CompileResult, compile } from "../../cel/compile.ts";
import { formatSizePath } from "../../cel/cost/estimate.ts";
import type { Environment } from "../../cel/environment.ts";
import type { CheckedAst } from "../../cel/types/checked-ast.ts";
import type { TrackingRules } from "../../cel/types/costs.ts";
import { formatType } from "../../cel/types/format-type.ts";
import { costProfile } from "../../cel-kubernetes/cost/profile.ts";
import { adviseBound, estimateRule, type RulePlace } from "../../cel-kubernetes/cost/rule-estimate.ts";
import { costRules } from "../../cel-kubernetes/cost/rules.ts";
import { cardinalityInside } from "../../cel-kubernetes/cost/schema-bounds.ts";
import { crdEnvironment } from "../../cel-kubernetes/crd-environment.ts";
import type { StructuralSchema } from "../../cel-kubernetes/schema-types.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Finding, moveBelow } from "../../rule/finding.ts";
import { issueFindings } from "../expression/issue-findings.ts";
import { seePathPlaceholder } from "./internal-path.ts";
import { hasRules, itemsOf, valuesOf } from "./schema-walk.ts";

/** The faults that the stored definition already has, for which an update is not rejected. */
export interface StoredRules {
  /** Stored rules and message expressions, which may use every library that kube-apiserver knows. */
  readonly texts: ReadonlySet<string>;
  /** Whether the update leaves the whole schema unchanged, so that the costs of single rules are not limited. */
  readonly isSameSchema: boolean;
}

export interface RuleEstimates {
  readonly expressions: readonly Finding[];
  readonly costs: readonly Finding[];
  /** The expressions that compile. */
  readonly compiled: readonly CompiledRule[];
}

/** A rule or a message expression that compiles. */
export interface CompiledRule {
  readonly path: FieldPath;
  readonly isRule: boolean;
  readonly checked: CheckedAst;
  readonly environment: Environment;
  /** The schema that contains the rule. */
  readonly schema: JSONSchemaProps;
  readonly isResource: boolean;
}

/** The limits for the estimated cost of one rule and of all rules of a schema, in units of the cost model. */
const ruleLimit = 10_000_000n;
const schemaLimit = 100_000_000n;
/** The minimum cost of a rule that is named as a cause if the total is too high. */
const notableCost = schemaLimit / 100n;
const maxNamedRules = 4;
const maxCost = 2n ** 64n - 1n;

/**
 * Compiles all rules of a schema and estimates their costs.
 *
 * @param mayRun - whether the schema at a path and all schemas inside are free of other faults; rules are skipped if
 *   not
 */
export function estimateRules(
  schema: JSONSchemaProps,
  context: RuleContext,
  stored: StoredRules,
  mayRun: (path: FieldPath) => boolean,
): RuleEstimates {
  if (!hasRules(schema)) return { expressions: [], costs: [], compiled: [] };
  const walk = new CostWalk(context, stored, mayRun);
  walk.visit({
    schema,
    path: [],
    cardinality: 1n,
    isResource: true,
    isInScope: false,
    isVisible: true,
    uncorrelatablePath: undefined,
  });
  return {
    expressions: walk.expressions,
    costs: [...walk.costs, ...walk.totalCostFindings()],
    compiled: walk.compiled,
  };
}

/** A schema that the walk visits. */
interface SchemaNode {
  readonly schema: JSONSchemaProps;
  readonly path: FieldPath;
  /** The maximum number of values that the schema describes in one object; undefined if nothing limits it. */
  readonly cardinality: bigint | undefined;
  readonly isResource: boolean;
  /** Whether an enclosing schema has rules, so that expressions can read this value from there. */
  readonly isInScope: boolean;
  /**
   * Whether expressions can read the value: not if the type of the enclosing schema excludes it, such as items of a
   * map.
   */
  readonly isVisible: boolean;
  /** The outermost enclosing list whose old and new items cannot be matched; undefined if there is no such list. */
  readonly uncorrelatablePath: FieldPath | undefined;
}

interface NotableCost {
  readonly path: FieldPath;
  readonly cost: bigint;
  readonly exceedsRuleLimit: boolean;
}

const contribution = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";

class CostWalk {
  readonly expressions: Finding[] = [];
  readonly costs: Finding[] = [];
  readonly compiled: CompiledRule[] = [];
  private readonly notableCosts: NotableCost[] = [];
  private readonly rules = new Map<Environment, TrackingRules>();
  private total = 0n;
  private readonly context: RuleContext;
  private readonly stored: StoredRules;
  private readonly mayRun: (path: FieldPath) => boolean;

  constructor(context: RuleContext, stored: StoredRules, mayRun: (path: FieldPath) => boolean) {
    this.context = context;
    this.stored = stored;
    this.mayRun = mayRun;
  }

  visit(node: SchemaNode): void {
    const { schema, path } = node;
    if (schema["x-kubernetes-validations"]?.length && this.mayRun(path)) new RuleCheck(this, node).run();
    const cardinality = cardinalityInside(node.cardinality, schema as StructuralSchema);
    const isInScope = node.isInScope || Boolean(schema["x-kubernetes-validations"]?.length);
    const next = (inner: JSONSchemaProps, step: FieldPath, uncorrelatablePath = node.uncorrelatablePath) =>
      this.visit({
        isInScope,
        isVisible: !isInScope || step[0] === "properties" || schema.type === (step[0] === "items" ? "array" : "object"),
        schema: inner,
        path: [...path, ...step],
        cardinality,
        isResource: inner["x-kubernetes-embedded-resource"] === true,
        uncorrelatablePath,
      });
    const values = valuesOf(schema);
    const items = itemsOf(schema);
    if (values) next(values, ["additionalProperties"]);
    for (const [name, property] of Object.entries(schema.properties ?? {})) next(property, ["properties", name]);
    if (items) {
      const keepsTrack = schema["x-kubernetes-list-type"] === "map";
      next(items, ["items"], node.uncorrelatablePath ?? (keepsTrack ? undefined : path));
    }
  }

  environments(node: SchemaNode): (text: string, rule: ValidationRule) => Environment | undefined {
    const made = new Map<string, Environment | undefined>();
    return (text, { optionalOldSelf = false }) => {
      const reach = this.stored.texts.has(text) ? "known" : "portable";
      const key = `${reach} ${optionalOldSelf}`;
      if (!made.has(key)) {
        const options = { isResource: node.isResource, optionalOldSelf, reach } as const;
        made.set(key, crdEnvironment(this.context.target, node.schema as StructuralSchema, options));
      }
      return made.get(key);
    };
  }

  placeOf({ schema, cardinality, isResource }: SchemaNode): RulePlace {
    return { schema: schema as StructuralSchema, cardinality, isResource, hasShortNames: this.context.reaches("1.37") };
  }

  rulesOf(environment: Environment): TrackingRules {
    const known = this.rules.get(environment);
    if (known) return known;
    const made = costRules(environment, costProfile(this.context.target));
    this.rules.set(environment, made);
    return made;
  }

  /** Adds a cost to the total, and reports an expression that exceeds the limit by itself. */
  addCost(path: FieldPath, cost: bigint, what: string, advice: () => string): void {
    this.total = this.total + cost > maxCost ? maxCost : this.total + cost;
    const exceedsRuleLimit = cost > ruleLimit && !this.stored.isSameSchema;
    if (cost >= notableCost) this.notableCosts.push({ path, cost, exceedsRuleLimit });
    if (!exceedsRuleLimit) return;
    const message = overBudget(`the estimated cost of ${what}`, cost, ruleLimit);
    const serverText = serverBudget(
      `estimated ${what === "the rule" ? "rule" : "messageExpression"} cost`,
      cost,
      ruleLimit,
    );
    this.costs.push({ path, cause: "forbidden", message, serverText, help: advice() });
  }

  totalCostFindings(): Finding[] {
    if (this.total <= schemaLimit) return [];
    const dearest = [...this.notableCosts].sort((a, b) => (a.cost > b.cost ? -1 : 1)).slice(0, maxNamedRules);
    const message = overBudget("the estimated cost of all rules of the schema together", this.total, schemaLimit);
    const total = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
    // Rules that exceed the limit by themselves already have findings, which get only a further cause here.
    const [above, others] = [
      dearest.filter((each) => each.exceedsRuleLimit),
      dearest.filter((each) => !each.exceedsRuleLimit),
    ];
    return [
      {
        path: [],
        atKey: true,
        cause: "forbidden",
        message,
        serverText: serverBudget(total, this.total, schemaLimit),
        also: above.map(({ path }) => ({ field: path, cause: "forbidden", serverText: contribution })),
        help: generalAdvice,
      },
      ...others.map(
        ({ path, cost }): Finding => ({
          path,
          cause: "forbidden",
          message: `is one of the most expensive rules of a schema that costs too much; its share is ${shownCost(cost)}`,
          serverText: contribution,
        }),
      ),
    ];
  }
}

const shownCost = (cost: bigint): string => (cost >= maxCost ? "without bound" : String(cost));

const overBudget = (what: string, cost: bigint, limit: bigint): string =>
  `${what} exceeds budget: it must be at most ${limit}, and is ${budgetFactorText(cost, limit)} times as high`;

const serverBudget = (name: string, cost: bigint, limit: bigint): string =>
  `${name} exceeds budget by factor of ${budgetFactorText(cost, limit)}x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;

function budgetFactorText(cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit);
  return factor > 100 ? "more than 100" : factor < 1.5 ? factor.toFixed(6) : factor.toFixed(1);
}

const generalAdvice = "set maxItems, maxProperties and maxLength where lists, maps and strings are declared";

/** Checks the rules of one schema. */
class RuleCheck {
  private readonly walk: CostWalk;
  private readonly node: SchemaNode;
  private readonly environmentOf: (text: string, rule: ValidationRule) => Environment | undefined;
  private readonly place: RulePlace;

  constructor(walk: CostWalk, node: SchemaNode) {
    this.walk = walk;
    this.node = node;
    this.environmentOf = walk.environments(node);
    this.place = walk.placeOf(node);
  }

  run(): void {
    const rules = this.node.schema["x-kubernetes-validations"] ?? [];
    for (const [index, rule] of rules.entries()) {
      const path = [...this.node.path, "x-kubernetes-validations", index];
      const text = rule.rule ?? "";
      if (text.trim() === "") continue;
      const environment = this.node.isVisible ? this.environmentOf(text, rule) : undefined;
      if (environment === undefined) {
        this.reportUnreadable();
        return;
      }
      const checked = this.compileExpression(environment, rule, path, "rule");
      if (checked === undefined) {
        this.reportUnneededOption(rule, path);
        continue;
      }
      this.addEstimate(checked, environment, [...path, "rule"], true);
      this.checkTransition(rule, checked, path);
      this.checkMessage(rule, path);
    }
  }

  private reportUnreadable(): void {
    const message = "rules cannot read the value: its schema has no type that CEL supports";
    const path = [...this.node.path, "x-kubernetes-validations"];
    const serverText =
      "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";
    this.walk.expressions.push({ path, cause: "internal", message, serverText, help: "set `type`" });
  }

  private compileExpression(
    environment: Environment,
    rule: ValidationRule,
    path: FieldPath,
    name: "rule" | "messageExpression",
  ): CheckedAst | undefined {
    const result = compile(environment, rule[name] ?? "");
    const findings = compileFindings(result, rule, name);
    for (const finding of findings) this.walk.expressions.push(moveBelow([...path, name], finding));
    return findings.length === 0 ? result.checked : undefined;
  }

  private addEstimate(checked: CheckedAst, environment: Environment, path: FieldPath, isRule: boolean): void {
    const { schema, isResource } = this.node;
    this.walk.compiled.push({ path, isRule, checked, environment, schema, isResource });
    const rules = this.walk.rulesOf(environment);
    const { cost, costOfValue } = estimateRule(checked, rules, this.place);
    const advice = () => this.advice(checked, rules);
    if (isRule) this.walk.addCost(path, cost, "the rule", advice);
    else this.walk.addCost(path, costOfValue, "the message expression", advice);
  }

  private advice(checked: CheckedAst, rules: TrackingRules): string {
    const found = adviseBound(checked, rules, this.place, Number(ruleLimit));
    if (found === undefined) return generalAdvice;
    const size = found.alone ?? found.together;
    return `set \`${found.keyword}: ${size}\` or less at \`${formatSizePath(found.path)}\`${found.alone === undefined ? ", and similar bounds on the others" : ""}`;
  }

  private checkMessage(rule: ValidationRule, path: FieldPath): void {
    const text = rule.messageExpression ?? "";
    const environment = text.trim() === "" ? undefined : this.environmentOf(text, rule);
    const at = [...path, "messageExpression"];
    const checked = environment && this.compileExpression(environment, rule, path, "messageExpression");
    if (environment && checked) this.addEstimate(checked, environment, at, false);
  }

  private reportUnneededOption({ optionalOldSelf }: ValidationRule, path: FieldPath): void {
    if (optionalOldSelf === undefined) return;
    const message = "must be absent in a rule that does not read `oldSelf`";
    const serverText = `${optionalOldSelf}: may not be set if oldSelf is not used in rule`;
    this.walk.expressions.push({ path: [...path, "optionalOldSelf"], message, serverText });
  }

  private checkTransition(rule: ValidationRule, checked: CheckedAst, path: FieldPath): void {
    if (!readsOldSelf(checked)) {
      this.reportUnneededOption(rule, path);
      return;
    }
    if (this.node.uncorrelatablePath === undefined) return;
    this.walk.expressions.push({
      path: [...path, "rule"],
      message: "must not read `oldSelf` inside a list without keys: its items have no old values",
      serverText: `${showGoValue(rule.rule ?? "")}: oldSelf cannot be used on the uncorrelatable portion of the schema within ${seePathPlaceholder}`,
      help: "set `x-kubernetes-list-type: map` and `x-kubernetes-list-map-keys` at the list",
      see: { path: this.node.uncorrelatablePath, message: "this list" },
    });
  }
}

/** Whether a rule compares a value with its old value. */
export function readsOldSelf({ references }: CheckedAst): boolean {
  return [...references.values()].some((reference) => reference.kind === "ident" && reference.name === "oldSelf");
}

/** The wording of kube-apiserver for each expression of a rule. */
const serverNames = {
  rule: { wanted: "bool", fault: "compilation failed", misfit: "cel expression must evaluate to a bool" },
  messageExpression: {
    wanted: "string",
    fault: "messageExpression compilation failed",
    misfit: "messageExpression must evaluate to a string",
  },
} as const;

function compileFindings(
  { issues, outputType }: CompileResult,
  rule: ValidationRule,
  name: keyof typeof serverNames,
): readonly Finding[] {
  const text = rule[name] ?? "";
  const { wanted, fault, misfit } = serverNames[name];
  if (outputType?.kind === wanted) return [];
  const shown = internalRule(rule);
  if (outputType === undefined) return issueFindings(text, issues, { shown, fault });
  const message = `must evaluate to ${wanted}; got ${formatType(outputType)}`;
  const serverText = `${showGoValue(shown)}: ${misfit}`;
  return [{ path: [], span: { start: 0, end: text.trimEnd().length }, message, serverText }];
}

/** Returns a rule with the fields of kube-apiserver's internal struct, as errors show it. */
const internalRule = (rule: ValidationRule): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>([
    ["Rule", rule.rule ?? ""],
    ["Message", rule.message ?? ""],
    ["MessageExpression", rule.messageExpression ?? ""],
    ["Reason", rule.reason ?? null],
    ["FieldPath", rule.fieldPath ?? ""],
    ["OptionalOldSelf", rule.optionalOldSelf ?? null],
  ]);
