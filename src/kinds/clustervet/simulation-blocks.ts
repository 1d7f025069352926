/**
 * Blocks of a VetSuite that simulate components: rollouts of DaemonSets, and credentials for images.
 *
 * @module
 */
import { flag, int32, list, raw, stringMap, struct, text } from "../../schema/fields.ts";

const caseName = text({ description: "Name of the case, unique in the suite.", "x-required": true });

export const rollout = struct({
  nodes: list(text(), {
    description: "Files, directories and patterns with the nodes, from the directory of the suite.",
  }),
  cases: list(
    struct({
      name: caseName,
      daemonSet: raw({
        description:
          "The DaemonSet as it will be: a map, or the path of a file with it from the directory of the suite.",
        "x-required": true,
      }),
      pods: list(text(), {
        description: "Files with the pods that run; by default each node has an old pod that is available.",
      }),
      revision: text({ description: "`controller-revision-hash` of pods that have the new template already." }),
      readyAfter: text({ description: "Time from the creation of a pod until it is ready; by default 10s." }),
      goneAfter: text({ description: "Time from the deletion of a pod until it is gone; by default 5s." }),
      expect: struct({
        complete: flag({ description: "Whether every pod becomes new and available.", "x-pointer": true }),
        maxUnavailable: int32({
          description: "The maximum number of nodes without an available pod, at any time.",
          "x-pointer": true,
        }),
        maxDuration: text({ description: "The maximum duration of the rollout: `5m`." }),
        nodes: int32({ description: "The number of nodes that should have a pod.", "x-pointer": true }),
        excluded: list(text(), { description: "All nodes that get no pod, in any order." }),
        blocking: list(text(), { description: "All nodes that hold the rollout up, in any order." }),
      }),
    }),
    { "x-required": true },
  ),
});

export const imageCredentials = struct({
  config: text({ description: "Path of the CredentialProviderConfig, from the directory of the suite." }),
  inline: raw({ description: "The CredentialProviderConfig itself; `apiVersion` and `kind` are optional." }),
  cases: list(
    struct({
      name: caseName,
      image: text({ description: "The image as a pod names it.", "x-required": true }),
      expect: struct({
        providers: list(text(), {
          description: "All providers that the kubelet runs for the image, in order; `[]` for none.",
        }),
        cacheKeys: stringMap({
          description: "Keys under which the kubelet keeps answers, by `cacheKeyType`: `Image`, `Registry`, `Global`.",
        }),
      }),
    }),
    { "x-required": true },
  ),
});
