/**
 * The components whose command lines are vetted, and how the table of flags has theirs.
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

/** The component whose program a path ends in. */
export function componentOfProgram(path: string): Component | undefined {
  const start = path.lastIndexOf("/") + 1;
  if (!path.startsWith(prefix, start)) return undefined;
  const name = path.slice(start);
  return isComponent(name) ? name : undefined;
}

/** Of all of them: of most words no more is looked at. */
const prefix = "kube";

const names: ReadonlySet<string> = new Set(components);
const isComponent = (name: string): name is Component => names.has(name);

/** A flag in the table. */
export interface FlagRow {
  /** As the component itself calls the type of the value. */
  readonly type: string;
  /** The default in the newest release, as the component prints it; absent for zero and nothing. */
  readonly default?: string;
  /** First release that has it, where that is not the oldest known, and first that no longer does. */
  readonly since?: string;
  readonly until?: string;
  /** First known release that says on start that it will go. */
  readonly deprecated?: string;
}
