/**
 * The authorizer library of Kubernetes: expressions check whether a user may do something. Only environments that
 * declare a variable of the authorizer type can use it; the value of that variable, an {@link AuthorizerValue}, makes
 * the decisions.
 *
 * @module
 */

import { fixedCost, listCost, operandAt, stringTraversalFactor, structCost } from "../../cel/cost/model.ts";
import { exactly, scale, sum } from "../../cel/cost/range.ts";
import { sizeOf } from "../../cel/cost/size.ts";
import type { FunctionCost, Range } from "../../cel/types/costs.ts";
import { declareFunction, type FunctionDeclaration, type Library, member } from "../../cel/types/declarations.ts";
import { boolType, type CelType, opaqueType, stringType } from "../../cel/types/types.ts";
import { CelError, type OpaqueValue, type Value } from "../../cel/types/values.ts";
import { validateDns1123Label, validateDns1123Subdomain } from "../../text/names.ts";

/** The type of the variable `authorizer`. */
export const authorizerType = opaqueType("kubernetes.authorization.Authorizer");
const pathCheckType = opaqueType("kubernetes.authorization.PathCheck");
const groupCheckType = opaqueType("kubernetes.authorization.GroupCheck");
/** The type of `authorizer.requestResource`. */
export const resourceCheckType = opaqueType("kubernetes.authorization.ResourceCheck");
const decisionType = opaqueType("kubernetes.authorization.Decision");

/** The user whose access is checked. */
export interface AuthorizerUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The resource that a check is about; attributes that the expression does not set are empty strings. */
export interface ResourceAttributes {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** As the expression writes it, not parsed. */
  readonly fieldSelector: string;
  /** As the expression writes it, not parsed. */
  readonly labelSelector: string;
}

/** A check: may `user` do `verb` on a path, or on a resource of any version? */
export type AuthorizerCheck = { readonly user: AuthorizerUser; readonly verb: string } & (
  | { readonly path: string }
  | { readonly resource: ResourceAttributes }
);

/** The decision of the authorizer on a check. */
export interface AuthorizerDecision {
  readonly decision: "allow" | "deny" | "no-opinion";
  readonly reason: string;
  /** The error while deciding; the decision is valid nonetheless. */
  readonly error?: string;
}

/** Decides a check; callers pass it to `AuthorizerValue`. */
export type Authorize = (question: AuthorizerCheck) => AuthorizerDecision;

/** Base of the values of this library; each equals only itself. */
abstract class AuthorizationValue implements OpaqueValue {
  abstract readonly celType: CelType;

  equals(other: OpaqueValue): boolean {
    return this === other;
  }
}

/**
 * The value of the variable `authorizer`: checks the access of `user` with `authorize`, which must not keep state
 * between calls.
 */
export class AuthorizerValue extends AuthorizationValue {
  readonly celType = authorizerType;
  readonly user: AuthorizerUser;
  readonly authorize: Authorize;

  constructor(user: AuthorizerUser, authorize: Authorize) {
    super();
    this.user = user;
    this.authorize = authorize;
  }
}

/** A check without its verb so far: about a path, an API group or a resource. */
class CheckValue<About> extends AuthorizationValue {
  readonly celType: CelType;
  readonly authorizer: AuthorizerValue;
  readonly about: About;

  constructor(celType: CelType, authorizer: AuthorizerValue, about: About) {
    super();
    this.celType = celType;
    this.authorizer = authorizer;
    this.about = about;
  }
}

/**
 * Returns the value of `authorizer.requestResource`: a check, still without verb, of the user's access to a resource.
 */
export const resourceCheck = (authorizer: AuthorizerValue, attributes: ResourceAttributes): OpaqueValue =>
  new CheckValue(resourceCheckType, authorizer, attributes);

class DecisionValue extends AuthorizationValue {
  readonly celType = decisionType;
  readonly answer: AuthorizerDecision;

  constructor(answer: AuthorizerDecision) {
    super();
    this.answer = answer;
  }
}

/** Declares a function that sets one attribute of a resource check. */
const attributeSetter = (name: keyof ResourceAttributes, id: string): FunctionDeclaration =>
  declareFunction(
    name,
    member(
      id,
      [resourceCheckType, stringType],
      resourceCheckType,
      ({ authorizer, about }: CheckValue<ResourceAttributes>, value: string) =>
        resourceCheck(authorizer, { ...about, [name]: value }),
    ),
  );

const decisionAccessor = (
  name: string,
  result: CelType,
  read: (answer: AuthorizerDecision) => Value,
): FunctionDeclaration =>
  declareFunction(
    name,
    member(`decision_${name}`, [decisionType], result, ({ answer }: DecisionValue) => read(answer)),
  );

