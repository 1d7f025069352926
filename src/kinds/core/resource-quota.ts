/**
 * v1 ResourceQuota: limits the total resources that a namespace may use.
 *
 * @module
 */
import type { ResourceQuota, ScopedResourceSelectorRequirement } from "../../api/types/core-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatJson } from "../../json/format-json.ts";
import { showGoValue } from "../../json/go-value.ts";
import { memberOf } from "../../json/member.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { compareQuantities, quantityMilliValue, quantitySign } from "../../text/quantity.ts";
import { kind } from "../kind.ts";
import { quotaColumns } from "./resource-columns.ts";
import { roundToMillis } from "./resource-list.ts";
import { countedResources, isExtended, plainNameText, quantityOf } from "./resource-rules.ts";

const computeResources = ["cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"];
const storageResources = [
  "ephemeral-storage",
  "requests.storage",
  "requests.ephemeral-storage",
  "limits.ephemeral-storage",
];

const isHugePages = (name: string): boolean => /^(?:requests\.)?hugepages-/.test(name);
/** Whether a name without a domain is a resource that quotas count. */
export const isQuotaResource = (name: string): boolean =>
  computeResources.includes(name) || storageResources.includes(name) || countedResources.has(name) || isHugePages(name);

const hard = rule<ResourceQuota>(
  {
    id: "resource-quota/hard",
    severity: "error",
    summary: "`hard` lists resources that a quota can count, with amounts that are not negative",
  },
  ({ spec, status }, place, { subresource }) => {
    checkAmounts(spec?.hard, place.at("spec", "hard"));
    if (subresource !== "status") return;
    checkAmounts(status?.hard, place.at("status", "hard"));
    checkAmounts(status?.used, place.at("status", "used"));
  },
);

function checkAmounts(
  amounts: Readonly<Record<string, string>> = {},
  place: Place<Readonly<Record<string, string>>>,
): void {
  for (const [name, amount] of Object.entries(amounts)) {
    const at = place.at(name);
    const faults = validateQualifiedName(name);
    const shown = JSON.stringify(name);
    const ofQuota = `${shown}: must be a standard resource for quota`;
    const isUnknown = !name.includes("/") && !isQuotaResource(name);
    const also = isUnknown ? [{ cause: "invalid", serverText: ofQuota } as const] : [];
    for (const fault of faults) at.invalid(fault, name, { atKey: true, also });
    if (faults.length === 0 && isUnknown) {
      at.invalid("must be a resource that quotas can limit, or a name with a domain", name, {
        atKey: true,
        ...(name === "storage" ? { serverText: ofQuota } : { serverText: plainNameText(shown), also }),
      });
    }
    const quantity = quantityOf(amount);
    if (quantitySign(quantity) < 0) at.invalid("must be 0 or above", amount);
    const isWhole = countedResources.has(name) || isExtended(name);
    if (isWhole && quantityMilliValue(quantity) % 1000n !== 0n) at.invalid("must be a whole number", amount);
  }
}

const ofPods = [...computeResources, "pods"];
/** The resources that a quota with a scope may limit. */
const resourcesByScope: Readonly<Record<string, readonly string[]>> = {
  Terminating: ofPods,
  NotTerminating: ofPods,
  BestEffort: ["pods"],
  NotBestEffort: ofPods,
  PriorityClass: ofPods,
  CrossNamespacePodAffinity: ofPods,
  VolumeAttributesClass: ["persistentvolumeclaims", "requests.storage"],
};
const scopesWithValues = new Set(["PriorityClass", "VolumeAttributesClass"]);
const oppositeScopes = [
  ["BestEffort", "NotBestEffort"],
  ["Terminating", "NotTerminating"],
];

/** A list of scopes, and how kube-apiserver's errors show the whole list and an unknown scope. */
interface ScopeList {
  place(index: number): Place;
  readonly scopes: readonly string[];
  readonly whole: string;
  unknown(scope: string): string;
  /** The value in the error about scopes that exclude each other. */
  readonly conflicting: string;
  /** The field in errors about known scopes. */
  readonly field: FieldPath;
}

function checkScopes(list: ScopeList, capped: readonly string[]): void {
  const { scopes, field } = list;
  scopes.forEach((scope, index) => {
    const at = list.place(index);
    const fitting = Object.hasOwn(resourcesByScope, scope) ? resourcesByScope[scope] : undefined;
    if (!fitting) {
      const serverText = `${list.unknown(scope)}: unsupported scope`;
      at.invalid(`must be one of ${Object.keys(resourcesByScope).join(", ")}`, scope, { serverText, hides: at.path });
    }
    const other = fitting && capped.find((name) => isQuotaResource(name) && !fitting.includes(name));
    const unfit = { field, after: at.path, serverText: `${list.whole}: unsupported scope applied to resource` };
    if (other) at.invalid(`must not be combined with ${other}`, scope, unfit);
    const opposite = oppositeScopes.find((pair) => pair.includes(scope))?.find((each) => each !== scope);
    const before = opposite === undefined ? -1 : scopes.slice(0, index).indexOf(opposite);
    const conflict = { field, serverText: `${list.conflicting}: conflicting scopes` };
    if (before >= 0) at.invalid(`must not be combined with ${opposite}`, scope, conflict);
  });
}

