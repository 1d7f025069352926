/**
 * Rules of kube-apiserver about resources: names, amounts, requests below limits, and pod-level resources that cover
 * those of the containers.
 *
 * @module
 */
import type { PodResourceClaim, PodSpec, ResourceRequirements } from "../../api/types/core-v1.ts";
import type { Cause, FieldPath } from "../../diagnostic/diagnostic.ts";
import { formatJson } from "../../json/format-json.ts";
import { memberOf } from "../../json/member.ts";
import { type Demand, each, required, text, whenSet } from "../../rule/demand.ts";
import type { Extra, Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1123Label, validateDns1123Subdomain, validateQualifiedName } from "../../text/names.ts";
import {
  compareQuantities,
  formatQuantity,
  hasFraction,
  parseQuantity,
  type Quantity,
  quantityMilliValue,
  quantityOfInteger,
  quantitySign,
  quantityValue,
} from "../../text/quantity.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { containersOf, mirrorAnnotation, podOf } from "./pod-rule.ts";
import { containerLimits, containerRequests, type ResourceList } from "./resource-list.ts";

const containerResources: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);
/** The other resources that quotas count, by their names in a quota. */
export const countedResources: ReadonlySet<string> = new Set([
  "pods",
  "resourcequotas",
  "services",
  "replicationcontrollers",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
]);

const isHugePages = (name: string): boolean => name.startsWith("hugepages-");
/** Whether Kubernetes itself defines the resource. */
export const isNative = (name: string): boolean => !name.includes("/") || name.includes("kubernetes.io/");
/** Whether the resource is an extended resource, which Kubernetes does not define. */
export const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith("requests.") && validateQualifiedName(`requests.${name}`).length === 0;
const mayExceedRequest = (name: string): boolean => isNative(name) && !isHugePages(name);

type NameCheck = (name: string, place: Place<string>) => void;

const isStandardResource = (name: string): boolean =>
  name === "storage" ||
  name === "requests.storage" ||
  countedResources.has(name) ||
  containerResources.has(name.replace(/^(?:requests|limits)\./, ""));

/** Validates the name of a resource that a container requests. */
export const containerResourceName: NameCheck = (name, place) => {
  if (containerResources.has(name)) return;
  const faults = validateQualifiedName(name);
  for (const fault of faults) place.invalid(fault, name, { atKey: true });
  const isKnown = name.includes("/") ? isNative(name) || isExtended(name) : isHugePages(name);
  if (isKnown) return;
  const shown = JSON.stringify(name);
  const isPlain = !name.includes("/");
  const text = `${shown}: ${isPlain ? "must be a standard resource for containers" : "doesn't follow extended resource name standard"}`;
  const isOfNoList = isPlain && faults.length === 0 && !isStandardResource(name);
  place.invalid("must be cpu, memory, ephemeral-storage, hugepages-<size>, or a name with a domain", name, {
    atKey: true,
    serverText: isOfNoList ? plainNameText(shown) : text,
    ...(isOfNoList && { also: [{ cause: "invalid", message: text }] }),
  });
};

/**
 * Returns the error about a name without a domain that is not a standard resource of any list. Where kube-apiserver
 * reports two errors, this is the first.
 */
export const plainNameText = (shown: string): string => `${shown}: must be a standard resource type or fully qualified`;

const podResourceName: NameCheck = (name, place) => {
  const faults = validateQualifiedName(name);
  for (const fault of faults) place.invalid(fault, name, { atKey: true });
  if (faults.length > 0) return;
  if (!name.includes("/") && !isStandardResource(name) && !isHugePages(name)) {
    const serverText = plainNameText(JSON.stringify(name));
    place.invalid("must be cpu, memory or hugepages-<size>", name, { atKey: true, serverText });
  } else if (name !== "cpu" && name !== "memory" && !isHugePages(name)) {
    const serverText = `${quoteGo(name)}: supported values: "cpu", "hugepages-", "memory"`;
    place.unsupported(["cpu", "memory", "hugepages-<size>"], name, { atKey: true, serverText });
  }
};

/** Parses a quantity from a decoded object; zero if it is invalid. */
export function quantityOf(canonical: string): Quantity {
  const result = parseQuantity(canonical);
  return result.ok ? result.value : zero;
}
const zero = quantityOfInteger(0n, "DecimalSI");

