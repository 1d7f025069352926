/**
 * The resources of an entry of an EncryptionConfiguration: names and wildcards, and which of them cover others.
 *
 * @module
 */

import { findRepeats, firstOccurrences } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";

interface ParsedResource {
  readonly resource: string;
  readonly group: string;
}

const everything = "*";
/** Resources that kube-apiserver stores but does not serve. */
const unserved: ReadonlySet<string> = new Set([
  "apiserveripinfo",
  "serviceipallocations",
  "servicenodeportallocations",
]);

/** Faults of a single name, with corrections. Only the first fault that applies is reported. */
const nameFaults: readonly {
  readonly isTrue: (text: string, parsed: ParsedResource) => boolean;
  readonly message: string;
  readonly help: (text: string) => string;
}[] = [
  {
    isTrue: (text) => text.toLowerCase() !== text,
    message: "must be in lower case",
    help: (text) => `write \`${text.toLowerCase()}\``,
  },
  {
    isTrue: (text) => text === everything,
    message: "must name the group of the wildcard",
    help: () => "write `'*.'` for the core group, `'*.*'` for all groups",
  },
  {
    isTrue: (text) => unserved.has(text),
    message: "can't be encrypted: no API serves it",
    help: () => "remove it",
  },
  {
    isTrue: (_text, { group }) => group === "events.k8s.io",
    message: "must be `events` of the core group: events are stored there only",
    help: () => "write `events`",
  },
  {
    isTrue: (_text, { group }) => group === "extensions",
    message: "can't be encrypted: the group extensions was removed",
    help: () => "name the current group of the resource",
  },
  {
    isTrue: (_text, { group, resource }) => group === everything && resource !== everything,
    message: "must name one group: a wildcard for a resource in all groups is not supported",
    help: () => "list it with each group",
  },
];

const nameForm = rule<readonly string[]>(
  {
    id: "encryption/resource-name",
    severity: "error",
    summary: "a resource is RESOURCE, RESOURCE.GROUP or a wildcard of a group, in lower case, and can be encrypted",
  },
  (resources, place) => {
    for (const [index, text] of resources.entries()) {
      const fault = nameFaults.find(({ isTrue }) => isTrue(text, parseResource(text)));
      if (!fault) continue;
      place.at(index).say(`${fault.message}; got "${text}"`, { help: fault.help(text), value: text });
    }
  },
);

const unique = rule<readonly string[]>(
  {
    id: "encryption/resource-unique",
    severity: "error",
    cause: "duplicate",
    summary: "an entry lists a resource only once",
  },
  (resources, place) => {
    for (const { index, first } of findRepeats(resources.map(canonical))) {
      const message = `must be unique; item ${first} is the same resource`;
      place.at(index).say(message, { see: place.at(first).note("first listed here") });
    }
  },
);

const overlap = rule<readonly string[]>(
  {
    id: "encryption/resource-overlap",
    severity: "error",
    summary: "an entry does not list a resource together with a wildcard that covers it",
  },
  (resources, place) => {
    const wildcards = new Wildcards<number>();
    for (const [index, text] of resources.entries()) wildcards.add(text, index);
    for (const { index, text } of firstOccurrences([...resources])) {
      const others = wildcards
        .findCovering(text)
        .filter((other) => canonical(resources[other] ?? "") !== canonical(text));
      if (others.length === 0) continue;
      const covering = Math.min(...others);
      place.at(index).say(`overlaps with "${resources[covering]}", which covers "${text}"`, {
        help: "keep only the wildcard, or move the resource to an earlier entry",
        see: place.at(covering).note("covers it"),
        value: text,
      });
    }
  },
);

const subresource = rule<readonly string[]>(
  {
    id: "encryption/subresource",
    severity: "warning",
    summary: "an entry for a subresource has no effect: only resources are stored",
  },
  (resources, place) => {
    for (const [index, text] of resources.entries()) {
      if (!text.includes("/")) continue;
      const help = `write \`${text.replace(/\/[^.]*/, "")}\``;
      place.at(index).say(`has no effect: "${text}" is not stored separately`, { help, value: text });
    }
  },
);

/** Paths are relative to the list of resources. */
export const encryptedResourcesRules: readonly Rule<readonly string[]>[] = [nameForm, unique, overlap, subresource];

/** The position of a resource in the lists of all entries. */
interface ListedResource {
  readonly entry: number;
  readonly item: number;
  readonly text: string;
}

/**
 * Returns the resources, over all entries, that an earlier wildcard covers.
 *
 * @param entries - the resource lists in the order of the file
 */
export function maskedResources(
  entries: readonly (readonly string[])[],
): readonly (ListedResource & { readonly by: ListedResource })[] {
  const wildcards = new Wildcards<ListedResource>();
  return entries.flatMap((resources, entry) => {
    const places = resources.map((text, item): ListedResource => ({ entry, item, text }));
    const masked = places.flatMap((place) => {
      const [by] = wildcards.findCovering(place.text).sort((a, b) => a.entry - b.entry || a.item - b.item);
      return by ? [{ ...place, by }] : [];
    });
    for (const place of places) wildcards.add(place.text, place);
    return masked;
  });
}

/** Wildcards for all resources of a group, or of all groups, each with its first position. */
class Wildcards<At> {
  readonly #firstByGroup = new Map<string, At>();

  add(text: string, at: At): void {
    const { group, resource } = parseResource(text);
    if (resource === everything && !this.#firstByGroup.has(group)) this.#firstByGroup.set(group, at);
  }

  /** Returns the first wildcard for the text's group and the first one for all groups. A wildcard covers itself. */
  findCovering(text: string): At[] {
    const groups = new Set([parseResource(text).group, everything]);
    return [...groups].flatMap((group) => this.#firstByGroup.get(group) ?? []);
  }
}

function canonical(text: string): string {
  const { group, resource } = parseResource(text);
  return `${resource}.${group}`;
}

function parseResource(text: string): ParsedResource {
  const dot = text.indexOf(".");
  return dot < 0 ? { resource: text, group: "" } : { resource: text.slice(0, dot), group: text.slice(dot + 1) };
}
