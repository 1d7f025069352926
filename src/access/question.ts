/**
 * A question as people put it (`get deployments.apps/scale`, `get /healthz`) made into the attributes of a request.
 *
 * @module
 */
import { builtInResources } from "../kinds/rbac/built-in-resources.ts";
import { closest } from "../text/closest.ts";
import type { AccessAttributes } from "./request.ts";
import { everything } from "./rule-match.ts";

/** The rest of the question, apart from verb and resource. */
export interface QuestionOptions {
  /** Of the object; default: no name. */
  readonly name?: string;
  /** Default: cluster-wide. */
  readonly namespace?: string;
  readonly groupDomain: string;
  /** The resources of the cluster that is asked; default: those that every cluster has. */
  readonly served?: readonly ServedResource[];
}

/** A resource of a cluster. */
export interface ServedResource {
  readonly plural: string;
  readonly group: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Singular and short names. */
  readonly names: readonly string[];
}

/** The request that is meant, and what was taken in another way than it may seem. */
export interface Question {
  readonly attributes: AccessAttributes;
  readonly notes: readonly string[];
}

/**
 * @param what - a path, or RESOURCE, RESOURCE.GROUP, each with /SUBRESOURCE; resources of the API server itself need no
 *   group, and may be given by kind or short name; `*` is every resource of every group
 */
export function parseQuestion(verb: string, what: string, options: QuestionOptions): Question {
  if (what.startsWith("/")) return { attributes: { kind: "url", verb, path: what }, notes: [] };
  const slash = what.indexOf("/");
  const subresource = slash < 0 ? "" : what.slice(slash + 1);
  const { resource, group, isNamespaced, notes } = findResource(slash < 0 ? what : what.slice(0, slash), options);
  const { name = "", namespace = "" } = options;
  const isMisplaced = namespace !== "" && isNamespaced === false;
  return {
    attributes: {
      kind: "resource",
      verb,
      group,
      version: "",
      resource,
      subresource,
      name,
      namespace: isMisplaced ? "" : namespace,
    },
    notes: isMisplaced ? [...notes, `${resource} have no namespace: "${namespace}" is ignored`] : notes,
  };
}

interface FoundResource {
  readonly resource: string;
  readonly group: string;
  /** Undefined for resources that are not the API server's own. */
  readonly isNamespaced?: boolean;
  readonly notes: readonly string[];
}

function findResource(text: string, { groupDomain, served }: QuestionOptions): FoundResource {
  if (text === everything) return { resource: everything, group: everything, notes: [] };
  const own = served && servedAs(text, served);
  if (own) return { resource: own.plural, group: own.group, isNamespaced: own.isNamespaced, notes: [] };
  const found = findBuiltIn(text, groupDomain);
  // Some exist in access rules only, such as `users`.
  if (served === undefined || found.isNamespaced !== undefined || text.startsWith(`${everything}.`)) return found;
  const meant = closest(text, served.map(nameOf));
  return { ...found, notes: [`the cluster has no resource "${text}"${meant ? `; did you mean ${meant}?` : ""}`] };
}

const nameOf = ({ plural, group }: ServedResource): string => (group === "" ? plural : `${plural}.${group}`);

/** By any of its names, which a group may follow; without one the core group comes first, as kubectl has it. */
function servedAs(text: string, served: readonly ServedResource[]): ServedResource | undefined {
  const wanted = text.toLowerCase();
  const candidates = served.filter(({ plural, kind, names, group }) =>
    [plural, kind, ...names].some((name) => [name, `${name}.${group}`].some((each) => each.toLowerCase() === wanted)),
  );
  return candidates.find(({ group }) => group === "") ?? candidates[0];
}

function findBuiltIn(text: string, groupDomain: string): FoundResource {
  const builtIn = builtInResources(groupDomain);
  const dot = text.indexOf(".");
  if (dot >= 0) {
    const [plural, group] = [text.slice(0, dot), text.slice(dot + 1)];
    const known = builtIn.named(plural).find((each) => each.group === group);
    if (known) return { resource: plural, group, isNamespaced: known.isNamespaced, notes: [] };
    const meant = builtIn.meantBy(plural, [group]) ?? closest(plural, builtIn.pluralsOf([group]));
    const hint = meant ? `; did you mean ${meant}.${group}?` : "";
    const isOdd = builtIn.hasGroup(group) && plural !== everything;
    return { resource: plural, group, notes: isOdd ? [`group "${group}" has no resource "${plural}"${hint}`] : [] };
  }
  const plural = builtIn.named(text).length > 0 ? text : (builtIn.meantBy(text, [everything]) ?? text);
  const candidates = builtIn.named(plural);
  const found = candidates.find(({ group }) => group === "") ?? candidates[0];
  if (found) return { resource: plural, group: found.group, isNamespaced: found.isNamespaced, notes: [] };
  const near = closest(text, builtIn.pluralsOf([everything]));
  const hint = near ? `did you mean ${near}?` : "write RESOURCE.GROUP for resources of another group";
  return { resource: text, group: "", notes: [`the core group has no resource "${text}"; ${hint}`] };
}

/** `get deployments.apps/scale "web" in namespace prod`, `get /healthz`. */
export function describeRequest(attributes: AccessAttributes): string {
  const what = describeWhat(attributes);
  if (attributes.kind === "url") return what;
  return `${what} ${attributes.namespace === "" ? "cluster-wide" : `in namespace ${attributes.namespace}`}`;
}

/** The same without the place. */
export function describeWhat(attributes: AccessAttributes): string {
  if (attributes.kind === "url") return `${attributes.verb} ${attributes.path}`;
  const { verb, group, name } = attributes;
  const suffix = group === "" || group === everything ? "" : `.${group}`;
  const subresource = attributes.subresource === "" ? "" : `/${attributes.subresource}`;
  return `${verb} ${attributes.resource}${suffix}${subresource}${name === "" ? "" : ` "${name}"`}`;
}