/** Warns about fractions of bytes: `100m` of memory is a tenth of a byte, and probably a mistake for 100M. */
export function adviseOnWholeBytes(amount: string, place: Place, extra?: Extra): void {
  if (isWholeBytes(amount) || !hasFraction(quantityOf(amount))) return;
  const serverWarning = `{field}: fractional byte value "${amount}" is invalid, must be an integer`;
  place.invalid("should be a whole number of bytes", amount, { help: unitHelp, serverWarning, ...extra });
}

/** Matches most amounts, which need no parsing. */
const wholeAmount = /^[0-9]+(?:[KMGTPE]i?|k)?$/;

/** Whether the text of an amount shows that it is whole. Other texts may be whole, too. */
export const isWholeBytes = (amount: string): boolean => wholeAmount.test(amount);

const unitHelp = "the unit `m` means thousandths; write `M` or `Mi` for megabytes";

function checkAmount(name: string, amount: string, place: Place): void {
  const quantity = quantityOf(amount);
  if (quantitySign(quantity) < 0) place.invalid("must be 0 or above", amount);
  if ((countedResources.has(name) || isExtended(name)) && quantityMilliValue(quantity) % 1000n !== 0n) {
    place.invalid("must be a whole number", amount);
  }
  if (isHugePages(name) && !isMultiple(quantity, name.slice("hugepages-".length))) {
    const serverText = `${quoteGo(amount)}: ${amount} is not positive integer multiple of ${name}`;
    place.invalid(`must be a multiple of the page size in ${name}`, amount, { serverText });
  }
}

function isMultiple(quantity: Quantity, pageSize: string): boolean {
  const page = parseQuantity(pageSize);
  if (!page.ok || quantitySign(page.value) <= 0 || quantityMilliValue(page.value) % 1000n !== 0n) return false;
  return quantityValue(quantity) % quantityValue(page.value) === 0n;
}

/** Validates the names and amounts of a resource list. */
function checkList(list: ResourceList, place: Place<ResourceList>, checkName: NameCheck): void {
  for (const name in list) {
    const at = place.at(name);
    checkName(name, at);
    checkAmount(name, list[name] ?? "", at);
  }
}

function checkRequirements(
  { limits, requests }: ResourceRequirements,
  place: Place<ResourceRequirements>,
  checkName: NameCheck,
): void {
  if (limits) checkList(limits, place.at("limits"), checkName);
  if (requests) checkList(requests, place.at("requests"), checkName);
  for (const name in requests) {
    checkRequest(name, requests[name] ?? "", limits && Object.hasOwn(limits, name) ? limits[name] : undefined, place);
  }
  checkHugePages(place, limits, requests);
}

function checkHugePages(
  place: Place,
  limits: ResourceList | undefined,
  requests?: ResourceList,
  field: FieldPath = place.path,
): void {
  if (!hasHugePages(limits) && !hasHugePages(requests)) return;
  const names = Object.keys({ ...limits, ...requests });
  if (!names.includes("cpu") && !names.includes("memory"))
    place.forbidden("hugepages need a request or limit for cpu or memory", {
      field,
      serverText: "HugePages require cpu or memory",
    });
}

function hasHugePages(list: ResourceList | undefined): boolean {
  for (const name in list) if (isHugePages(name)) return true;
  return false;
}

/**
 * Validates the overhead of a pod, which counts in addition to the resources of its containers.
 *
 * @param owner - the field that kube-apiserver names in errors about the whole list
 */
export function checkOverhead(overhead: ResourceList, place: Place<ResourceList>, owner: Place): void {
  checkList(overhead, place, containerResourceName);
  checkHugePages(place, overhead, undefined, owner.path);
}

function checkRequest(name: string, request: string, limit: string | undefined, place: Place): void {
  const after = place.at("requests", name).path;
  if (limit === undefined) {
    if (!mayExceedRequest(name)) {
      place.at("limits").required(`\`limits\` must have ${name}, which cannot be overcommitted`, {
        help: `add \`${name}: ${JSON.stringify(request)}\``,
        after,
      });
    }
    return;
  }
  if (request === limit) return;
  const difference = compareQuantities(quantityOf(request), quantityOf(limit));
  const mustEqual = difference !== 0 && !mayExceedRequest(name);
  if (!mustEqual && difference <= 0) return;
  const must = mustEqual ? "must be equal to" : "must be less than or equal to";
  place.at("requests", name).invalid(`must ${mustEqual ? "equal" : "be at most"} the limit, ${limit}`, request, {
    serverText: `${formatJson(request)}: ${must} ${name} limit of ${limit}`,
    see: place.at("limits", name).note("the limit"),
    field: place.at("requests").path,
    after,
  });
}

