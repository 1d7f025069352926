/**
 * Priority: sets the priority of their class on pods and pod groups, and allows only one default class.
 *
 * @module
 */
import type { PodSpec } from "../../api/types/core-v1.ts";
import type { PriorityClass } from "../../api/types/scheduling-v1.ts";
import { keepPriority } from "../../kinds/core/default-admission.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { type AdmissionPlugin, createdObject, lookUp, type PluginParts, refused, writtenObject } from "./plugin.ts";

type Prioritized = Pick<PodSpec, "priorityClassName" | "priority" | "preemptionPolicy">;

interface Subject {
  spec?: Prioritized;
}

const scheduling = "scheduling.<domain>";

/** The pod group resources, with the noun that messages use for each. */
const groupNouns: ReadonlyMap<string, string> = new Map([
  ["podgroups", "pod group"],
  ["compositepodgroups", "composite pod group"],
]);

export function priority({ store, isEnabled }: PluginParts): AdmissionPlugin {
  const classes = () => store(scheduling, "priorityclasses");
  return {
    async mutate(attempt) {
      const pod = writtenObject<Subject>(attempt, "", "pods");
      if (pod && attempt.oldObject) keepPriority(pod, attempt.oldObject);
      else if (pod) await prioritizePod(attempt, pod, classes());
      const noun = groupNouns.get(attempt.resource.resource);
      const group = createdObject<Subject>(attempt, scheduling, attempt.resource.resource);
      if (noun === undefined || !group) return;
      await prioritizeGroup(attempt, group, {
        noun,
        classes: classes(),
        hasPolicy: isEnabled("PodGroupPreemptionPolicy"),
      });
    },
    async approve(attempt) {
      const wanted = writtenObject<PriorityClass>(attempt, scheduling, "priorityclasses");
      const found = wanted?.globalDefault ? defaultOf(classes()) : undefined;
      if (!found || (attempt.operation === "UPDATE" && found.metadata?.name === attempt.target.name)) return;
      const why = `PriorityClass ${found.metadata?.name} is already marked as default. Only one default can exist`;
      throw refused(attempt, why);
    },
  };
}

async function prioritizePod(
  attempt: AdmissionAttributes,
  pod: Subject,
  classes: ResourceStore | undefined,
): Promise<void> {
  pod.spec ??= {};
  const { spec } = pod;
  const found = await classOf(attempt, spec, classes);
  const { value, preemptionPolicy } = found;
  if (spec.priority !== undefined && spec.priority !== value) {
    const why = `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;
    throw refused(attempt, why);
  }
  applyPreemptionPolicy(attempt, spec, { preemptionPolicy, noun: "pod" });
  applyClass(spec, found);
}

interface GroupParts {
  readonly noun: string;
  readonly classes: ResourceStore | undefined;
  readonly hasPolicy: boolean;
}

async function prioritizeGroup(
  attempt: AdmissionAttributes,
  group: Subject,
  { noun, classes, hasPolicy }: GroupParts,
): Promise<void> {
  group.spec ??= {};
  const { spec } = group;
  const found = await classOf(attempt, spec, classes);
  const { value, preemptionPolicy } = found;
  if (spec.priority !== undefined && spec.priority !== value) {
    const why = `priority set in the ${noun} (${spec.priority}) must match the priority computed (${value}) based on the priority class set in the spec`;
    throw refused(attempt, why);
  }
  if (hasPolicy) applyPreemptionPolicy(attempt, spec, { preemptionPolicy, noun });
  applyClass(spec, found);
}

interface FoundClass {
  readonly name: string;
  readonly value: number;
  readonly preemptionPolicy: Prioritized["preemptionPolicy"] | undefined;
}

function applyClass(spec: Prioritized, { name, value }: FoundClass): void {
  spec.priority = value;
  if (name !== "") spec.priorityClassName = name;
}

interface Policy {
  readonly preemptionPolicy: Prioritized["preemptionPolicy"] | undefined;
  readonly noun: string;
}

function applyPreemptionPolicy(
  attempt: AdmissionAttributes,
  spec: Prioritized,
  { preemptionPolicy, noun }: Policy,
): void {
  if (preemptionPolicy === undefined) return;
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== preemptionPolicy) {
    const why = `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in ${noun} spec; priority admission controller computed ${preemptionPolicy} from the given PriorityClass name`;
    throw refused(attempt, why);
  }
  spec.preemptionPolicy = preemptionPolicy;
}

async function classOf(
  attempt: AdmissionAttributes,
  { priorityClassName: name = "" }: Prioritized,
  classes: ResourceStore | undefined,
): Promise<FoundClass> {
  const found = name === "" ? defaultOf(classes) : await lookUp<PriorityClass>(classes, name);
  if (!found && name !== "") throw refused(attempt, `no PriorityClass with name ${name} was found`);
  if (!found) return { name, value: 0, preemptionPolicy: "PreemptLowerPriority" };
  return { name: found.metadata?.name ?? "", value: found.value ?? 0, preemptionPolicy: found.preemptionPolicy };
}

/**
 * Returns the default class. If several exist, because they were created at the same time, returns the one with the
 * lowest value.
 */
function defaultOf(classes: ResourceStore | undefined): PriorityClass | undefined {
  const defaults = ((classes?.cached() ?? []) as readonly PriorityClass[]).filter(({ globalDefault }) => globalDefault);
  return defaults.reduce<PriorityClass | undefined>(
    (lowest, each) => (lowest && (lowest.value ?? 0) <= (each.value ?? 0) ? lowest : each),
    undefined,
  );
}
