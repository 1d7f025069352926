/**
 * Rules that check all bindings of a run against all of its roles.
 *
 * @module
 */
import type { PolicyRule, RoleRef } from "../../api/types/rbac-v1.ts";
import type { Place } from "../../rule/place.ts";
import { type ProjectDocument, type ProjectRule, ruleAcross } from "../../rule/rule.ts";
import { Hints } from "../../text/closest.ts";
import { groupBy } from "../../text/group-by.ts";
import { type HasRules, isAboutUrls } from "./policy-rule.ts";
import { isBuiltInRole } from "./rbac-group.ts";
import type { HasRoleRef } from "./role-ref.ts";
import type { HasSubjects } from "./subject.ts";

const kinds = ["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"];

/**
 * The maximum number of role names to compare with misspelled ones in a run; after that, no more suggestions are
 * computed.
 */
export const maxComparedNames = 500_000;

/** Finds the roles of a run by reference. */
class RoleIndex {
  readonly size: number;
  readonly #byName: ReadonlyMap<string, readonly ProjectDocument[]>;
  readonly #byIdentity: ReadonlyMap<string, readonly ProjectDocument[]>;
  readonly #namesByKind: ReadonlyMap<string, readonly string[]>;
  readonly #namesByPlace: ReadonlyMap<string, readonly string[]>;
  readonly #hints = new Hints(maxComparedNames);

  constructor(documents: readonly ProjectDocument[]) {
    const roles = documents.filter(({ kind, name }) => isRole(kind) && name !== "");
    this.size = roles.length;
    this.#byName = groupBy(roles, ({ kind, name }) => `${kind}/${name}`);
    this.#byIdentity = groupBy(roles, ({ kind, namespace, name }) => `${kind}/${namespace}/${name}`);
    this.#namesByKind = groupNames(roles, ({ kind }) => kind);
    this.#namesByPlace = groupNames(roles, ({ kind, namespace }) => `${kind}/${namespace}`);
  }

  /** Returns the roles with a name in any namespace. */
  findByName(kind: string, name: string): readonly ProjectDocument[] {
    return this.#byName.get(`${kind}/${name}`) ?? [];
  }

  /** Returns the role of a reference. A missing namespace matches any, since the client may set it later. */
  resolve({ kind = "", name = "" }: RoleRef, namespace: string): ProjectDocument | undefined {
    if (kind === "ClusterRole" || namespace === "") return this.findByName(kind, name)[0];
    const [found] =
      this.#byIdentity.get(`${kind}/${namespace}/${name}`) ?? this.#byIdentity.get(`${kind}//${name}`) ?? [];
    return found;
  }

