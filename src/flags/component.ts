/**
 * The components whose command lines clustervet vets, and the type of their rows in the flag table.
 *
 * @module
 */
export const components = [
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "kubelet",
  "kube-proxy",
] as const;

export type Component = (typeof components)[number];

/** Returns the component if a path ends with the name of its program. */
export function componentOfProgram(path: string): Component | undefined {
  const start = path.lastIndexOf("/") + 1;
  if (!path.startsWith(prefix, start)) return undefined;
  const name = path.slice(start);
  return isComponent(name) ? name : undefined;
}

/** The common prefix of all components: a quick check that rejects most words. */
const prefix = "kube";

const names: ReadonlySet<string> = new Set(components);
const isComponent = (name: string): name is Component => names.has(name);

/** A flag in the table. */
export interface FlagRow {
  /** The type of the value, as the component names it in its help. */
  readonly type: string;
  /** The default in the newest release, as the component prints it; absent for zero values and empty ones. */
  readonly default?: string;
  /** First release that has the flag, if that is not the oldest known one, and first release without it. */
  readonly since?: string;
  readonly until?: string;
  /** First known release that warns at startup that the flag will be removed. */
  readonly deprecated?: string;
}
