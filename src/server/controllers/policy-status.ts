/**
 * Writes type checking warnings into the status of each ValidatingAdmissionPolicy: expressions that do not fit the
 * kinds which the policy matches. Does the same as the controller in kube-controller-manager.
 *
 * @module
 */
import type {
  ExpressionWarning,
  MatchResources,
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
} from "../../api/types/admissionregistration-v1.ts";
import { formatPath } from "../../diagnostic/path.ts";
import { listAsCelGo } from "../../kinds/expression/issue-findings.ts";
import { type CheckedKind, maxCheckedKinds } from "../../policy/checked-kind.ts";
import { type TypeFault, typeFaults } from "../../policy/type-check.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import type { Registry } from "../registry/registry.ts";
import type { ApiObject } from "../request/api-object.ts";
import { isTurnOver, nextTurn } from "../request/turns.ts";
import type { Controller, ControllerOptions } from "./controller.ts";
import { changeIfSame, ignoreRaces } from "./ignore-races.ts";
import { WorkQueue } from "./work-queue.ts";

export const policyStatusController = "validatingadmissionpolicy-status-controller";

interface PolicyStatusOptions extends ControllerOptions {
  readonly target: string;
  readonly groupDomain: string;
}

/**
 * Starts the controller.
 *
 * @returns undefined if the release does not have these policies
 */
export function startPolicyStatus({
  registry,
  write,
  log,
  target: release,
  groupDomain,
}: PolicyStatusOptions): Controller | undefined {
  const policies = registry.store(`admissionregistration.${groupDomain}`, "validatingadmissionpolicies");
  if (!policies) return undefined;
  const updateStatus = async (name: string) => {
    const target = { namespace: "", name };
    const policy = policies.cachedObject(target);
    if (!policy || isStatusCurrent(policy)) return;
    const observedGeneration = Number(policy.metadata.generation ?? 0);
    const expressionWarnings = await warningsOf(policy["spec"] ?? {}, registry, release);
    const typeChecking = expressionWarnings.length > 0 ? { expressionWarnings } : {};
    const change = changeIfSame(policy, (current) => ({
      ...current,
      status: { ...statusOf(current), observedGeneration, typeChecking },
    }));
    const manager = { ...write, fieldManager: policyStatusController };
    await ignoreRaces(policies.update({ target, subresource: "status", change, isRepeatable: true }, manager));
  };
  const queue = new WorkQueue(updateStatus, log);
  const addAll = () => {
    for (const { metadata } of policies.cached()) queue.add(metadata.name ?? "");
  };
  const change = {
    change: ({ change: { object } }: { change: { object: ApiObject } }) => queue.add(object.metadata.name ?? ""),
  };
  const stop = policies.subscribe({ ...change, reset: addAll });
  addAll();
  return {
    stop() {
      stop();
      queue.stop();
    },
  };
}

const statusOf = (policy: ApiObject): ValidatingAdmissionPolicyStatus => policy["status"] ?? {};

const isStatusCurrent = (policy: ApiObject): boolean =>
  Number(policy.metadata.generation ?? 0) <= Number(statusOf(policy).observedGeneration ?? 0);

interface NamedKind extends CheckedKind {
  /** The kind in Go's notation, such as `apps/v1, Kind=Deployment`. */
  readonly goName: string;
}

/**
 * Returns one warning for each expression, with the errors of all kinds. Since a policy may match many kinds, other
 * work may run between them.
 */
async function warningsOf(
  spec: ValidatingAdmissionPolicySpec,
  registry: Registry,
  target: string,
): Promise<readonly ExpressionWarning[]> {
  const warnings = new Map<string, string[]>();
  for (const [index, { expression, messageExpression }] of (spec.validations ?? []).entries()) {
    for (const [name, text] of Object.entries({ expression, messageExpression })) {
      if (text) warnings.set(formatPath(["spec", "validations", index, name]), []);
    }
  }
  for (const kind of kindsOf(spec.matchConstraints ?? {}, registry)) {
    if (isTurnOver()) await nextTurn();
    for (const fault of typeFaults(spec, kind, target)) {
      // Errors of a variable are not reported here: validations treat a variable that does not type-check as dynamic.
      warnings.get(formatPath(fault.path))?.push(`${kind.goName}: ${compilationFault(fault)}\n`);
    }
  }
  return [...warnings].flatMap(([fieldRef, texts]) =>
    texts.length > 0 ? { fieldRef, warning: texts.join("\n") } : [],
  );
}

/** Returns the kinds that rules without wildcards match, sorted by group, version and kind. */
function kindsOf({ resourceRules = [] }: MatchResources, { stores }: Registry): readonly NamedKind[] {
  const found = new Map<string, NamedKind>();
  for (const { apiGroups = [], apiVersions = [], resources = [] } of resourceRules) {
    if ([...apiGroups, ...apiVersions].some((name) => name.includes("*"))) continue;
    for (const { resource, forms } of stores) {
      if (!resources.includes(resource.resource)) continue;
      for (const { group, version, kind, apiVersion, schema } of forms.values()) {
        if (!apiGroups.includes(group) || !apiVersions.includes(version)) continue;
        const goName = `${group}/${version}, Kind=${kind}`;
        found.set(goName, { name: `${apiVersion} ${kind}`, plural: resource.resource, goName, schema });
      }
    }
  }
  const sorted = [...found.values()].toSorted((a, b) => compareUtf8(a.goName, b.goName));
  return sorted.slice(0, maxCheckedKinds);
}

/** Formats an error like cel-go, the compiler in kube-apiserver. */
const compilationFault = ({ text, issues }: TypeFault): string => listAsCelGo(text, issues);
