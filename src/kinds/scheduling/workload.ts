/**
 * scheduling.k8s.io/v1beta1 Workload: templates of pod groups that belong to the same workload.
 *
 * @module
 */
import type { PodGroupTemplate, TypedLocalObjectReference, Workload } from "../../api/types/scheduling-v1beta1.ts";
import { formatJson } from "../../json/format-json.ts";
import type { RuleContext } from "../../rule/context.ts";
import { type Demand, required, text, unionText, unlessEmpty, whenSet } from "../../rule/demand.ts";
import { atMost } from "../../rule/list-demands.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validatePathSegmentName } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { checkGroupUpdate, checkImmutableFields } from "./group-updates.ts";
import { groupRules, longName, type PlacedGroup, type SchedulingGroup, shortName } from "./pod-group-template.ts";

interface GroupTemplate extends SchedulingGroup, Pick<PodGroupTemplate, "name"> {}

/** An object with templates: a workload, or the template of a composite pod group. */
interface Templates {
  podGroupTemplates?: GroupTemplate[] | null;
  compositePodGroupTemplates?: CompositeTemplate[];
}

interface CompositeTemplate extends GroupTemplate, Templates {}

interface Spec extends Templates {
  controllerRef?: TypedLocalObjectReference;
  /** The name of `podGroupTemplates` in v1alpha1. */
  podGroups?: GroupTemplate[];
}

const maxTemplates = 8;
const maxDepth = 4;

const pathSegment = text(validatePathSegmentName);
const checkController: Demand<TypedLocalObjectReference> = ({ apiGroup, kind, name }, place) => {
  unlessEmpty(apiGroup, place.at("apiGroup"), longName);
  required(kind, place.at("kind"), pathSegment);
  required(name, place.at("name"), pathSegment);
};

/** A template in the tree of templates, with its place. */
interface PlacedTemplate extends PlacedGroup {
  readonly group: CompositeTemplate;
  readonly place: Place<CompositeTemplate>;
}

/** Returns the lists of templates in a workload or a template, with their places. */
function listsOf(holder: Spec, place: Place<Spec>, version: string) {
  const leaves = version === "v1alpha1" ? "podGroups" : "podGroupTemplates";
  return [
    { list: holder[leaves] as CompositeTemplate[] | null | undefined, place: place.at(leaves), isComposite: false },
    {
      list: holder.compositePodGroupTemplates,
      place: place.at("compositePodGroupTemplates"),
      isComposite: true,
    },
  ] as const;
}

/** Returns all templates, each before those inside of it. */
function templatesOf(holder: Spec, place: Place<Spec>, version: string): readonly PlacedTemplate[] {
  return listsOf(holder, place, version).flatMap(({ list, place: at, isComposite }) =>
    (list ?? []).flatMap((group, index) => {
      const own = at.along<CompositeTemplate>([index]);
      return [{ group, place: own, isComposite }, ...(isComposite ? templatesOf(group, own, version) : [])];
    }),
  );
}

const controller = rule<Workload>(
  {
    id: "scheduling-workload/controller",
    severity: "error",
    summary: "`controllerRef` has a kind and a name",
  },
  ({ spec }, place) => whenSet(spec?.controllerRef, place.at("spec", "controllerRef"), checkController),
);

const templates = rule<Workload>(
  {
    id: "scheduling-workload/templates",
    severity: "error",
    summary: "a workload has templates with unique names",
  },
  ({ spec = {} }, place, visit) => {
    const at = place.at("spec");
    checkUnion(spec, at, visit.version);
    checkLists(spec, at, visit);
    const all = templatesOf(spec, at, visit.version);
    for (const { group, place: own } of all) required(group.name, own.at("name"), shortName);
    checkNames(all);
    checkPriorities(all);
  },
);

/**
 * Requires templates of pod groups or of composite pod groups, but not both. Releases without composite pod groups
 * require the former.
 */
function checkUnion(spec: Spec, place: Place<Spec>, version: string): void {
  const lists = listsOf(spec, place, version);
  const [leaves] = lists;
  const set = lists.filter(({ list }) => list?.length).map(({ place: at }) => at.key);
  if (set.length === 1) return;
  const serverText = unionText(set, ["podGroupTemplates", "compositePodGroupTemplates"]);
  if (set.length > 1) {
    place.say("must have one of `podGroupTemplates` and `compositePodGroupTemplates`; got both", { serverText });
    return;
  }
  const words = { field: place.path, serverText, cause: "invalid" } as const;
  leaves.place.required(`\`${leaves.place.key}\` must have at least one template`, words);
}