  /** Returns the most similar name of a role that a binding in the namespace can refer to. */
  findNearestName({ kind = "", name = "" }: RoleRef, namespace: string): string | undefined {
    const isAnywhere = kind === "ClusterRole" || namespace === "";
    const lists = isAnywhere
      ? [this.#namesByKind.get(kind)]
      : [this.#namesByPlace.get(`${kind}/${namespace}`), this.#namesByPlace.get(`${kind}/`)];
    return this.#hints.closest(name, ...lists.map((names = []) => names));
  }
}

function groupNames(roles: readonly ProjectDocument[], keyOf: (role: ProjectDocument) => string) {
  const grouped = [...groupBy(roles, keyOf)];
  return new Map(grouped.map(([key, group]) => [key, group.map(({ name }) => name)]));
}

function isRole(kind: string): boolean {
  return kind === "Role" || kind === "ClusterRole";
}

function bindingsOf(documents: readonly ProjectDocument[]): readonly ProjectDocument[] {
  return documents.filter(({ kind }) => !isRole(kind));
}

function roleRefOf(binding: ProjectDocument): RoleRef {
  return (binding.object as HasRoleRef).roleRef ?? {};
}

const roleRefDefined = ruleAcross(
  {
    id: "rbac/role-ref-defined",
    severity: "warning",
    cause: "not-found",
    summary: "the role that a binding refers to is among the documents",
    kinds,
  },
  (documents, placeIn, { completeKinds }) => {
    const roles = new RoleIndex(documents);
    if (roles.size === 0 && completeKinds === undefined) return;
    for (const binding of bindingsOf(documents)) {
      const ref = roleRefOf(binding);
      const { kind = "", name = "" } = ref;
      if (!isRole(kind) || name === "" || isBuiltInRole(kind, name)) continue;
      if (completeKinds?.has(kind) === false || roles.resolve(ref, binding.namespace)) continue;
      const lacks = completeKinds ? "the cluster has no" : "no document of this run defines the";
      const help = roleHint(ref, binding.namespace, roles) ?? (completeKinds ? undefined : elsewhereHint);
      placeOfRole(placeIn(binding)).say(
        `${lacks} ${kind} ${JSON.stringify(name)}; until it exists the binding grants nothing`,
        { ...(help === undefined ? {} : { help }), value: name },
      );
    }
  },
);

const placeOfRole = (binding: Place<HasRoleRef>) => binding.at("roleRef", "name");

const elsewhereHint = "turn the rule off for roles that come from elsewhere";

function roleHint(ref: RoleRef, namespace: string, roles: RoleIndex): string | undefined {
  const { kind = "", name = "" } = ref;
  const elsewhere = roles.findByName(kind, name)[0];
  if (elsewhere)
    return `namespace "${elsewhere.namespace}" has one, but a RoleBinding refers to Roles in its own namespace`;
  const otherKind = kind === "Role" ? "ClusterRole" : "Role";
  if (roles.findByName(otherKind, name).length > 0 || isBuiltInRole(otherKind, name)) {
    return `there is a ${otherKind} of that name: write \`kind: ${otherKind}\``;
  }
  const near = roles.findNearestName(ref, namespace);
  return near ? `did you mean "${near}"?` : undefined;
}

const urlsNeedClusterBinding = ruleAcross(
  {
    id: "role-binding/urls",
    severity: "warning",
    summary: "a RoleBinding does not refer to a role that has only non-resource URLs",
    kinds,
  },
  (documents, placeIn) => {
    const roles = new RoleIndex(documents);
    for (const binding of bindingsOf(documents)) {
      if (binding.kind !== "RoleBinding") continue;
      const rules = rulesOf(roles.resolve(roleRefOf(binding), binding.namespace));
      if (rules.length === 0 || !rules.every(isAboutUrls)) continue;
      placeOfRole(placeIn(binding)).say(
        "grants nothing: all rules of the role are for URLs, and a request to a URL has no namespace",
        { help: "write `kind: ClusterRoleBinding`" },
      );
    }
  },
);

function rulesOf(role: ProjectDocument | undefined): readonly PolicyRule[] {
  return (role?.object as HasRules | undefined)?.rules ?? [];
}

/** The user and the group of requests without credentials. */
const anonymousSubjects: ReadonlySet<string> = new Set(["User/system:anonymous", "Group/system:unauthenticated"]);
const readVerbs: ReadonlySet<string> = new Set(["get", "list", "watch", "head", "options"]);
const builtInWriteRoles: ReadonlySet<string> = new Set(["cluster-admin", "admin", "edit"]);
/** Roles that exist to publish information, so that granting them to everybody is intended. */
const publishingRoles: ReadonlySet<string> = new Set([
  "system:public-info-viewer",
  "system:discovery",
  "system:basic-user",
  "system:service-account-issuer-discovery",
  "system:cluster-trust-bundle-discovery",
]);
/** URLs that show the state of the API server and the keys with which it signs tokens. */
const publicUrl = /^\/(healthz|livez|readyz|version|\.well-known|openid)(\/|$)/;

const anonymousAccess = ruleAcross(
  {
    id: "rbac/anonymous-access",
    severity: "warning",
    summary: "no binding grants access to anonymous or unauthenticated users",
    kinds,
  },
  (documents, placeIn) => {
    const roles = new RoleIndex(documents);
    for (const binding of bindingsOf(documents)) {
      const ref = roleRefOf(binding);
      const verb = anonymousVerbOf(ref, roles.resolve(ref, binding.namespace));
      if (verb === undefined) continue;
      (binding.object as HasSubjects).subjects?.forEach((subject, index) => {
        if (!anonymousSubjects.has(`${subject.kind}/${subject.name}`)) return;
        const place = placeIn<HasSubjects & HasRoleRef>(binding);
        place
          .at("subjects", index, "name")
          .say(
            `everyone who can reach the API server gets ${verb} from ${ref.kind} ${JSON.stringify(ref.name)} without credentials`,
            { help: "bind the role only to subjects that need it", see: place.at("roleRef").note("the role") },
          );
      });
    }
  },
);

/** Describes what the role grants, write access first; undefined if it only publishes information or is unknown. */
function anonymousVerbOf({ kind = "", name = "" }: RoleRef, role: ProjectDocument | undefined): string | undefined {
  if (kind === "ClusterRole" && builtInWriteRoles.has(name)) return "the write access";
  if (!role && isBuiltInRole(kind, name)) return publishingRoles.has(name) ? undefined : "the access";
  const verbs = rulesOf(role)
    .filter((rule) => !isPublic(rule))
    .flatMap(({ verbs }) => verbs ?? []);
  const verb = verbs.find((item) => !readVerbs.has(item)) ?? verbs[0];
  return verb === undefined ? undefined : verb === "*" ? "every verb" : `the verb "${verb}"`;
}

/**
 * Whether a rule only publishes information: it allows reading named objects, such as `cluster-info` of kubeadm, or the
 * state of the API server.
 */
function isPublic(rule: PolicyRule): boolean {
  const { verbs, resourceNames = [], nonResourceURLs = [] } = rule;
  if (!(verbs ?? []).every((verb) => readVerbs.has(verb))) return false;
  return isAboutUrls(rule) ? nonResourceURLs.every((url) => publicUrl.test(url)) : resourceNames.length > 0;
}

/** The rules about bindings and roles, which both kinds of bindings include. */
export const boundRoleRules: readonly ProjectRule[] = [roleRefDefined, urlsNeedClusterBinding, anonymousAccess];
