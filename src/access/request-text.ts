/**
 * Turns a question as users write it (`get deployments.apps/scale`, `get /healthz`) into the attributes of a request.
 *
 * @module
 */
import { builtInResources } from "../kinds/rbac/built-in-resources.ts";
import { guessVerb } from "../kinds/rbac/policy-rule-reach.ts";
import { closest } from "../text/closest.ts";
import type { AccessAttributes } from "./request.ts";
import { everything } from "./rule-match.ts";

/** The parts of the question other than verb and resource. */
export interface RequestTextOptions {
  /** The name of the object; default: no name. */
  readonly name?: string;
  /** Default: cluster-wide. */
  readonly namespace?: string;
  readonly groupDomain: string;
  /** The resources of the cluster; default: the built-in resources. */
  readonly served?: readonly ServedResource[];
}

/** A resource that a cluster serves. */
export interface ServedResource {
  readonly plural: string;
  readonly group: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Singular and short names. */
  readonly names: readonly string[];
}

/** The attributes of the request, and notes about parts of the question that clustervet ignored or could not find. */
export interface ParsedRequest {
  readonly attributes: AccessAttributes;
  readonly notes: readonly string[];
}

/**
 * @param what - a path, or RESOURCE or RESOURCE.GROUP, each optionally with /SUBRESOURCE. Built-in resources need no
 *   group and may be given by kind or short name. `*` means every resource of every group.
 */
export function parseRequestText(verb: string, what: string, options: RequestTextOptions): ParsedRequest {
  const verbNotes = notesOnVerb(verb, what.startsWith("/"));
  if (what.startsWith("/")) return { attributes: { kind: "url", verb, path: what }, notes: verbNotes };
  const slash = what.indexOf("/");
  const subresource = slash < 0 ? "" : what.slice(slash + 1);
  const { resource, group, isNamespaced, ...found } = findResource(slash < 0 ? what : what.slice(0, slash), options);
  const notes = [...verbNotes, ...found.notes];
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

function notesOnVerb(verb: string, aboutUrls: boolean): readonly string[] {
  const meant = guessVerb(verb, aboutUrls);
  if (meant === undefined) return [];
  return [`no request ${aboutUrls ? "to a URL " : ""}has the verb "${verb}"${meant ? `; did you mean ${meant}?` : ""}`];
}

interface FoundResource {
  readonly resource: string;
  readonly group: string;
  /** Undefined for resources that are not built in. */
  readonly isNamespaced?: boolean;
  readonly notes: readonly string[];
}

function findResource(text: string, { groupDomain, served }: RequestTextOptions): FoundResource {
  if (text === everything) return { resource: everything, group: everything, notes: [] };
  const own = served && findServedResource(text, served);
  if (own) return { resource: own.plural, group: own.group, isNamespaced: own.isNamespaced, notes: [] };
  const found = findBuiltIn(text, groupDomain);
  // Some resources, such as `users`, exist in access rules only.
  if (served === undefined || found.isNamespaced !== undefined || text.startsWith(`${everything}.`)) return found;
  const meant = closest(text, served.map(nameOf));
  return { ...found, notes: [`the cluster has no resource "${text}"${meant ? `; did you mean ${meant}?` : ""}`] };
}

const nameOf = ({ plural, group }: ServedResource): string => (group === "" ? plural : `${plural}.${group}`);

/**
 * Finds a resource by any of its names, with or without a group. Without a group the core group takes precedence, as in
 * kubectl.
 */
function findServedResource(text: string, served: readonly ServedResource[]): ServedResource | undefined {
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
    const known = builtIn.findByPlural(plural).find((each) => each.group === group);
    if (known) return { resource: plural, group, isNamespaced: known.isNamespaced, notes: [] };
    const meant = builtIn.guessPlural(plural, [group]) ?? closest(plural, builtIn.pluralsOf([group]));
    const hint = meant ? `; did you mean ${meant}.${group}?` : "";
    const isUnknownResource = builtIn.hasGroup(group) && plural !== everything;
    return {
      resource: plural,
      group,
      notes: isUnknownResource ? [`group "${group}" has no resource "${plural}"${hint}`] : [],
    };
  }
  const plural = builtIn.findByPlural(text).length > 0 ? text : (builtIn.guessPlural(text, [everything]) ?? text);
  const candidates = builtIn.findByPlural(plural);
  const found = candidates.find(({ group }) => group === "") ?? candidates[0];
  if (found) return { resource: plural, group: found.group, isNamespaced: found.isNamespaced, notes: [] };
  const near = closest(text, builtIn.pluralsOf([everything]));
  const hint = near ? `did you mean ${near}?` : "write RESOURCE.GROUP for resources of another group";
  return { resource: text, group: "", notes: [`the core group has no resource "${text}"; ${hint}`] };
}

/** Describes a request: `get deployments.apps/scale "web" in namespace prod`, `get /healthz`. */
export function describeRequest(attributes: AccessAttributes): string {
  const what = describeWithoutNamespace(attributes);
  if (attributes.kind === "url") return what;
  return `${what} ${attributes.namespace === "" ? "cluster-wide" : `in namespace ${attributes.namespace}`}`;
}

/** Describes a request without its namespace. */
export function describeWithoutNamespace(attributes: AccessAttributes): string {
  if (attributes.kind === "url") return `${attributes.verb} ${attributes.path}`;
  const { verb, group, name } = attributes;
  const suffix = group === "" || group === everything ? "" : `.${group}`;
  const subresource = attributes.subresource === "" ? "" : `/${attributes.subresource}`;
  return `${verb} ${attributes.resource}${suffix}${subresource}${name === "" ? "" : ` "${name}"`}`;
}
