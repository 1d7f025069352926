/**
 * The order of API groups in discovery, and of the versions of each group: the priorities that kube-apiserver specifies
 * in the APIServices of its own groups.
 *
 * @module
 */

/** Higher ones come first. */
export interface Priorities {
  readonly groupPriority: number;
  readonly versionPriority: number;
}

/** The priorities of groups that CustomResourceDefinitions define. */
export const customGroupPriorities: Priorities = { groupPriority: 1000, versionPriority: 100 };

/** The first segment of the group's name, its priority, and the priorities of its versions. */
const rows: readonly (readonly [group: string, priority: number, versions: Readonly<Record<string, number>>])[] = [
  ["", 18_000, { v1: 1 }],
  ["apps", 17_800, { v1: 15 }],
  ["events", 17_750, { v1: 15, v1beta1: 5 }],
  ["authentication", 17_700, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  ["authorization", 17_600, { v1: 15 }],
  ["autoscaling", 17_500, { v2: 30, v1: 15, v2beta1: 9, v2beta2: 1 }],
  ["batch", 17_400, { v1: 15, v1beta1: 9, v2alpha1: 9 }],
  ["certificates", 17_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  ["networking", 17_200, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  ["policy", 17_100, { v1: 15, v1beta1: 9 }],
  ["rbac", 17_000, { v1: 15 }],
  ["storage", 16_800, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  ["admissionregistration", 16_700, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  ["apiextensions", 16_700, { v1: 15 }],
  ["scheduling", 16_600, { v1: 15, v1beta1: 9, v1alpha3: 3 }],
  ["coordination", 16_500, { v1: 15, v1beta1: 13, v1alpha2: 12 }],
  ["node", 16_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  ["discovery", 16_200, { v1: 15, v1beta1: 12 }],
  ["resource", 16_200, { v1: 21, v1beta2: 15, v1beta1: 9, v1alpha3: 1, v1alpha2: 1 }],
  ["flowcontrol", 16_100, { v1: 21, v1beta3: 18, v1beta2: 15, v1beta1: 12, v1alpha1: 9 }],
  ["internal", 16_000, { v1alpha1: 9 }],
  ["storagemigration", 15_800, { v1: 15, v1beta1: 9 }],
  ["lifecycle", 15_700, { v1alpha1: 1 }],
];

const prioritiesByGroupVersion = new Map(
  rows.flatMap(([group, groupPriority, versions]) =>
    Object.entries(versions).map(([version, versionPriority]) => [
      `${group}/${version}`,
      { groupPriority, versionPriority },
    ]),
  ),
);

/**
 * The priorities of a group that the server serves itself, whatever its domain; undefined if the group has no
 * APIService.
 */
export const prioritiesOf = (group: string, version: string): Priorities | undefined =>
  prioritiesByGroupVersion.get(`${group.split(".")[0]}/${version}`);
