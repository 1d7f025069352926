/**
 * Sections that concern the controller manager as a whole, and what it shares with managers of clouds.
 *
 * @module
 */
import { closest } from "../../lexical/closest.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { duration, field, flag, int32, list, type Static, struct, text } from "../../schema/fields.ts";
import { clientConnection, clientConnectionRules } from "../component/client-connection.ts";
import { debugging } from "../component/debugging.ts";
import { leaderElection, leaderElectionDefaults, leaderElectionRules } from "../component/leader-election.ts";
import { controllerNames } from "./controller-names.ts";
import { leaderMigration } from "./leader-migration-configuration.ts";
import { section } from "./section.ts";

/** The controller manager starts, and then none of its requests is let through. */
const advised = <T>(given: Rule<T>): Rule<T> =>
  rule(given, (object, place, visit) => {
    const advice = place.changing((finding) => ({ ...finding, severity: "warning" }));
    given.run(object, advice, visit);
  });

const genericFields = {
  Port: int32({ description: "Port without TLS; of no effect today." }),
  Address: text({ description: "Address to serve on." }),
  MinResyncPeriod: duration({ description: "Shortest time between two full looks; up to twice as long in fact." }),
  ClientConnection: field(clientConnection, { description: "How it talks to the API server." }),
  ControllerStartInterval: duration({ description: "Time between the starts of two controllers." }),
  LeaderElection: field(leaderElection, { description: "How instances agree on the one that works." }),
  Controllers: list(text(), {
    description: "Controllers that run: `*` for all that run by default, `name` to add, `-name` to leave out.",
  }),
  Debugging: field(debugging, { description: "Profiling." }),
  LeaderMigrationEnabled: flag({ description: "Whether leases are handed over between managers." }),
  LeaderMigration: field(leaderMigration, { description: "Which controllers are handed over." }),
};
const genericShape = struct(genericFields);
type Generic = Static<typeof genericShape>;

const knownControllers = rule<Generic>(
  {
    id: "controller-manager/controllers",
    severity: "error",
    summary: "a listed controller is one that the controller manager has",
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

export const generic = section({
  name: "GenericControllerManagerConfiguration",
  description: "What concerns all controllers.",
  fields: genericFields,
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
    ...within(clientConnectionRules.map(advised), ({ ClientConnection }: Generic, place, visit) =>
      visit.maybe(ClientConnection, place.at("ClientConnection")),
    ),
    ...within(leaderElectionRules, ({ LeaderElection }: Generic, place, visit) =>
      visit.maybe(LeaderElection, place.at("LeaderElection")),
    ),
  ],
});

const sharedFields = {
  CloudProvider: struct(
    {
      Name: text({ description: "external, or empty for none." }),
      CloudConfigFile: text({ description: "Path of the provider's settings." }),
    },
    { description: "The cloud." },
  ),
  ExternalCloudVolumePlugin: text({ description: "The cloud of in-tree volume plugins; of no effect today." }),
  UseServiceAccountCredentials: flag({ description: "Each controller uses a service account of its own." }),
  AllowUntaggedCloud: flag({ description: "Run without cluster tags in the cloud." }),
  RouteReconciliationPeriod: duration({ description: "Time between two looks at the cloud's routes." }),
  NodeMonitorPeriod: duration({ description: "Time between two looks at the nodes.", "x-until": "1.37" }),
  ClusterName: text({ description: "Prefix of the instances of the cluster." }),
  ClusterCIDR: text({ description: "Range of pod addresses." }),
  AllocateNodeCIDRs: flag({ description: "Hand out ranges of pod addresses to nodes." }),
  CIDRAllocatorType: text({ description: "Who hands them out: RangeAllocator." }),
  ConfigureCloudRoutes: flag({ description: "Make routes to these ranges in the cloud.", "x-pointer": true }),
  NodeSyncPeriod: duration({ description: "Time between two looks at the cloud's nodes; of no effect." }),
};
const sharedShape = struct(sharedFields);

const noClouds = rule<Static<typeof sharedShape>>(
  {
    id: "controller-manager/cloud-provider",
    severity: "error",
    cause: "unsupported",
    summary: "`cloudProvider` is external or empty, and with external the CIDR allocator is RangeAllocator",
  },
  ({ CloudProvider: { Name: name = "" } = {}, CIDRAllocatorType: allocator = "" }, place, visit) => {
    if (!visit.reaches("1.31")) return;
    if (name !== "" && name !== "external") {
      const message = `must be "external" or empty, no cloud is built in since 1.31; got "${name}"`;
      place.at("CloudProvider", "Name").say(message, { value: name });
    }
    if (allocator !== "" && allocator !== "RangeAllocator") {
      const message = `must be "RangeAllocator", no cloud is built in since 1.31; got "${allocator}"`;
      place.at("CIDRAllocatorType").say(message, { value: allocator });
    }
  },
);

export const kubeCloudShared = section({
  name: "KubeCloudSharedConfiguration",
  description: "What concerns managers of clusters and of clouds alike.",
  fields: sharedFields,
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
