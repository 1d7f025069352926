/**
 * Evaluates policies on the objects of a run: each object is treated as a request to create it.
 *
 * @module
 */

import type { MatchResources, ValidatingAdmissionPolicy } from "../api/types/admissionregistration-v1.ts";
import type { Cause, FieldPath, FileDiagnostic, ObjectIdentity, Severity } from "../diagnostic/diagnostic.ts";
import { formatJson } from "../json/format-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Catalog } from "../kind/catalog.ts";
import { apiVersionOf, groupOf, versionsIn } from "../kind/kind.ts";
import type { BindingSpec } from "../kinds/admissionregistration/binding.ts";
import type { ClusterObject } from "../policy/admission-request.ts";
import { type CheckedKind, maxCheckedKinds } from "../policy/checked-kind.ts";
import { namespaceOf } from "../policy/invocation.ts";
import type { PolicyAction, PolicyFinding } from "../policy/judgement.ts";
import { planPolicyRules } from "../policy/policy-rule.ts";
import { policySet } from "../policy/policy-set.ts";
import { typeFindings } from "../policy/type-findings.ts";
import { internalFinding } from "../rule/fault.ts";
import type { Finding } from "../rule/finding.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { RuleFinding } from "../rule/run.ts";
import { memoizeByText } from "../text/memoize-by-text.ts";
import { clusterObject, policySetOptions } from "./cluster-object.ts";
import { mayHaveObjects } from "./expand.ts";
import { FindingsByFile, type Reports } from "./findings-by-file.ts";
import type { GatheredResults } from "./gathered-results.ts";
import { decodeObjects } from "./held-objects.ts";
import { mutationFindings, requestAfter } from "./mutations.ts";
import { bindingKindByPolicyKind, policyAndBindingKinds, policyKind } from "./needed-objects.ts";
import type { Settings } from "./options.ts";
import { placeOf } from "./place.ts";
import { kindsWithTemplates, podSecurityFindings, podSecurityPolicies } from "./pod-security.ts";
import { type PolicyRequest, policyRequest } from "./policy-request.ts";
import type { Sources } from "./sources.ts";

/**
 * A policy or another object that policies need. `file`, `index` and `base` are absent if the caller gave it in
 * addition to the documents.
 */
type Source = ClusterObject & Partial<Pick<ProjectDocument, "file" | "index" | "base">>;

/** Reports findings about the policies themselves, and the findings of policies about the documents. */
export function runPolicies(gathered: GatheredResults, settings: Settings): void {
  const files = [...gathered.files.values()].filter(({ expected }) => !expected?.loader);
  const configured = files.flatMap(({ objects }) => objects.filter(({ kind }) => policyAndBindingKinds.includes(kind)));
  const policyFindings = new FindingsByFile(gathered);
  for (const policy of configured) {
    for (const finding of typeFindingsOf(policy, settings)) policyFindings.report(policy, finding);
  }
  const hasPolicySubjects = [...gathered.summaries.values()].some(({ objects = [] }) => objects.some(isPolicySubject));
  if (hasPolicySubjects)
    gathered.catchFaults(configured[0]?.file ?? policiesName, () =>
      reportUnbound(configured, policyFindings, settings),
    );
  const namespaces = files.flatMap(({ objects }) => objects.filter(({ kind }) => kind === "Namespace"));
  const levels = podSecurityPolicies([...namespaces, ...givenObjects(settings)]);
  const isBound = hasPolicies(configured, settings);
  if (!isBound && levels.size === 0) {
    policyFindings.place();
    return;
  }
  // Only now is it known which files the policies concern. The run has not kept the objects of most files, so they are
  // decoded again.
  const concerns = isBound ? createRelevanceCheck([...configured, ...givenObjects(settings)], settings) : () => false;
  const hasLevel = ({ namespace }: ObjectIdentity) => levels.has(namespace || settings.namespace || "default");
  const isRelevant = (object: ObjectIdentity) =>
    concerns(object) ||
    (levels.size > 0 && (holdsObjects(object.kind ?? "") || (mayHavePods(object) && hasLevel(object))));
  const relevantFiles = files.filter(({ identities, expected }) =>
    (expected ? identities : identities.filter(mayHaveObjects)).some(isRelevant),
  );
  const documents = relevantFiles.flatMap(({ name, expected }) => {
    const objects =
      gathered.catchFaults(name, () => decodeObjects(gathered.sources.parsedFile(name), settings, expected)) ?? [];
    policyFindings.placeIn(name);
    return objects;
  });
  policyFindings.place();
  const [first] = [...configured, ...documents];
  if (!first) return;
  gathered.catchFaults(first.file, () => {
    for (const document of levels.size > 0 ? documents : []) {
      for (const finding of podSecurityFindings(document, levels, settings)) gathered.report(document, finding);
    }
  });
  if (isBound) gathered.catchFaults(first.file, () => judgeDocuments(documents, gathered, settings));
}