const resources = rule<PodSpec>(
  {
    id: "pod/resources",
    severity: "error",
    summary: "resources have valid names, and requests do not exceed limits",
  },
  (spec, place, visit) => {
    visit.once(containersOf).forEach(({ container, place: at }) => {
      if (container.resources) checkRequirements(container.resources, at.at("resources"), containerResourceName);
    });
    if (spec.overhead) checkOverhead(spec.overhead, place.at("overhead"), place.at("overhead"));
  },
);

const podResources = rule<PodSpec>(
  {
    id: "pod/pod-resources",
    severity: "error",
    summary: "pod-level resources cover the sum of the containers' resources",
  },
  (spec, place, visit) => {
    if (!spec.resources || !visit.isEnabled("PodLevelResources")) return;
    const at = place.at("resources");
    if (spec.os?.name === "windows") {
      const serverText = "may not be set for a windows pod";
      at.forbidden("`resources` must be absent in a Windows pod", { serverText });
      return;
    }
    if (spec.resources.claims) {
      const claims = at.at("claims");
      const known = new ClaimNames(spec.resourceClaims?.map(({ name = "" }) => name) ?? []);
      claims.forbidden("`claims` must be absent in pod-level resources: containers have claims", {
        serverText: "claims may not be set for Resources at pod-level",
        also: [...claimFaults(spec.resources.claims, known)].map(({ path, ...fault }) => ({
          ...fault,
          field: [...claims.path, ...path],
        })),
      });
    }
    checkRequirements(spec.resources, at, podResourceName);
    checkPodLevelAmounts("requests", spec.resources, containerRequests(spec), at, () => true);
    checkPodLevelAmounts("limits", spec.resources, containerLimits(spec), at, isHugePages);
    checkContainerLimits(spec, place);
  },
);

function checkPodLevelAmounts(
  list: "requests" | "limits",
  own: ResourceRequirements,
  ofContainers: ReadonlyMap<string, Quantity>,
  place: Place,
  isMeant: (name: string) => boolean,
): void {
  for (const [name, amount] of Object.entries(own[list] ?? {})) {
    const sum = ofContainers.get(name);
    if (!sum || !isMeant(name) || compareQuantities(sum, quantityOf(amount)) <= 0) continue;
    const serverText = `${quoteGo(amount)}: must be greater than or equal to aggregate container ${list} of ${formatQuantity(sum)}`;
    place.at(list, name).invalid(`must be at least the sum of the containers' ${list}`, amount, { serverText });
  }
}

function checkContainerLimits({ containers, resources: own }: PodSpec, place: Place<PodSpec>): void {
  for (const [index, container] of (containers ?? []).entries()) {
    for (const [name, limit] of Object.entries(container.resources?.limits ?? {})) {
      const most = memberOf(own?.limits, name);
      if (most === undefined || compareQuantities(quantityOf(limit), quantityOf(most)) <= 0) continue;
      place
        .at("containers", index, "resources", "limits")
        .at(name)
        .invalid(`must be at most the pod's limit, ${most}`, limit, {
          field: [...place.at("resources").path, `containers[${index}][${name}]`, "limits"],
          serverText: `${quoteGo(limit)}: must be less than or equal to pod limits of ${most}`,
        });
    }
  }
}

const label = text(validateDns1123Label);
const subdomain = text(validateDns1123Subdomain);

const checkClaim: Demand<PodResourceClaim> = (claim, place) => {
  required(claim.name, place.at("name"), label);
  whenSet(claim.resourceClaimName, place.at("resourceClaimName"), subdomain);
  whenSet(claim.resourceClaimTemplateName, place.at("resourceClaimTemplateName"), subdomain);
  const { resourceClaimName: name, resourceClaimTemplateName: template } = claim.source ?? claim;
  if ((name === undefined) === (template === undefined)) {
    place.say("must have one of `resourceClaimName` and `resourceClaimTemplateName`");
  }
};

