/**
 * Sections that concern kube-controller-manager as a whole, including those that it shares with cloud controller
 * managers.
 *
 * @module
 */
import type { KubeCloudSharedConfiguration } from "../../api/types/cloud-provider-v1alpha1.ts";
import type { GenericControllerManagerConfiguration } from "../../api/types/controllermanager-v1alpha1.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { closest } from "../../text/closest.ts";
import { clientConnectionRules } from "../component/client-connection.ts";
import { leaderElectionDefaults, leaderElectionRules } from "../component/leader-election.ts";
import { controllerNames } from "./controller-names.ts";
import { section } from "./section.ts";

/**
 * Turns the findings of a rule into warnings: kube-controller-manager starts with these values, but then blocks all of
 * its requests.
 */
const asWarnings = <T>(given: Rule<T>): Rule<T> =>
  rule(given, (object, place, visit) => {
    const advice = place.changing((finding) => ({ ...finding, severity: "warning" }));
    given.run(object, advice, visit);
  });

const knownControllers = rule<GenericControllerManagerConfiguration>(
  {
    id: "controller-manager/controllers",
    severity: "error",
    summary: "`controllers` lists only controllers that the controller manager has",
  },
  ({ Controllers: listed = [] }, place, visit) => {
    const known = controllerNames(visit.reaches);
    for (const [index, entry] of listed.entries()) {
      const name = entry.replace(/^-/, "");
      if (entry === "*" || known.has(name)) continue;
      const meant = closest(name, known);
      place.at("Controllers", index).say(`must be a controller of ${visit.target}; got "${name}"`, {
        cause: "unsupported",
        ...(meant ? { help: `did you mean \`${meant}\`?` } : {}),
        value: entry,
      });
    }
  },
);

export const generic = section("Generic", {
  defaults: {
    Address: "0.0.0.0",
    MinResyncPeriod: "12h0m0s",
    ClientConnection: { contentType: "application/vnd.kubernetes.protobuf", qps: 20, burst: 30 },
    ControllerStartInterval: "0s",
    LeaderElection: {
      ...leaderElectionDefaults,
      resourceName: "kube-controller-manager",
      resourceNamespace: "kube-system",
    },
    Controllers: ["*"],
    Debugging: { enableProfiling: true },
  },
  rules: [
    knownControllers,
    ...within(
      clientConnectionRules.map(asWarnings),
      ({ ClientConnection }: GenericControllerManagerConfiguration, place, visit) =>
        visit.maybe(ClientConnection, place.at("ClientConnection")),
    ),
    ...within(leaderElectionRules, ({ LeaderElection }: GenericControllerManagerConfiguration, place, visit) =>
      visit.maybe(LeaderElection, place.at("LeaderElection")),
    ),
  ],
});

const noClouds = rule<KubeCloudSharedConfiguration>(
  {
    id: "controller-manager/cloud-provider",
    severity: "error",
    cause: "unsupported",
    summary: "the name of `CloudProvider` is external or empty, and `CIDRAllocatorType` is RangeAllocator",
  },
  ({ CloudProvider: { Name: name = "" } = {}, CIDRAllocatorType: allocator = "" }, place, visit) => {
    if (!visit.reaches("1.31")) return;
    if (name !== "" && name !== "external") {
      const message = `must be "external" or empty: since 1.31, no cloud provider is built in; got "${name}"`;
      place.at("CloudProvider", "Name").say(message, { value: name });
    }
    if (allocator !== "" && allocator !== "RangeAllocator") {
      const message = `must be "RangeAllocator": since 1.31, no cloud provider is built in; got "${allocator}"`;
      place.at("CIDRAllocatorType").say(message, { value: allocator });
    }
  },
);

export const kubeCloudShared = section("KubeCloudShared", {
  defaults: (context) => ({
    RouteReconciliationPeriod: "10s",
    ClusterName: "kubernetes",
    CIDRAllocatorType: "RangeAllocator",
    ConfigureCloudRoutes: true,
    NodeSyncPeriod: "0s",
    ...(context.reaches("1.37") ? {} : { NodeMonitorPeriod: "5s" }),
  }),
  rules: [noClouds],
});