const mayHavePods = ({ kind = "" }: ObjectIdentity): boolean => kind === "Pod" || kindsWithTemplates.has(kind);

/** Whether objects of the kind contain objects of other kinds. */
const holdsObjects = (kind: string): boolean => kind === "" || kind === "AdmissionReview" || kind.endsWith("List");

/**
 * Returns whether an object may match the policies, or may be needed by them: their parameters, bindings and
 * namespaces.
 */
function createRelevanceCheck(
  objects: readonly ClusterObject[],
  { catalog, policyRules }: Settings,
): (identity: ObjectIdentity) => boolean {
  const policies = objects.filter(({ kind }) => bindingKindByPolicyKind.has(kind));
  const specs = policies.map(({ object }) => (object as ValidatingAdmissionPolicy).spec);
  const rules = specs.map((spec) => spec?.matchConstraints?.resourceRules);
  const plurals = new Set(
    rules.flatMap((each = [{}]) => each.flatMap(({ resources = ["*"] }) => resources.map(parent))),
  );
  if (policyRules.length > 0 || plurals.has("*")) return () => true;
  const needed = new Set(["Namespace", ...policyAndBindingKinds, ...bindingKindByPolicyKind.values()]);
  for (const spec of specs) if (spec?.paramKind?.kind) needed.add(spec.paramKind.kind);
  // Checks of `authorizer` depend on RBAC objects.
  if (specs.some((spec) => formatJson(spec).includes("authorizer"))) for (const kind of rbacKinds) needed.add(kind);
  const isMatched = memoizeByText((kind) =>
    catalog.findAllByName(kind).some(({ resource }) => plurals.has(resource?.plural ?? "")),
  );
  return ({ kind = "" }) => needed.has(kind) || holdsObjects(kind) || isMatched(kind);
}

const rbacKinds = ["Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"];

/** Returns the resource of a subresource: `pods` for `pods/status`. */
const parent = (resource: string): string => resource.split("/", 1)[0] ?? resource;

/**
 * Whether any policy or rule of the project is to be evaluated on the documents. Policies without a binding are not.
 *
 * @param configured - the objects of `policyAndBindingKinds` among the documents
 */
function hasPolicies(configured: readonly ProjectDocument[], { policies, policyRules }: Settings): boolean {
  const isBinding = (kind: unknown) => [...bindingKindByPolicyKind.values()].some((known) => known === kind);
  const isGiven = policies.some((object) => isPlainObject(object) && isBinding(object["kind"]));
  return policyRules.length > 0 || isGiven || configured.some(({ kind }) => isBinding(kind));
}

/** Reports expressions of a policy that do not fit the kinds that it names. An exception becomes a finding. */
function typeFindingsOf(policy: ProjectDocument, settings: Settings): readonly RuleFinding[] {
  const [severity, cause, rule] = ["warning", "invalid", "policy/expression-type"] as const;
  try {
    return typeFaultsOfKinds(policy, settings).map((finding) => ({ severity, cause, ...finding, rule }));
  } catch (error) {
    settings.onFault(error);
    return [internalFinding(error, rule)];
  }
}

