/**
 * The variables of a policy's expressions, and the evaluation of several expressions within one cost budget.
 *
 * @module
 */
import { type Activation, type ElementBudget, maxJoinedElements } from "../cel/eval/frame.ts";
import { fromJson } from "../cel/eval/json.ts";
import { CelError, CelObject, type Value } from "../cel/types/values.ts";
import { CostBudget, perCallCostLimit } from "../cel-kubernetes/cost/budget.ts";
import { type Authorize, AuthorizerValue, resourceCheck } from "../cel-kubernetes/library/authorizer.ts";
import type { Evaluation, PlannedExpression } from "../cel-kubernetes/planned-expression.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Span } from "../rule/finding.ts";
import { failure, type Result, success } from "../text/result.ts";
import {
  type AdmissionRequest,
  type EquivalentVersion,
  metadataOf,
  optionsKinds,
  type ServedVersion,
} from "./admission-request.ts";
import { isPlanned, type MaybePlanned, type NamedExpression } from "./plan.ts";
import type { Steps } from "./steps.ts";

/** The inputs of the expressions. */
export interface ActivationInput {
  readonly request: AdmissionRequest;
  /** The version of the resource that matched the policy. */
  readonly matched: EquivalentVersion;
  readonly params: unknown;
  /** The namespace object; undefined for cluster-scoped resources. */
  readonly namespace: unknown;
  /** Absent if expressions must not read `authorizer`. */
  readonly authorize?: Authorize;
  /** Returns milliseconds since any fixed time; absent if durations are not measured. */
  readonly nowMs?: (() => number) | undefined;
}

/** The outcome of one expression. */
export type ExpressionResult = { readonly elapsedMs: number } & Result<Value, ExpressionFault>;

interface ExpressionFault {
  readonly message: string;
  readonly span?: Span;
}

const outOfBudgetMessage =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/**
 * The outcomes of the expressions, in order; undefined for an absent expression. Fails as a whole if the cost budget is
 * exceeded.
 */
export type ExpressionResults = Result<{
  readonly outcomes: readonly (ExpressionResult | undefined)[];
  readonly remaining: number;
}>;

/**
 * Evaluates expressions in order, one per step. Each call computes the policy's variables again, each variable at most
 * once.
 */
export function* evaluateAll(
  expressions: readonly MaybePlanned[],
  variables: readonly NamedExpression[] | undefined,
  input: ActivationInput,
  budgetLimit: number,
): Steps<ExpressionResults> {
  const budget = new CostBudget(budgetLimit);
  const activation = new RequestActivation(input, variables);
  const outcomes: (ExpressionResult | undefined)[] = [];
  const { nowMs = () => 0 } = input;
  for (const expression of expressions) {
    if (!isPlanned(expression)) {
      const message = `compilation error: ${expression?.fault}`;
      outcomes.push(expression && { ...failure({ message }), elapsedMs: 0 });
      continue;
    }
    const startMs = nowMs();
    const evaluation = activation.evaluate(expression);
    const elapsedMs = nowMs() - startMs;
    if (!budget.spend(activation.takeCost()) || !budget.spend(evaluation.cost)) {
      return failure(outOfBudgetMessage);
    }
    if (evaluation.ok) outcomes.push({ ...success(evaluation.value), elapsedMs });
    else {
      const { message, span } = evaluation.error;
      const words = `expression '${expression.text}' resulted in error: ${message}`;
      outcomes.push({ ...failure({ message: words, ...(span ? { span } : {}) }), elapsedMs });
    }
    yield;
  }
  return success({ outcomes, remaining: budget.remaining });
}

/**
 * The CEL value of `variables`. Each variable of the policy is evaluated when it is first read, and its cost is counted
 * then.
 */
class LazyVariables extends CelObject {
  readonly objectType = "kubernetes.variables";
  private readonly expressions: ReadonlyMap<string, MaybePlanned>;
  private readonly activation: RequestActivation;
  private readonly valueByVariable = new Map<string, Value | CelError>();
  private cost = 0;

  constructor(variables: readonly NamedExpression[], activation: RequestActivation) {
    super();
    this.expressions = new Map(variables);
    this.activation = activation;
  }

  getField(name: string): Value | CelError | undefined {
    if (!this.expressions.has(name)) return undefined;
    const value = this.valueByVariable.get(name) ?? this.compute(name);
    this.valueByVariable.set(name, value);
    return value;
  }

  fieldNames(): Iterable<string> {
    return this.expressions.keys();
  }

  /** Returns the cost of the variables evaluated since the last call. */
  takeCost(): number {
    const { cost } = this;
    this.cost = 0;
    return cost;
  }

