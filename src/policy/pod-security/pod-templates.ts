/**
 * Paths of the pod templates in workloads, for the Pod Security Standards.
 *
 * @module
 */

/** By group and plural name of the resource. */
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
