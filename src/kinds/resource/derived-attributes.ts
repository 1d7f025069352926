/**
 * Device attributes that a request of a claim computes, so that constraints of the claim can compare them.
 *
 * @module
 */
import type { DeviceConstraint, DeviceDerivedAttribute, ResourceClaimSpec } from "../../api/types/resource-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import { required } from "../../rule/demand.ts";
import { atMost, distinct } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { requestsOf } from "./device-claim.ts";
import { fullyQualifiedName } from "./device-names.ts";
import { checkDeviceExpression, maxDeviceCost } from "./device-selector.ts";

const maxAttributes = 32;

/** The attributes that constraints compare, by the name of the request; `""` is for all requests. */
type Compared = ReadonlyMap<string, ReadonlySet<string>>;

function comparedAttributes(constraints: readonly DeviceConstraint[]): Compared {
  const compared = new Map<string, Set<string>>();
  for (const { matchAttribute, distinctAttribute, requests = [] } of constraints) {
    const name = matchAttribute ?? distinctAttribute;
    if (name === undefined) continue;
    for (const request of requests.length > 0 ? requests : [""]) {
      compared.set(request, (compared.get(request) ?? new Set()).add(name));
    }
  }
  return compared;
}

/**
 * Whether a constraint compares an attribute of a request. A constraint also applies to the alternatives of a request,
 * which are named `request/alternative`.
 */
function isCompared(name: string, request: string, compared: Compared): boolean {
  const [parent = ""] = request.split("/");
  return ["", request, parent].some((each) => compared.get(each)?.has(name));
}

type AttributesPlace = Place<readonly DeviceDerivedAttribute[]>;

/** Validates all derived attributes of a claim. */
export function checkDerivedAttributes(
  spec: ResourceClaimSpec,
  place: Place<ResourceClaimSpec>,
  context: RuleContext,
): void {
  const compared = comparedAttributes(spec.devices?.constraints ?? []);
  let total = 0n;
  for (const { devices, place: at, name, isUsed } of requestsOf(spec, place)) {
    const list = at.at("derivedAttributes");
    const attributes = devices.derivedAttributes ?? [];
    if (!checkNames(attributes, list, context) || !isUsed) continue;
    distinct(attributes, list, ({ name = "" }) => name, quoteGo);
    for (const [index, attribute] of attributes.entries()) {
      checkUse(attribute, list.at(index), name, compared);
      const { expression } = attribute;
      if (expression) total += checkDeviceExpression(expression, list.at(index, "expression"), context, "attribute");
    }
  }
  if (total <= maxDeviceCost) return;
  place
    .at("devices")
    .forbidden(`the derived attributes of a claim must cost at most ${maxDeviceCost}; they cost ${total}`, {
      serverText: "too complex, total cost of derived attribute CEL expressions in the claim exceeds cost limit",
    });
}

/** @returns whether there are few enough attributes to validate their expressions */
function checkNames(
  attributes: readonly DeviceDerivedAttribute[],
  place: AttributesPlace,
  context: RuleContext,
): boolean {
  if (!atMost(maxAttributes, attributes, place)) return false;
  for (const [index, { name, expression }] of attributes.entries()) {
    required(name, place.at(index, "name"), fullyQualifiedName(context));
    required(expression, place.at(index, "expression"));
  }
  return true;
}

function checkUse(
  { name }: DeviceDerivedAttribute,
  place: Place<DeviceDerivedAttribute>,
  request: string,
  compared: Compared,
): void {
  if (!name || isCompared(name, request, compared)) return;
  const serverText = `${quoteGo(name)}: must be referenced by at least one matchAttribute or distinctAttribute constraint targeting this request`;
  place
    .at("name")
    .invalid("must be compared by a constraint of this request: `matchAttribute` or `distinctAttribute`", name, {
      serverText,
    });
}