function checkLists(holder: Spec, place: Place<Spec>, context: RuleContext, depth = 1): void {
  for (const { list: given, place: at, isComposite } of listsOf(holder, place, context.version)) {
    const list = given ?? [];
    atMost(maxTemplates, list, at);
    if (!isComposite) continue;
    if (list.length > 0 && depth >= maxDepth) {
      const [spec = "", lists = "", root = 0] = at.path;
      const serverText = `maximum template hierarchy depth is ${maxDepth}`;
      at.say(`must have at most ${maxDepth} levels`, { field: [spec, lists, root], serverText });
    }
    for (const [index, group] of list.entries()) {
      if (!group.podGroupTemplates?.length && !group.compositePodGroupTemplates?.length) {
        const serverText = `${quoteGo(group.name ?? "")}: must have at least one child PodGroupTemplate or CompositePodGroupTemplate`;
        at.at(index).say("must have a template in `podGroupTemplates` or `compositePodGroupTemplates`", { serverText });
      }
      checkLists(group, at.at(index), context, depth + 1);
    }
  }
}

function checkNames(all: readonly PlacedTemplate[]): void {
  const firstByName = new Map<string, Place>();
  for (const { group, place } of all) {
    const name = group.name ?? "";
    if (name === "") continue;
    const first = firstByName.get(name);
    if (!first) {
      firstByName.set(name, place);
      continue;
    }
    // If both are in the same list, kube-apiserver's error shows the whole second template.
    const isOneList = listOf(place) === listOf(first);
    const words = isOneList ? { field: place.path, serverText: formatJson(group) } : {};
    place.at("name").duplicate(`must be unique in the workload; got ${name} again`, first.along(["name"]), words);
  }
}

const listOf = (template: Place): string => template.path.slice(0, -1).join("/");

function checkPriorities([first, ...others]: readonly PlacedTemplate[]): void {
  if (!first) return;
  const { priorityClassName = "", priority } = first.group;
  const different = others.filter(
    ({ group }) => (group.priorityClassName ?? "") !== priorityClassName || group.priority !== priority,
  );
  const [, list, , inner] = different[0]?.place.path ?? [];
  const serverText =
    list === "podGroupTemplates" && inner === undefined
      ? "null: detected multiple priority configurations"
      : "null: all priority and priorityClassName values must be identical, detected multiple values";
  const see = first.place.note("the first template");
  for (const { group, place } of different) {
    const field = group.priority === priority ? "priorityClassName" : "priority";
    place
      .at(field)
      .say(`\`${field}\` must be the same in all templates of the workload`, { see, field: ["spec"], serverText });
  }
}

const fixed = rule<Workload>(
  {
    id: "scheduling-workload/immutable",
    severity: "error",
    summary: "the spec of a Workload is immutable, except the minimum counts of its gangs",
  },
  ({ spec = {} }, place, { oldObject, version }) => {
    if (oldObject === undefined) return;
    const { spec: stored = {} } = oldObject;
    const at = place.at("spec");
    checkImmutableFields(spec, stored, at, ["controllerRef"]);
    checkTemplateUpdates(spec, stored, at, version);
  },
);

/** Validates updates of templates, which are matched by name, so their order may change. */
function checkTemplateUpdates(now: Spec, stored: Spec, place: Place<Spec>, version: string): void {
  const before = listsOf(stored, place, version);
  for (const [number, { list, place: at, isComposite }] of listsOf(now, place, version).entries()) {
    const templates = list ?? [];
    const known = new Map((before[number]?.list ?? []).map((template) => [template.name ?? "", template]));
    const names = new Set(templates.map(({ name = "" }) => name));
    const isLost = [...known.keys()].some((name) => !names.has(name));
    const added = templates.flatMap(({ name = "" }, index) => (known.has(name) ? [] : [index]));
    const hides = at.path;
    if (isLost) at.forbidden("must keep its templates", { serverText: "item may not be removed", hides });
    for (const index of added) {
      at.at(index).forbidden("must not be added", { serverText: "item may not be added", hides });
    }
    if (isLost || added.length > 0) continue;
    for (const [index, template] of templates.entries()) {
      const same = known.get(template.name ?? "") ?? {};
      checkGroupUpdate(template, same, at.at(index));
      if (isComposite) checkTemplateUpdates(template, same, at.at(index), version);
    }
  }
}

export const workload = kind("scheduling/v1beta1.Workload", {
  rules: [
    ...groupRules<Workload>(({ spec = {} }, place, { version }) => templatesOf(spec, place.at("spec"), version)),
    controller,
    templates,
    fixed,
  ],
});