/** Reports policies without a binding, and bindings whose policy is missing: they apply to no object. */
function reportUnbound(configured: readonly ProjectDocument[], reports: Reports, settings: Settings): void {
  const { catalog } = settings;
  const group = `admissionregistration.${catalog.groupDomain}`;
  const objects = [...configured, ...givenObjects(settings)].filter((each: Source) => each.group === group);
  const boundBy = ({ object }: Source) => (object as { readonly spec?: BindingSpec }).spec?.policyName ?? "";
  const given = new Set(objects.map((each: Source) => `${bindingKindByPolicyKind.get(each.kind)}/${each.name}`));
  const bound = new Set(objects.map((each: Source) => `${each.kind}/${boundBy(each)}`));
  for (const policy of objects as readonly Source[]) {
    const binding = bindingKindByPolicyKind.get(policy.kind);
    const named = boundBy(policy);
    if (binding === undefined && named !== "" && !given.has(`${policy.kind}/${named}`)) {
      reportNotApplied(policy, `: the run has no policy ${JSON.stringify(named)}`, reports, settings);
    }
    if (binding === undefined) continue;
    if (bound.has(`${binding}/${policy.name}`)) continue;
    reportNotApplied(policy, `: no ${binding} of the run names it`, reports, settings);
  }
}

/** Whether a policy has errors, so that no cluster would accept it. */
function isRefusedPolicy({ file, index, kind, name }: ProjectDocument, gathered: GatheredResults): boolean {
  if (!policyAndBindingKinds.includes(kind)) return false;
  const isOfIt = (found: FileDiagnostic) => found.document === index && found.kind === kind && found.name === name;
  return gathered.diagnosticsOf(file).some((found) => found.severity === "error" && isOfIt(found));
}

/**
 * Whether a policy belongs to the project of an object: a repository may contain several projects, each with its
 * policies.
 */
function appliesTo({ file }: Source, object: ProjectDocument, { isFoundByWalk }: Settings): boolean {
  if (file === undefined || !isFoundByWalk(file)) return true;
  const [, project = file.slice(0, file.lastIndexOf("/") + 1)] = policyFolder.exec(file) ?? [];
  return object.file.startsWith(project);
}

/** Matches a folder of policies. They apply to the files in its parent folder. */
const policyFolder = /^(|.*?\/)polic(?:y|ies)\//;

/** Evaluates policies and the rules of the project on the objects of a run. */
function judgeDocuments(documents: readonly ProjectDocument[], gathered: GatheredResults, settings: Settings): void {
  const accepted = documents.filter((document) => !isRefusedPolicy(document, gathered));
  const set = policySet<Source>(withGivenObjects(accepted, settings), policySetOptions(settings));
  const rules = planPolicyRules(settings.policyRules, settings.target);
  const judge = (document: ProjectDocument, add: (finding: RuleFinding, from?: PolicyFinding<Source>) => void) => {
    const both = requestOf(document, settings);
    if (!both) return;
    const { request, findings: faults } = mutatedRequest(both, document);
    for (const fault of faults) add(fault);
    if (!request) return;
    const { findings } = set.runValidatingPolicies(request);
    for (const finding of findings) {
      if (!appliesTo(finding.policy, document, settings)) continue;
      const reported = isReportedByRefusal(finding, findings) ? undefined : ruleFindingOf(finding, settings);
      if (reported) add(reported, finding);
    }
    for (const { rule, path, message, reason } of rules.evaluate(request, namespaceOf(request, set.cluster))) {
      const severity = rule.severity ?? "error";
      add({ rule: "policy/project-rule", severity, cause: causeOf(reason), path, message: `${rule.name}: ${message}` });
    }
  };
  const mutatedRequest = (both: PolicyRequest, document: ProjectDocument) => {
    if (!set.hasMutatingPolicies) return { request: both.validating, findings: [] };
    const mutation = set.mutate(both.mutating, (policy) => appliesTo(policy, document, settings));
    return {
      request: requestAfter(both, mutation),
      findings: mutationFindings(mutation, both, document, settings),
    };
  };
  const relatedOf = placesInPolicies(gathered.sources);
  for (const document of documents) {
    const add = (finding: RuleFinding, from?: PolicyFinding<Source>) =>
      gathered.report(document, finding, relatedOf(from));
    try {
      judge(document, add);
    } catch (error) {
      settings.onFault(error);
      add(internalFinding(error));
    }
  }
  const hasPolicySubjects = [...gathered.summaries.values()].some(({ objects = [] }) => objects.some(isPolicySubject));
  if (!hasPolicySubjects) return;
  const idle = new FindingsByFile(gathered);
  for (const { policy, isSound } of set.notApplied) {
    // Policies in files already have an error about an expression that does not compile.
    if (!isSound && policy.file !== undefined) continue;
    const why = isSound ? whyUnmatched(policy) : ": one of its expressions does not compile";
    reportNotApplied(policy, why, idle, settings);
  }
  idle.place();
}

