/**
 * What the expressions of a policy see, and running several of them within one budget.
 *
 * @module
 */
import type { PlannedExpression } from "../access/expression.ts";
import { fromJson } from "../cel/eval/json.ts";
import { CelError, CelObject, type Value } from "../cel/types/values.ts";
import { CostBudget } from "../cel-kubernetes/cost/budget.ts";
import { type Authorize, AuthorizerValue, resourceCheck } from "../cel-kubernetes/library/authorizer.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Span } from "../rule/finding.ts";
import { type AdmissionRequest, metadataOf, type ServedVersion } from "./admission-request.ts";

/** A variable of a policy; undefined for one that does not compile. */
export type NamedExpression = readonly [name: string, expression: PlannedExpression | undefined];

/** What is known apart from the request. */
export interface ActivationInput {
  readonly request: AdmissionRequest;
  /** The version in which the policy asked for the resource. */
  readonly matched: ServedVersion;
  readonly params: unknown;
  /** Undefined for resources of the cluster. */
  readonly namespace: unknown;
  /** Absent where expressions may not ask. */
  readonly authorize?: Authorize;
}

/** What one expression came to. */
export type ExpressionResult =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string; readonly span?: Span };

const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";

/** The expressions' outcomes in order; what is absent has none. Out of budget is a fault of all together. */
export type ExpressionResults =
  | { readonly ok: true; readonly outcomes: readonly (ExpressionResult | undefined)[]; readonly remaining: number }
  | { readonly ok: false; readonly message: string };

/** Evaluates expressions one after the other; variables are computed again, once for all of them. */
export function evaluateAll(
  expressions: readonly (PlannedExpression | undefined)[],
  variables: readonly NamedExpression[] | undefined,
  input: ActivationInput,
  budgetLimit: number,
): ExpressionResults {
  const budget = new CostBudget(budgetLimit);
  const activation = activationOf(input);
  const lazy = variables && new LazyVariables(variables, activation);
  if (lazy) activation.set("variables", lazy);
  const outcomes: (ExpressionResult | undefined)[] = [];
  for (const expression of expressions) {
    if (expression === undefined) {
      outcomes.push(undefined);
      continue;
    }
    const evaluation = expression.evaluate(activation);
    if (!budget.spend(lazy?.takeCost() ?? 0) || !budget.spend(evaluation.cost)) {
      return { ok: false, message: outOfBudget };
    }
    if (evaluation.ok) outcomes.push({ ok: true, value: evaluation.value });
    else {
      const { message, span } = evaluation;
      const words = `expression '${expression.text}' resulted in error: ${message}`;
      outcomes.push({ ok: false, message: words, ...(span ? { span } : {}) });
    }
  }
  return { ok: true, outcomes, remaining: budget.remaining };
}

/** Variables of a policy: each is computed when it is first read, and costs what it costs then. */
class LazyVariables extends CelObject {
  readonly objectType = "kubernetes.variables";
  private readonly expressions: ReadonlyMap<string, PlannedExpression | undefined>;
  private readonly activation: Map<string, Value>;
  private readonly known = new Map<string, Value | CelError>();
  private cost = 0;

  constructor(variables: readonly NamedExpression[], activation: Map<string, Value>) {
    super();
    this.expressions = new Map(variables);
    this.activation = activation;
  }

  getField(name: string): Value | CelError | undefined {
    if (!this.expressions.has(name)) return undefined;
    const value = this.known.get(name) ?? this.compute(name);
    this.known.set(name, value);
    return value;
  }

  fieldNames(): Iterable<string> {
    return this.expressions.keys();
  }

  /** What has been computed since the last call cost. */
  takeCost(): number {
    const { cost } = this;
    this.cost = 0;
    return cost;
  }

  private compute(name: string): Value | CelError {
    const expression = this.expressions.get(name);
    if (!expression) return new CelError(`composited variable "${name}" fails to compile`);
    const evaluation = expression.evaluate(this.activation);
    this.cost += evaluation.cost;
    if (evaluation.ok) return evaluation.value;
    return new CelError(`composited variable "${name}" fails to evaluate: ${evaluation.message}`);
  }
}

function activationOf({ request, matched, params, namespace, authorize }: ActivationInput): Map<string, Value> {
  const variables = new Map<string, Value>([
    ["object", resourceValue(request.object ?? null)],
    ["oldObject", resourceValue(request.oldObject ?? null)],
    ["request", resourceValue(requestFields(request, matched))],
    ["params", resourceValue(params ?? null)],
    ["namespaceObject", resourceValue(namespace === undefined ? null : visibleNamespace(namespace))],
  ]);
  if (!authorize) return variables;
  const { username: name, ...user } = request.user;
  const authorizer = new AuthorizerValue({ name, ...user }, authorize);
  variables.set("authorizer", authorizer);
  const { resource, subresource, namespace: requestNamespace, name: requestName } = request;
  const asked = {
    group: resource.group,
    resource: resource.resource,
    subresource,
    fieldSelector: "",
    labelSelector: "",
  };
  variables.set(
    "authorizer.requestResource",
    resourceCheck(authorizer, { ...asked, namespace: requestNamespace, name: requestName }),
  );
  return variables;
}

/** Numbers without a fraction are ints, as in all resources. */
function resourceValue(json: unknown): Value {
  return fromJson(json, undefined, { wholeNumbers: "int" });
}

/** As an AdmissionReview has it, without the objects; what is empty is absent. */
function requestFields(request: AdmissionRequest, matched: ServedVersion): Record<string, unknown> {
  const { user, name, namespace, operation, subresource, isDryRun } = request;
  const filled = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmptyJson(value)));
  return {
    kind: matched.kind,
    resource: matched.resource,
    requestKind: request.kind,
    requestResource: request.resource,
    ...filled({ subResource: subresource, requestSubResource: subresource, name, namespace }),
    operation,
    userInfo: filled({ username: user.username, uid: user.uid, groups: user.groups, extra: user.extra }),
    dryRun: isDryRun,
    options: { apiVersion: "meta.k8s.io/v1", kind: optionsKinds[operation] },
  };
}

const optionsKinds = {
  CREATE: "CreateOptions",
  UPDATE: "UpdateOptions",
  DELETE: "DeleteOptions",
  CONNECT: "",
} as const;

function isEmptyJson(value: unknown): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

const hiddenMetadata: ReadonlySet<string> = new Set(["managedFields", "ownerReferences", "selfLink"]);

function visibleNamespace(namespace: unknown): Record<string, unknown> {
  const { spec = {}, status = {} } = isPlainObject(namespace) ? namespace : {};
  const metadata = Object.entries(metadataOf(namespace)).filter(([name]) => !hiddenMetadata.has(name));
  return { metadata: Object.fromEntries(metadata), spec, status };
}