  private compute(name: string): Value | CelError {
    const expression = this.expressions.get(name);
    if (!isPlanned(expression)) {
      return new CelError(`composited variable "${name}" fails to compile: ${expression?.fault ?? ""}`);
    }
    const evaluation = this.activation.evaluate(expression);
    this.cost += evaluation.cost;
    if (evaluation.ok) return evaluation.value;
    return new CelError(`composited variable "${name}" fails to evaluate: ${evaluation.error.message}`);
  }
}

/** The variables of a request, each created when it is first read. */
class RequestActivation implements Activation {
  /**
   * The budget of joined list elements, shared by variables and expressions because each variable may join earlier
   * ones.
   */
  private readonly elements: ElementBudget = { remainingElements: maxJoinedElements };
  private readonly input: ActivationInput;
  private readonly variables: LazyVariables | undefined;
  private readonly valueByVariable = new Map<string, Value | undefined>();

  constructor(input: ActivationInput, variables: readonly NamedExpression[] | undefined) {
    this.input = input;
    this.variables = variables && new LazyVariables(variables, this);
  }

  evaluate(expression: PlannedExpression): Evaluation {
    return expression.evaluate(this, perCallCostLimit, this.elements);
  }

  get(name: string): Value | undefined {
    if (name === "variables") return this.variables;
    if (!this.valueByVariable.has(name)) this.valueByVariable.set(name, this.createValue(name));
    return this.valueByVariable.get(name);
  }

  /** Returns the cost of the policy's variables since the last call. */
  takeCost(): number {
    return this.variables?.takeCost() ?? 0;
  }

  private createValue(name: string): Value | undefined {
    const { request, matched, params, namespace } = this.input;
    switch (name) {
      case "object":
        return resourceValue(request.object);
      case "oldObject":
        return resourceValue(request.oldObject);
      case "request":
        return resourceValue(requestFields(request, matched));
      case "params":
        return resourceValue(params);
      case "namespaceObject":
        return resourceValue(namespace === undefined ? null : visibleNamespace(namespace));
      case "authorizer":
        return this.authorizer();
      case "authorizer.requestResource": {
        const authorizer = this.get("authorizer");
        return authorizer instanceof AuthorizerValue ? this.requestCheck(authorizer) : undefined;
      }
      default:
        return undefined;
    }
  }

  private authorizer(): Value | undefined {
    const { request, authorize } = this.input;
    const { username: name, ...user } = request.user;
    return authorize && new AuthorizerValue({ name, ...user }, authorize);
  }

  private requestCheck(authorizer: AuthorizerValue): Value {
    const { resource, subresource, namespace, name } = this.input.request;
    const { group, resource: plural } = resource;
    const selectors = { fieldSelector: "", labelSelector: "" };
    return resourceCheck(authorizer, { group, resource: plural, subresource, namespace, name, ...selectors });
  }
}

/** CEL values by JSON object. Objects do not change while policies read them, so policies share the values. */
const valueByJson = new WeakMap<object, Value>();

/** Converts JSON to a CEL value. Numbers without a fraction become ints, as in all resources. */
function resourceValue(json: unknown): Value {
  if (!isPlainObject(json)) return null;
  const known = valueByJson.get(json);
  if (known !== undefined) return known;
  const value = fromJson(json, undefined, { wholeNumbers: "int" });
  valueByJson.set(json, value);
  return value;
}

/** Returns the fields of the request as in an AdmissionReview, without the objects. Empty fields are absent. */
function requestFields(request: AdmissionRequest, matched: ServedVersion): Record<string, unknown> {
  const { user, name, namespace, operation, subresource, isDryRun } = request;
  const withoutEmptyFields = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmptyJson(value)));
  return {
    kind: matched.kind,
    resource: matched.resource,
    requestKind: request.kind,
    requestResource: request.resource,
    ...withoutEmptyFields({ subResource: subresource, requestSubResource: subresource, name, namespace }),
    operation,
    userInfo: withoutEmptyFields({ username: user.username, uid: user.uid, groups: user.groups, extra: user.extra }),
    dryRun: isDryRun,
    options: optionsOf(request),
  };
}

/** Returns the options of the request; null for CONNECT, which has no options. */
function optionsOf({ operation, options }: AdmissionRequest): object | null {
  const kind = optionsKinds[operation];
  return kind === undefined ? null : { apiVersion: "meta.k8s.io/v1", kind, ...options };
}

function isEmptyJson(value: unknown): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

const hiddenMetadata: ReadonlySet<string> = new Set(["managedFields", "ownerReferences", "selfLink"]);

function visibleNamespace(namespace: unknown): Record<string, unknown> {
  const { spec = {}, status = {} } = isPlainObject(namespace) ? namespace : {};
  const metadata = Object.entries(metadataOf(namespace)).filter(([name]) => !hiddenMetadata.has(name));
  return { metadata: Object.fromEntries(metadata), spec, status };
}