/** Whether policies apply to objects of this kind. */
function isPolicySubject({ kind }: { readonly kind?: string | undefined }): boolean {
  return kind !== undefined && !policyAndBindingKinds.includes(kind);
}

/** The file name in findings about policies that the caller gave in addition to the documents. */
const policiesName = "<policies>";

/** Reports a policy that matched no object, since its author expects an effect. */
function reportNotApplied(policy: Source, why: string, reports: Reports, settings: Settings): void {
  // A cluster has policies for many objects that are not in the run.
  if (settings.cluster && policy.file === undefined) return;
  const shared = { rule: "policy/not-applied", severity: "info", cause: "not-found" } as const;
  const { file, index, base } = policy;
  if (file === undefined || index === undefined || base === undefined) {
    const message = `${bindingKindByPolicyKind.has(policy.kind) ? "policy" : "binding"} "${policy.name}" matches no object of the run${why}`;
    reports.reportUnder(policiesName, { ...shared, message, path: [] });
    return;
  }
  const finding = { ...shared, message: `matches no object of the run${why}`, path: ["metadata", "name"] };
  reports.report({ ...policy, file, index, base }, finding);
}

function whyUnmatched({ object }: Source): string {
  const { spec } = object as ValidatingAdmissionPolicy;
  const operations = (spec?.matchConstraints?.resourceRules ?? []).flatMap((rule) => rule.operations ?? []);
  if (operations.some((operation) => operation === "CREATE" || operation === "*")) return "";
  return `: its rules are for ${[...new Set(operations)].join(", ")}, and clustervet treats files as CREATE`;
}

/** Type-checks the expressions of a policy against the kinds that it names. Wildcards name no kinds. */
function typeFaultsOfKinds(
  { group, kind, object }: ProjectDocument,
  { catalog, target }: Settings,
): readonly Finding[] {
  if (kind !== policyKind || group !== `admissionregistration.${catalog.groupDomain}`) return [];
  const { spec } = object as ValidatingAdmissionPolicy;
  const checked = new Map<string, CheckedKind>();
  for (const rule of spec?.matchConstraints?.resourceRules ?? []) {
    for (const version of kindsNamed(rule, catalog)) checked.set(version.name, version);
  }
  return spec && checked.size > 0 ? typeFindings(spec, [...checked.values()].slice(0, maxCheckedKinds), target) : [];
}

type ResourceRule = NonNullable<MatchResources["resourceRules"]>[number];

function kindsNamed(
  { apiGroups = [], apiVersions = [], resources = [] }: ResourceRule,
  catalog: Catalog,
): CheckedKind[] {
  const kinds = new Set(apiGroups.flatMap((group) => catalog.kindsInGroup(group)));
  return [...kinds].flatMap((kind) => {
    const { plural = "" } = kind.resource ?? {};
    if (!resources.includes(plural)) return [];
    return versionsIn(catalog.groupDomain, kind)
      .filter((version) => apiVersions.includes(version.name))
      .filter((version) => apiGroups.includes(groupOf(kind, version, catalog.groupDomain)))
      .map((version) => ({
        name: `${apiVersionOf(kind, version, catalog.groupDomain)} ${kind.kind}`,
        plural,
        schema: version.schema,
      }));
  });
}

/** Whether a refusal already reports the same message, so that the warning or audit annotation is redundant. */
function isReportedByRefusal(finding: PolicyFinding<Source>, all: readonly PolicyFinding<Source>[]): boolean {
  const { action, binding, message, expressionPath } = finding;
  if (action === "Deny") return false;
  return all.some(
    (other) =>
      other.action === "Deny" &&
      other.binding === binding &&
      other.message === message &&
      other.expressionPath?.join() === expressionPath?.join(),
  );
}

