/**
 * The environments in which the API server compiles the expressions of its configuration files. What a release knows
 * counts, not what it lets objects use: authentication and authorization read with every library that is compiled in.
 *
 * @module
 */
import { createEnvironment, type Environment, type EnvironmentExtension, extendEnvironment } from "./environment.ts";
import { kubernetesLibraries } from "./library/catalog.ts";
import type { Library, ObjectDeclaration } from "./types/declarations.ts";
import { anyType, type CelType, listType, mapType, objectType, stringType } from "./types/types.ts";

/**
 * Where an expression stands: `claims` (claim mappings and claim validation rules), `user` (user validation rules),
 * `request` (match conditions of an authorization webhook, about a SubjectAccessReview).
 */
export type EnvironmentUse = "claims" | "user" | "request";

/** The environment of a release, `1.30` or later; built once for each. */
export function kubernetesEnvironment(use: EnvironmentUse, target: string): Environment {
  return once(`${use} ${target}`, () => extendEnvironment(baseEnvironment(target), declarations[use](target)));
}

/**
 * What all uses have: the libraries of a release, and no variables. Literals of mixed types are a matter of validation:
 * the API server asks for `homogeneousLiterals` too, but its environments do not come to check by it.
 */
function baseEnvironment(target: string): Environment {
  return once(target, () => createEnvironment({ libraries: librariesOf(target), validateLiterals: true }));
}

/** What a release has of the catalog. */
export function librariesOf(target: string): readonly Library[] {
  return kubernetesLibraries.filter(
    ({ since, until }) =>
      (since === undefined || compareReleases(target, since) >= 0) &&
      (until === undefined || compareReleases(target, until) < 0),
  );
}

const environments = new Map<string, Environment>();

function once(key: string, build: () => Environment): Environment {
  const known = environments.get(key);
  if (known !== undefined) return known;
  const environment = build();
  environments.set(key, environment);
  return environment;
}

const stringList = listType(stringType);
const extraValues = mapType(stringType, stringList);

/** Object types are named under `kubernetes.`; a field's type is given by the same short name. */
const object = (name: string, fields: Readonly<Record<string, CelType>>): ObjectDeclaration => ({
  name: `kubernetes.${name}`,
  fields,
});
const strings = (...names: readonly string[]): Record<string, CelType> =>
  Object.fromEntries(names.map((name) => [name, stringType]));

/** The release that sends selectors to webhooks without a feature gate being set. */
const selectorsSince = "1.32";

const declarations: Readonly<Record<EnvironmentUse, (target: string) => EnvironmentExtension>> = {
  claims: () => ({ variables: [{ name: "claims", type: mapType(stringType, anyType) }], objects: [] }),
  user: () => ({
    variables: [{ name: "user", type: objectType("kubernetes.UserInfo") }],
    objects: [object("UserInfo", { ...strings("username", "uid"), groups: stringList, extra: extraValues })],
  }),
  request: (target) => ({
    variables: [{ name: "request", type: objectType("kubernetes.SubjectAccessReviewSpec") }],
    objects: requestObjects(compareReleases(target, selectorsSince) >= 0),
  }),
};

function requestObjects(hasSelectors: boolean): readonly ObjectDeclaration[] {
  const selector = {
    rawSelector: stringType,
    requirements: listType(objectType("kubernetes.SelectorRequirement")),
  };
  return [
    object("SubjectAccessReviewSpec", {
      resourceAttributes: objectType("kubernetes.ResourceAttributes"),
      nonResourceAttributes: objectType("kubernetes.NonResourceAttributes"),
      user: stringType,
      groups: stringList,
      extra: extraValues,
      uid: stringType,
    }),
    object("ResourceAttributes", {
      ...strings("namespace", "verb", "group", "version", "resource", "subresource", "name"),
      ...(hasSelectors && {
        fieldSelector: objectType("kubernetes.FieldSelectorAttributes"),
        labelSelector: objectType("kubernetes.LabelSelectorAttributes"),
      }),
    }),
    object("FieldSelectorAttributes", selector),
    object("LabelSelectorAttributes", selector),
    object("SelectorRequirement", { ...strings("key", "operator"), values: stringList }),
    object("NonResourceAttributes", strings("path", "verb")),
  ];
}

/** Below zero when the first is the older; `1.9` is older than `1.30`. */
function compareReleases(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split(".").map(Number);
  const [majorB = 0, minorB = 0] = b.split(".").map(Number);
  return majorA - majorB || minorA - minorB;
}