/** The cost of a check: so high that an expression can make two, but not three. */
const checkCost = 350_000;

/** The shortest requirement of a selector has two code points, `k,`. Each requirement becomes an object with a list. */
const requirementsPerCodePoint = 0.5;
const requirementCost = listCost + structCost;

/** The cost of parsing a selector and of building its requirements. */
function selectorCost(selectorSize: Range): Range {
  const requirements = scale(scale(selectorSize, requirementsPerCodePoint), requirementCost);
  return sum(exactly(listCost), scale(selectorSize, stringTraversalFactor), requirements);
}

const setSelectorCost: FunctionCost = {
  track: (_, selector) => Number(selectorCost(exactly(sizeOf(selector))).max),
  estimate: (operands) => ({ cost: selectorCost(operandAt(operands, 1).size) }),
};

export const authorizerLibrary: Library = {
  name: "kubernetes.authz",
  functions: [
    declareFunction("path", member("authorizer_path", [authorizerType, stringType], pathCheckType, pathCheck)),
    declareFunction(
      "group",
      member(
        "authorizer_group",
        [authorizerType, stringType],
        groupCheckType,
        (authorizer: AuthorizerValue, group: string) => new CheckValue(groupCheckType, authorizer, group),
      ),
    ),
    declareFunction(
      "serviceAccount",
      member("authorizer_serviceaccount", [authorizerType, stringType, stringType], authorizerType, asServiceAccount),
    ),
    declareFunction(
      "resource",
      member("groupcheck_resource", [groupCheckType, stringType], resourceCheckType, checkOfResource),
    ),
    attributeSetter("subresource", "resourcecheck_subresource"),
    attributeSetter("namespace", "resourcecheck_namespace"),
    attributeSetter("name", "resourcecheck_name"),
    declareFunction(
      "check",
      member("pathcheck_check", [pathCheckType, stringType], decisionType, checkPath),
      member("resourcecheck_check", [resourceCheckType, stringType], decisionType, checkResource),
    ),
    decisionAccessor("errored", boolType, ({ error }) => error !== undefined),
    decisionAccessor("error", stringType, ({ error }) => error ?? ""),
    decisionAccessor("allowed", boolType, ({ decision }) => decision === "allow"),
    decisionAccessor("reason", stringType, ({ reason }) => reason),
  ],
  costs: { byName: { check: fixedCost(checkCost) } },
  since: "1.27",
};

/** The functions that narrow a check to the objects that a field or label selector matches. */
export const authorizerSelectorsLibrary: Library = {
  name: "kubernetes.authzSelectors",
  functions: [
    attributeSetter("fieldSelector", "authorizer_fieldselector"),
    attributeSetter("labelSelector", "authorizer_labelselector"),
  ],
  costs: { byName: { fieldSelector: setSelectorCost, labelSelector: setSelectorCost } },
  since: "1.31",
};

function pathCheck(authorizer: AuthorizerValue, path: string): OpaqueValue | CelError {
  if (path.trim() === "") return new CelError("path must not be empty");
  return new CheckValue(pathCheckType, authorizer, path);
}

const unsetAttributes = { subresource: "", namespace: "", name: "", fieldSelector: "", labelSelector: "" };

function checkOfResource({ authorizer, about: group }: CheckValue<string>, resource: string): OpaqueValue | CelError {
  if (resource.trim() === "") return new CelError("resource must not be empty");
  return resourceCheck(authorizer, { group, resource, ...unsetAttributes });
}

/** Returns an authorizer that checks the access of a service account instead of the user. */
function asServiceAccount({ authorize }: AuthorizerValue, namespace: string, name: string): AuthorizerValue | CelError {
  if (validateDns1123Subdomain(name).length > 0) return new CelError("Invalid service account name");
  if (validateDns1123Label(namespace).length > 0) return new CelError("Invalid service account namespace");
  const user: AuthorizerUser = {
    name: `system:serviceaccount:${namespace}:${name}`,
    uid: "",
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
    extra: {},
  };
  return new AuthorizerValue(user, authorize);
}

function checkPath({ authorizer, about: path }: CheckValue<string>, verb: string): DecisionValue {
  return new DecisionValue(authorizer.authorize({ user: authorizer.user, verb, path }));
}

function checkResource({ authorizer, about }: CheckValue<ResourceAttributes>, verb: string): DecisionValue {
  return new DecisionValue(authorizer.authorize({ user: authorizer.user, verb, resource: about }));
}