const ruleByAction: Readonly<Record<PolicyAction, { readonly rule: string; readonly severity: Severity }>> = {
  Deny: { rule: "policy/deny", severity: "error" },
  Warn: { rule: "policy/warn", severity: "warning" },
  Audit: { rule: "policy/audit", severity: "info" },
};

/** Converts a policy finding; undefined for an error that the failure policy ignores. */
function ruleFindingOf(finding: PolicyFinding<Source>, { cluster }: Settings): RuleFinding | undefined {
  const { action, policy, binding, message, path, reason } = finding;
  if (action === "Ignore") return undefined;
  if (finding.lacksParams && !cluster) return paramsFinding(finding);
  const help = `policy "${policy.name}"${binding ? ` with binding "${binding.name}"` : ""}`;
  return { ...ruleByAction[action], cause: causeOf(reason), path, message, help };
}

/** Reports missing parameters as a warning, because the cluster may have parameters that are not in the run. */
function paramsFinding({ policy, message, path }: PolicyFinding<Source>): RuleFinding {
  const words = `not evaluated by policy "${policy.name}": ${message}`;
  const help = "pass the parameters with `--policy`, and the definition of their kind with `--schema-location`";
  return { rule: "policy/params", severity: "warning", cause: "not-found", path, message: words, help };
}

function causeOf(reason: string | undefined): Cause {
  if (reason === "Forbidden" || reason === "Unauthorized") return "forbidden";
  return reason === "RequestEntityTooLarge" ? "too-long" : "invalid";
}

/**
 * Returns a function that locates the expression of a finding in its policy's file. Caches each place, because a policy
 * may report a finding for every object.
 */
function placesInPolicies(sources: Sources): (from?: PolicyFinding<Source>) => Pick<FileDiagnostic, "related"> {
  const known = new Map<Source, Map<string, Pick<FileDiagnostic, "related">>>();
  return (from) => {
    if (from?.policy.file === undefined) return {};
    const { policy, expressionPath = [] } = from;
    const places = known.get(policy) ?? new Map<string, Pick<FileDiagnostic, "related">>();
    known.set(policy, places);
    const expression = expressionPath.join();
    const related = places.get(expression) ?? relatedOf(policy, expressionPath, sources);
    places.set(expression, related);
    return related;
  };
}

function relatedOf({ file: name, index = 0, base = [] }: Source, path: FieldPath, sources: Sources) {
  if (name === undefined) return {};
  const file = sources.parsedFile(name);
  const document = file.documents[index];
  if (!document) return {};
  const range = placeOf(file, document, { path: [...base, ...path] });
  return { related: [{ file: name, range, message: "says the policy" }] };
}

/** Adds the given objects. Objects of the run replace objects of the cluster with the same identity. */
function withGivenObjects(accepted: readonly ProjectDocument[], settings: Settings): readonly Source[] {
  const given = givenObjects(settings);
  if (!settings.cluster) return [...accepted, ...given];
  const replaced = new Set(accepted.map(identityOf));
  return [...accepted, ...given.filter((object) => !replaced.has(identityOf(object)))];
}

const identityOf = ({ group, kind, namespace, name }: Source): string => JSON.stringify([group, kind, namespace, name]);

function givenObjects(settings: Settings): readonly Source[] {
  return settings.policies.flatMap((object) => clusterObject(object, settings) ?? []);
}

/** Returns the request that creates an object; undefined for kinds that kube-apiserver does not store. */
function requestOf(document: ProjectDocument, settings: Settings): PolicyRequest | undefined {
  const { catalog, namespace: chosen, user } = settings;
  const { group, version: versionName, kind: kindName, name, object } = document;
  const kind = catalog.find(group, kindName);
  const version = kind && versionsIn(catalog.groupDomain, kind).find((each) => each.name === versionName);
  if (!kind?.resource || !version || !isPlainObject(object)) return undefined;
  const namespace = kind.resource.scope === "Namespaced" ? document.namespace || chosen || "default" : "";
  return policyRequest({ kind, version, name, namespace, operation: "CREATE", user, object }, settings);
}
