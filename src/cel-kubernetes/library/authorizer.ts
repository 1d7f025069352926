/**
 * The authorizer library of Kubernetes: asks whether a user may do something. Only environments with a variable of the
 * authorizer's type have use for it; the value of that variable, an {@link AuthorizerValue}, brings the decision.
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

/** Who asks. */
export interface AuthorizerUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A question about a resource; an empty string where an expression says nothing. */
export interface ResourceAttributes {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** As written, not yet parsed. */
  readonly fieldSelector: string;
  /** As written, not yet parsed. */
  readonly labelSelector: string;
}

/** May `user` do `verb` on a path or on a resource of any version? */
export type AuthorizerQuestion = { readonly user: AuthorizerUser; readonly verb: string } & (
  | { readonly path: string }
  | { readonly resource: ResourceAttributes }
);

/** The authorizer's answer to a question. */
export interface AuthorizerAnswer {
  readonly decision: "allow" | "deny" | "no-opinion";
  readonly reason: string;
  /** Why no decision could be made; the decision is valid nonetheless. */
  readonly error?: string;
}

/** Decides; it is what `AuthorizerValue` is made with. */
export type Authorize = (question: AuthorizerQuestion) => AuthorizerAnswer;

/** Values of this library are equal only to themselves. */
abstract class AuthorizationValue implements OpaqueValue {
  abstract readonly celType: CelType;

  equals(other: OpaqueValue): boolean {
    return this === other;
  }
}

/** Asks for `user` through `authorize`, which must not keep state between questions. */
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

class PathCheckValue extends AuthorizationValue {
  readonly celType = pathCheckType;
  readonly authorizer: AuthorizerValue;
  readonly path: string;

  constructor(authorizer: AuthorizerValue, path: string) {
    super();
    this.authorizer = authorizer;
    this.path = path;
  }
}

class GroupCheckValue extends AuthorizationValue {
  readonly celType = groupCheckType;
  readonly authorizer: AuthorizerValue;
  readonly group: string;

  constructor(authorizer: AuthorizerValue, group: string) {
    super();
    this.authorizer = authorizer;
    this.group = group;
  }
}

class ResourceCheckValue extends AuthorizationValue {
  readonly celType = resourceCheckType;
  readonly authorizer: AuthorizerValue;
  readonly attributes: ResourceAttributes;

  constructor(authorizer: AuthorizerValue, attributes: ResourceAttributes) {
    super();
    this.authorizer = authorizer;
    this.attributes = attributes;
  }
}

/** The value of `authorizer.requestResource`: the question whether the user may do something to a resource. */
export function resourceCheck(authorizer: AuthorizerValue, attributes: ResourceAttributes): OpaqueValue {
  return new ResourceCheckValue(authorizer, attributes);
}

class DecisionValue extends AuthorizationValue {
  readonly celType = decisionType;
  readonly answer: AuthorizerAnswer;

  constructor(answer: AuthorizerAnswer) {
    super();
    this.answer = answer;
  }
}

/** A function that sets one attribute of a question about a resource. */
const narrowing = (name: keyof ResourceAttributes, id: string): FunctionDeclaration =>
  declareFunction(
    name,
    member(
      id,
      [resourceCheckType, stringType],
      resourceCheckType,
      ({ authorizer, attributes }: ResourceCheckValue, value: string) =>
        new ResourceCheckValue(authorizer, { ...attributes, [name]: value }),
    ),
  );

const answering = (name: string, result: CelType, read: (answer: AuthorizerAnswer) => Value): FunctionDeclaration =>
  declareFunction(
    name,
    member(`decision_${name}`, [decisionType], result, ({ answer }: DecisionValue) => read(answer)),
  );

/** So high that an expression can ask twice and no more. */
const checkCost = 350_000;

/** The shortest requirement of a selector takes two code points, `k,`; it becomes an object with a list. */
const requirementsPerCodePoint = 0.5;
const requirementCost = listCost + structCost;

/** A selector is read, and its requirements are made. */
function selectorCost(selectorSize: Range): Range {
  const requirements = scale(scale(selectorSize, requirementsPerCodePoint), requirementCost);
  return sum(exactly(listCost), scale(selectorSize, stringTraversalFactor), requirements);
}

const narrowingBySelectorCost: FunctionCost = {
  track: (_, selector) => Number(selectorCost(exactly(sizeOf(selector))).max),
  estimate: (operands) => ({ cost: selectorCost(operandAt(operands, 1).size) }),
};

export const authorizerLibrary: Library = {
  name: "kubernetes.authz",
  functions: [
    declareFunction("path", member("authorizer_path", [authorizerType, stringType], pathCheckType, askForPath)),
    declareFunction(
      "group",
      member(
        "authorizer_group",
        [authorizerType, stringType],
        groupCheckType,
        (authorizer: AuthorizerValue, group: string) => new GroupCheckValue(authorizer, group),
      ),
    ),
    declareFunction(
      "serviceAccount",
      member("authorizer_serviceaccount", [authorizerType, stringType, stringType], authorizerType, asServiceAccount),
    ),
    declareFunction(
      "resource",
      member("groupcheck_resource", [groupCheckType, stringType], resourceCheckType, askForResource),
    ),
    narrowing("subresource", "resourcecheck_subresource"),
    narrowing("namespace", "resourcecheck_namespace"),
    narrowing("name", "resourcecheck_name"),
    declareFunction(
      "check",
      member("pathcheck_check", [pathCheckType, stringType], decisionType, checkPath),
      member("resourcecheck_check", [resourceCheckType, stringType], decisionType, checkResource),
    ),
    answering("errored", boolType, ({ error }) => error !== undefined),
    answering("error", stringType, ({ error }) => error ?? ""),
    answering("allowed", boolType, ({ decision }) => decision === "allow"),
    answering("reason", stringType, ({ reason }) => reason),
  ],
  costs: { byName: { check: fixedCost(checkCost) } },
  since: "1.27",
};

/** A selector narrows a check to the objects that a selector picks. */
export const authorizerSelectorsLibrary: Library = {
  name: "kubernetes.authzSelectors",
  functions: [
    narrowing("fieldSelector", "authorizer_fieldselector"),
    narrowing("labelSelector", "authorizer_labelselector"),
  ],
  costs: { byName: { fieldSelector: narrowingBySelectorCost, labelSelector: narrowingBySelectorCost } },
  since: "1.31",
};

function askForPath(authorizer: AuthorizerValue, path: string): PathCheckValue | CelError {
  return path.trim() === "" ? new CelError("path must not be empty") : new PathCheckValue(authorizer, path);
}

function askForResource({ authorizer, group }: GroupCheckValue, resource: string): ResourceCheckValue | CelError {
  if (resource.trim() === "") return new CelError("resource must not be empty");
  return new ResourceCheckValue(authorizer, {
    group,
    resource,
    subresource: "",
    namespace: "",
    name: "",
    fieldSelector: "",
    labelSelector: "",
  });
}

/** The same questions for a service account in place of the user. */
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

function checkPath({ authorizer, path }: PathCheckValue, verb: string): DecisionValue {
  return new DecisionValue(authorizer.authorize({ user: authorizer.user, verb, path }));
}

function checkResource({ authorizer, attributes }: ResourceCheckValue, verb: string): DecisionValue {
  return new DecisionValue(authorizer.authorize({ user: authorizer.user, verb, resource: attributes }));
}
