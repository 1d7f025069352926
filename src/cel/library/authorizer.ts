/**
 * The authorizer library of Kubernetes: asks whether a user may do something. Only environments with the variable
 * `authorizer` have use for it.
 *
 * @module
 */
import { declareFunction, type Library, member } from "../types/declarations.ts";
import { boolType, opaqueType, stringType } from "../types/types.ts";

const authorizerType = opaqueType("kubernetes.authorization.Authorizer");
const pathCheckType = opaqueType("kubernetes.authorization.PathCheck");
const groupCheckType = opaqueType("kubernetes.authorization.GroupCheck");
const resourceCheckType = opaqueType("kubernetes.authorization.ResourceCheck");
const decisionType = opaqueType("kubernetes.authorization.Decision");

export const authorizerLibrary: Library = {
  name: "kubernetes.authz",
  functions: [
    declareFunction("path", member("authorizer_path", [authorizerType, stringType], pathCheckType)),
    declareFunction("group", member("authorizer_group", [authorizerType, stringType], groupCheckType)),
    declareFunction(
      "serviceAccount",
      member("authorizer_serviceaccount", [authorizerType, stringType, stringType], authorizerType),
    ),
    declareFunction("resource", member("groupcheck_resource", [groupCheckType, stringType], resourceCheckType)),
    declareFunction(
      "subresource",
      member("resourcecheck_subresource", [resourceCheckType, stringType], resourceCheckType),
    ),
    declareFunction("namespace", member("resourcecheck_namespace", [resourceCheckType, stringType], resourceCheckType)),
    declareFunction("name", member("resourcecheck_name", [resourceCheckType, stringType], resourceCheckType)),
    declareFunction(
      "check",
      member("pathcheck_check", [pathCheckType, stringType], decisionType),
      member("resourcecheck_check", [resourceCheckType, stringType], decisionType),
    ),
    declareFunction("errored", member("decision_errored", [decisionType], boolType)),
    declareFunction("error", member("decision_error", [decisionType], stringType)),
    declareFunction("allowed", member("decision_allowed", [decisionType], boolType)),
    declareFunction("reason", member("decision_reason", [decisionType], stringType)),
  ],
  since: "1.27",
};

/** What narrows a check to the objects that a selector picks. */
export const authorizerSelectorsLibrary: Library = {
  name: "kubernetes.authzSelectors",
  functions: [
    declareFunction(
      "fieldSelector",
      member("authorizer_fieldselector", [resourceCheckType, stringType], resourceCheckType),
    ),
    declareFunction(
      "labelSelector",
      member("authorizer_labelselector", [resourceCheckType, stringType], resourceCheckType),
    ),
  ],
  since: "1.31",
};
