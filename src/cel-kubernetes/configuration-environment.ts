/**
 * The environments in which kube-apiserver compiles the expressions of its authentication and authorization
 * configuration files, with every library of the release.
 *
 * @part expressions
 * @module
 */

import { type Environment, type EnvironmentExtension, extendEnvironment } from "../cel/environment.ts";
import type { ObjectDeclaration } from "../cel/types/declarations.ts";
import { anyType, listType, mapType, objectType, stringType } from "../cel/types/types.ts";
import { describeValue, OptionError } from "../json/option-error.ts";
import { reaches } from "../release/release.ts";
import { baseEnvironment, cachedEnvironment } from "./base-environment.ts";
import { extraValues, kubernetesObject, stringFields, stringList, userInfo } from "./objects.ts";

/**
 * Where an expression is used: `claims` (claim mappings and claim validation rules), `user` (user validation rules),
 * `request` (match conditions of an authorization webhook, about a SubjectAccessReview).
 */
export type EnvironmentUse = "claims" | "user" | "request";

/**
 * Returns the environment of a release, `1.30` or later; built once for each.
 *
 * @throws {OptionError} for another release or use
 */
export function kubernetesEnvironment(use: EnvironmentUse, target: string): Environment {
  if (!Object.hasOwn(declarations, use)) {
    throw new OptionError(`use must be one of ${Object.keys(declarations).join(", ")}; got ${describeValue(use)}`);
  }
  return cachedEnvironment(`${use} ${target}`, () =>
    extendEnvironment(baseEnvironment(target, "known"), declarations[use](target)),
  );
}

/**
 * The first release that sends field and label selectors to authorization webhooks by default, without a feature gate.
 */
const selectorsSince = "1.32";

const declarations: Readonly<Record<EnvironmentUse, (target: string) => EnvironmentExtension>> = {
  claims: () => ({ variables: [{ name: "claims", type: mapType(stringType, anyType) }], objects: [] }),
  user: () => ({
    variables: [{ name: "user", type: objectType("kubernetes.UserInfo") }],
    objects: [userInfo],
  }),
  request: (target) => ({
    variables: [{ name: "request", type: objectType("kubernetes.SubjectAccessReviewSpec") }],
    objects: requestObjects(reaches(target, selectorsSince)),
  }),
};

function requestObjects(hasSelectors: boolean): readonly ObjectDeclaration[] {
  const selector = {
    rawSelector: stringType,
    requirements: listType(objectType("kubernetes.SelectorRequirement")),
  };
  return [
    kubernetesObject("SubjectAccessReviewSpec", {
      resourceAttributes: objectType("kubernetes.ResourceAttributes"),
      nonResourceAttributes: objectType("kubernetes.NonResourceAttributes"),
      user: stringType,
      groups: stringList,
      extra: extraValues,
      uid: stringType,
    }),
    kubernetesObject("ResourceAttributes", {
      ...stringFields("namespace", "verb", "group", "version", "resource", "subresource", "name"),
      ...(hasSelectors && {
        fieldSelector: objectType("kubernetes.FieldSelectorAttributes"),
        labelSelector: objectType("kubernetes.LabelSelectorAttributes"),
      }),
    }),
    kubernetesObject("FieldSelectorAttributes", selector),
    kubernetesObject("LabelSelectorAttributes", selector),
    kubernetesObject("SelectorRequirement", { ...stringFields("key", "operator"), values: stringList }),
    kubernetesObject("NonResourceAttributes", stringFields("path", "verb")),
  ];
}