const existingScopesText =
  "ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function checkRequirement(
  requirement: ScopedResourceSelectorRequirement,
  place: Place<ScopedResourceSelectorRequirement>,
): void {
  const { scopeName = "", operator = "", values = [] } = requirement;
  const isKnown = Object.hasOwn(resourcesByScope, scopeName);
  if (isKnown && !scopesWithValues.has(scopeName) && operator !== "Exists") {
    const serverText = `${showGoValue(operator)}: must be 'Exists' when scope is any of ${existingScopesText}`;
    const after = place.at("scopeName").path;
    place.at("operator").invalid(`must be "Exists" for the scope ${scopeName}`, operator, { serverText, after });
  }
  const wantsValues = operator === "In" || operator === "NotIn";
  if (wantsValues && values.length === 0) {
    const serverText = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    place.at("values").required(undefined, { serverText });
  }
  if ((operator === "Exists" || operator === "DoesNotExist") && values.length > 0) {
    const must = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
    const serverText = `${formatJson(values)}: ${must}`;
    place.at("values").invalid(`must be absent with ${operator}`, values.join(", "), { serverText });
  }
  if (operator === "") {
    const serverText = `"": not a valid selector operator`;
    place.at("operator").invalid("must be In, NotIn, Exists or DoesNotExist", operator, { serverText });
  }
}

/** Formats the scope selector as Go shows its internal type. */
const goSelectorOf = (requirements: readonly ScopedResourceSelectorRequirement[]): string =>
  formatJson({
    MatchExpressions: requirements.map(({ scopeName = "", operator = "", values = null }) => ({
      ScopeName: scopeName,
      Operator: operator,
      Values: values,
    })),
  });

const scopes = rule<ResourceQuota>(
  {
    id: "resource-quota/scopes",
    severity: "error",
    summary: "the scopes of a quota are known, fit its resources and do not contradict each other",
  },
  ({ spec = {} }, place, { oldObject: stored }) => {
    const capped = Object.keys(spec.hard ?? {});
    const at = place.at("spec");
    const plain = formatJson(spec.scopes ?? null);
    checkScopes(
      {
        place: (index) => at.at("scopes", index),
        scopes: spec.scopes ?? [],
        whole: plain,
        unknown: () => plain,
        conflicting: plain,
        field: at.at("scopes").path,
      },
      capped,
    );
    const requirements = spec.scopeSelector?.matchExpressions ?? [];
    const list = at.at("scopeSelector", "matchExpressions");
    checkScopes(
      {
        place: (index) => list.at(index, "scopeName"),
        scopes: requirements.map(({ scopeName = "" }) => scopeName),
        whole: goSelectorOf(requirements),
        unknown: formatJson,
        conflicting: plain,
        field: list.path,
      },
      capped,
    );
    requirements.forEach((requirement, index) => {
      checkRequirement(requirement, list.at(index));
    });
    const setOf = (quota: ResourceQuota["spec"]) => [...new Set(quota?.scopes)].sort().join();
    if (stored && setOf(stored.spec) !== setOf(spec)) at.at("scopes").say("field is immutable");
  },
);

const boundedResources = ["cpu", "memory", "storage", "ephemeral-storage"];

const requestsWithinLimits = rule<ResourceQuota>(
  {
    id: "resource-quota/requests-above-limits",
    severity: "warning",
    summary: "a quota of requests is at most the quota of limits of the same resource",
  },
  ({ spec: { hard: amounts = {} } = {} }, place, { isUpdate }) => {
    if (isUpdate) return;
    for (const resource of boundedResources) {
      const isBare = resource === "cpu" || resource === "memory";
      const names = [`requests.${resource}`, ...(isBare ? [resource] : [])];
      const name = names.find((each) => memberOf(amounts, each) !== undefined) ?? "";
      const [request, limit] = [memberOf(amounts, name), memberOf(amounts, `limits.${resource}`)];
      if (request === undefined || limit === undefined) continue;
      if (compareQuantities(quantityOf(request), quantityOf(limit)) <= 0) continue;
      place.at("spec", "hard", name).invalid(`should be at most \`limits.${resource}\`, ${limit}`, request, {
        serverWarning: `ResourceQuota ${name} (${request}) should be less than limits.${resource} (${limit})`,
      });
    }
  },
);

export const resourceQuota = kind("core/v1.ResourceQuota", {
  resource: { columns: quotaColumns },
  rules: [hard, scopes, requestsWithinLimits],
  applyDefaults({ spec, status }) {
    roundToMillis(spec?.hard);
    roundToMillis(status?.hard);
    roundToMillis(status?.used);
  },
});
