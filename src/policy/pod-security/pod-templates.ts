/**
 * Where workloads have their pod template, as the Pod Security Standards look for it.
 *
 * @module
 */

/** By group and plural. */
export const templatePaths: ReadonlyMap<string, readonly string[]> = new Map([
  ["/podtemplates", ["template"]],
  ["/replicationcontrollers", ["spec", "template"]],
  ["apps/daemonsets", ["spec", "template"]],
  ["apps/deployments", ["spec", "template"]],
  ["apps/replicasets", ["spec", "template"]],
  ["apps/statefulsets", ["spec", "template"]],
  ["batch/jobs", ["spec", "template"]],
  ["batch/cronjobs", ["spec", "jobTemplate", "spec", "template"]],
]);
