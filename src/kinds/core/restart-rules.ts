/**
 * Rules of kube-apiserver about restarts: of containers that terminate, and of containers whose resources change.
 *
 * @module
 */
import type { Container, ContainerRestartRule, EphemeralContainer, PodSpec } from "../../api/types/core-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { containersOf, isSidecar, type PlacedContainer } from "./pod-rule.ts";

const maxRules = 20;
const maxExitCodes = 255;

const restartPolicy = rule<PodSpec>(
  {
    id: "pod/restart-policy",
    severity: "error",
    summary: "container restart rules need a container restart policy, and list exit codes",
  },
  (_spec, _place, visit) => {
    visit.once(containersOf).forEach((placed) => {
      if (placed.list === "ephemeralContainers") return;
      const { container, place: at } = placed;
      const { restartPolicy: policy, restartPolicyRules: rules = [] } = container;
      if (policy === undefined && rules.length > 0)
        at.at("restartPolicy").required("`restartPolicy` must be set with restart rules");
      if (policy?.length === 0) at.at("restartPolicy").unsupported(["Always", "OnFailure", "Never"], policy);
      if (!visit.reaches("1.34")) {
        checkOlderPolicy(placed);
        return;
      }
      const areRulesForbidden = isSidecar(placed) && !visit.isEnabled("RestartAllContainersOnContainerExits");
      if (areRulesForbidden && rules.length > 0) {
        at.at("restartPolicyRules").forbidden("`restartPolicyRules` must be absent in a sidecar");
      } else if (policy !== undefined || placed.list === "containers")
        checkRules(rules, at.at("restartPolicyRules"), visit);
    });
  },
);

/**
 * Validates the restart policy of a container in releases without restart rules for containers: only `Always`, which
 * makes an init container a sidecar.
 */
function checkOlderPolicy({ container: { restartPolicy: policy }, place, list }: PlacedContainer): void {
  if (!policy) return;
  const at = place.at("restartPolicy");
  if (list === "containers") at.forbidden("`restartPolicy` must be absent unless it is an init container");
  else if (policy !== "Always") at.unsupported(["Always"], policy);
}

function checkRules(
  rules: readonly ContainerRestartRule[],
  place: Place<readonly ContainerRestartRule[]>,
  context: RuleContext,
): void {
  if (rules.length === 0) return;
  if (rules.length > maxRules)
    place.say(`must have at most ${maxRules} rules; got ${rules.length}`, { cause: "too-many" });
  const actions = context.isEnabled("RestartAllContainersOnContainerExits")
    ? ["Restart", "RestartAllContainers"]
    : ["Restart"];
  rules.forEach(({ action = "", exitCodes }, index) => {
    const at = place.at(index);
    if (!actions.includes(action)) at.at("action").unsupported(actions, action);
    const codes = at.at("exitCodes");
    if (!exitCodes) {
      codes.required();
      return;
    }
    if (!exitCodes.operator) codes.at("operator").unsupported(["In", "NotIn"], "");
    const count = exitCodes.values?.length ?? 0;
    if (count > maxExitCodes)
      codes.at("values").say(`must have at most ${maxExitCodes} codes; got ${count}`, { cause: "too-many" });
  });
}

/** The resources of a running container that a resize can change. */
const resizable: readonly string[] = ["cpu", "memory"];

const resizePolicy = rule<PodSpec>(
  {
    id: "pod/resize-policy",
    severity: "error",
    summary: "a resource has one resize policy; with `restartPolicy: Never` it is NotRequired",
  },
  (spec, _place, visit) => {
    visit.once(containersOf).forEach(({ container, place: at }) => {
      if (container.resizePolicy) checkResize(container, at.at("resizePolicy"), spec.restartPolicy);
    });
  },
);

function checkResize(
  { resizePolicy: policies = [] }: Container | EphemeralContainer,
  place: Place<Container["resizePolicy"]>,
  podPolicy: string | undefined,
): void {
  const firstByResource = new Map<string, Place>();
  policies.forEach(({ resourceName = "", restartPolicy: policy = "" }, index) => {
    const at = place.at(index);
    const first = firstByResource.get(resourceName);
    firstByResource.set(resourceName, first ?? at);
    // kube-apiserver's error names the list item, while other errors name the whole list.
    const repeat = { cause: "duplicate", field: at.path, serverText: quoteGo(resourceName) } as const;
    const also = first ? [repeat] : [];
    if (resourceName === "") at.at("resourceName").required(undefined, { also });
    else if (!resizable.includes(resourceName)) at.at("resourceName").unsupported(resizable, resourceName, { also });
    else if (first)
      at.say(`must be unique; ${resourceName} has a policy`, { ...repeat, see: first.note("first is here") });
    if (policy?.length === 0) at.at("restartPolicy").required();
    else if (podPolicy === "Never" && policy !== "NotRequired") {
      at.at("restartPolicy").invalid('must be "NotRequired" in a pod with `restartPolicy: Never`', policy);
    }
  });
}

export const restartRules: readonly Rule<PodSpec>[] = [restartPolicy, resizePolicy];