const resourceClaims = rule<PodSpec>(
  {
    id: "pod/resource-claims",
    severity: "error",
    summary: "claim names are unique, and containers use claims of the pod",
  },
  (spec, place, visit) => {
    const { resourceClaims: claims = [] } = spec;
    const list = place.at("resourceClaims");
    const { isPod, metadata } = podOf(visit);
    if (claims.length > 0 && isPod && metadata.annotations?.[mirrorAnnotation] !== undefined) {
      list.forbidden("`resourceClaims` must be absent in a static pod");
      return;
    }
    each(claims, list, checkClaim);
    const firstByName = new Map<string, Place>();
    claims.forEach(({ name }, index) => {
      const at = list.at(index, "name");
      const first = name ? firstByName.get(name) : undefined;
      if (first) at.duplicate(`must be unique in the pod; ${JSON.stringify(name)} is taken`, first);
      else if (name) firstByName.set(name, at);
    });
    const known = new ClaimNames(firstByName.keys());
    visit.once(containersOf).forEach(({ container, place: at }) => {
      const { claims: used } = container.resources ?? {};
      if (used) checkUses(used, at.at("resources", "claims"), known);
    });
  },
);

type ClaimUses = NonNullable<ResourceRequirements["claims"]>;

interface ClaimFault {
  /** Relative to the list of claims. */
  readonly path: FieldPath;
  readonly cause: Cause;
  readonly message: string;
  readonly serverText?: string;
  /** The index of the earlier use of the same claim. */
  readonly first?: number;
}

function checkUses(claims: ClaimUses, place: Place<ClaimUses>, known: ClaimNames): void {
  for (const { path, message, first, ...fault } of claimFaults(claims, known)) {
    const see = first === undefined ? {} : { see: place.at(first).note("first is here") };
    place.along(path).say(message, { ...fault, ...see });
  }
}

function* claimFaults(claims: ClaimUses, known: ClaimNames): Generator<ClaimFault> {
  const used = new Map<string, number>();
  /** The first use of one of a claim's requests, by the name of the claim. */
  const requested = new Map<string, number>();
  for (const [index, { name = "", request = "" }] of claims.entries()) {
    if (name === "") {
      yield { path: [index], cause: "required", message: "`name` must be set", serverText: "" };
      continue;
    }
    // If the whole claim is in use already, its requests are not validated.
    const whole = used.get(name);
    for (const fault of request === "" || whole !== undefined ? [] : validateDns1123Label(request)) {
      const serverText = `${quoteGo(request)}: ${fault}`;
      yield {
        path: [index, "request"],
        cause: "invalid",
        message: `${fault}; got ${JSON.stringify(request)}`,
        serverText,
      };
    }
    const key = request === "" || whole !== undefined ? name : `${name}/${request}`;
    const first = whole ?? used.get(key) ?? (request === "" ? requested.get(name) : undefined);
    if (!used.has(key)) used.set(key, index);
    if (request !== "" && !requested.has(name)) requested.set(name, index);
    if (first !== undefined) {
      const message = `must be used once; ${JSON.stringify(key)} is used twice`;
      yield { path: [index], cause: "duplicate", message, serverText: quoteGo(key), first };
    }
    if (!known.has(name)) yield { path: [index], ...known.faultOf(name) };
  }
}

/**
 * The claims of a pod, and the error about any other name. The error lists all names and may be long, so it is built
 * only once.
 */
class ClaimNames {
  private readonly names: ReadonlySet<string>;
  private lists: { readonly shown: string; readonly upstream: string } | undefined;

  constructor(names: Iterable<string>) {
    this.names = new Set(names);
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  faultOf(name: string): Omit<ClaimFault, "path"> {
    this.lists ??= this.list();
    const { shown, upstream } = this.lists;
    return {
      cause: "not-found",
      message: `must be one of the pod's \`resourceClaims\`${shown}; got ${JSON.stringify(name)}`,
      serverText: `${quoteGo(name)}: must be one of the names in pod.spec.resourceClaims${upstream}`,
    };
  }

  private list() {
    if (this.names.size === 0) return { shown: " (it has none)", upstream: " which is empty" };
    const names = [...this.names];
    return {
      shown: `, ${names.map((each) => JSON.stringify(each)).join(", ")}`,
      upstream: `: ${names.toSorted(compareUtf8).join(", ")}`,
    };
  }
}

export const resourceRules: readonly Rule<PodSpec>[] = [resources, podResources, resourceClaims];
