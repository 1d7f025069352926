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

/** A question that still lacks its verb: about a path, an API group or a resource. */
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

/** The value of `authorizer.requestResource`: the question whether the user may do something to a resource. */
export const resourceCheck = (authorizer: AuthorizerValue, attributes: ResourceAttributes): OpaqueValue =>
  new CheckValue(resourceCheckType, authorizer, attributes);

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
      ({ authorizer, about }: CheckValue<ResourceAttributes>, value: string) =>
        resourceCheck(authorizer, { ...about, [name]: value }),
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
        (authorizer: AuthorizerValue, group: string) => new CheckValue(groupCheckType, authorizer, group),
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

function askForPath(authorizer: AuthorizerValue, path: string): OpaqueValue | CelError {
  if (path.trim() === "") return new CelError("path must not be empty");
  return new CheckValue(pathCheckType, authorizer, path);
}

const unsaid = { subresource: "", namespace: "", name: "", fieldSelector: "", labelSelector: "" };

function askForResource({ authorizer, about: group }: CheckValue<string>, resource: string): OpaqueValue | CelError {
  if (resource.trim() === "") return new CelError("resource must not be empty");
  return resourceCheck(authorizer, { group, resource, ...unsaid });
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

function checkPath({ authorizer, about: path }: CheckValue<string>, verb: string): DecisionValue {
  return new DecisionValue(authorizer.authorize({ user: authorizer.user, verb, path }));
}

function checkResource({ authorizer, about }: CheckValue<ResourceAttributes>, verb: string): DecisionValue {
  return new DecisionValue(authorizer.authorize({ user: authorizer.user, verb, resource: about }));
}
