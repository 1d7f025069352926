/**
 * What the API server refuses in the metadata of a new object.
 *
 * @module
 */
import { isPlainObject } from "../../json/plain-object.ts";
import { parseApiVersion } from "../../kind/detect.ts";
import {
  maskTrailingDash,
  validateDns1123Label,
  validateDns1123Subdomain,
  validatePathSegmentPrefix,
  validateQualifiedName,
} from "../../lexical/names.ts";
import { firstUnprintable } from "../../lexical/printable.ts";
import { maxUtf8BytesPerUnit, utf8Length } from "../../lexical/utf8.ts";
import type { Finding, Rule } from "../../rule/rule.ts";
import { labelFindings } from "./labels.ts";
import type { ObjectMeta } from "./object-meta.ts";
import { updateRules } from "./object-meta-update-rules.ts";

export interface HasMetadata {
  readonly metadata?: ObjectMeta;
}

/** What is wrong with a name; `isPrefix` when a generated suffix will follow. */
export type NameRule = (name: string, isPrefix: boolean) => readonly string[];

/** The rule of most kinds; a prefix may end with a dash. */
export const subdomainName: NameRule = (name, isPrefix) =>
  validateDns1123Subdomain(isPrefix ? maskTrailingDash(name) : name);

export interface ObjectMetaOptions {
  readonly scope: "Namespaced" | "Cluster";
  readonly nameRule: NameRule;
  /** Whether an object must have a name, or a prefix of one, or is given one by the server; default `required`. */
  readonly name?: "required" | "made";
  /**
   * Whether a document must name its namespace, or may leave it to who sends it, as kubectl does: the API server takes it
   * from the path of the request. Default `from-request`.
   */
  readonly namespace?: "required" | "from-request";
  /**
   * Whether a prefix for names is looked at by itself, or only as part of the name that the server makes of it where an
   * object has none. Default `looked-at`.
   */
  readonly prefix?: "looked-at" | "in-names";
  /**
   * Whether an update that changes the prefix is held to the rule for names, or only to what a path can have. Default
   * `looked-at`; through subresources the rule is never asked.
   */
  readonly prefixOfUpdate?: "looked-at" | "any";
  /** Finalizers without a domain: the server's own only, or any; default `known`. */
  readonly finalizers?: "known" | "any";
}

const maxAnnotationsBytes = 256 * 1024;
const maxManagerBytes = 128;
const maxSubresourceBytes = 256;

/** The rules of metadata for a kind; those that do not depend on the kind are shared. */
export function objectMetaRules({
  scope,
  nameRule,
  name = "required",
  namespace = "from-request",
  prefix = "looked-at",
  prefixOfUpdate = "looked-at",
  finalizers = "known",
}: ObjectMetaOptions): readonly Rule<HasMetadata>[] {
  return [
    ...(name === "required" ? [nameRequired] : []),
    nameFollows(nameRule, {
      faultsOfPrefix: prefix === "looked-at" ? prefixFaults : madeNameFaults,
      isUpdateHeld: prefixOfUpdate === "looked-at",
    }),
    ...(scope === "Cluster" ? [namespaceHasNoEffect] : [namespaceIsLabel]),
    ...(scope === "Namespaced" && namespace === "required" ? [namespaceRequired] : []),
    generationIsNatural,
    ...labelRules,
    ownerReferences,
    oneController,
    wellFormedFinalizers,
    ...(finalizers === "known" ? [knownFinalizers] : []),
    finalizersAgree,
    managedFields,
    ...updateRules,
  ];
}

const nameRequired: Rule<HasMetadata> = {
  id: "meta/name-required",
  severity: "error",
  cause: "required",
  summary: "an object has a name, or a prefix to make one from",
  check({ metadata }, _context, report) {
    if (!metadata?.name && !metadata?.generateName) {
      report({
        path: ["metadata", "name"],
        message: "`name` or `generateName` must be set",
        help: "give the object a `metadata.name`",
      });
    }
  },
};

interface PrefixRule {
  readonly faultsOfPrefix: PrefixFaults;
  /** Whether an update of the object itself is held to it. */
  readonly isUpdateHeld: boolean;
}

const nameFollows = (nameRule: NameRule, { faultsOfPrefix, isUpdateHeld }: PrefixRule): Rule<HasMetadata> => ({
  id: "meta/name",
  severity: "error",
  summary: "a name is one that the resource allows",
  check({ metadata: { name, generateName } = {} }, { oldObject, subresource }, report) {
    if (name) {
      for (const fault of nameRule(name, false)) {
        report({ path: ["metadata", "name"], message: `${fault}; got ${JSON.stringify(name)}`, value: name });
      }
    }
    if (generateName) {
      const isHeld = oldObject === undefined || (isUpdateHeld && subresource === undefined);
      const ofKind = isHeld ? faultsOfPrefix(generateName, name, nameRule) : [];
      for (const fault of new Set([...validatePathSegmentPrefix(generateName), ...ofKind])) {
        report({
          path: ["metadata", "generateName"],
          message: `${fault}; got ${JSON.stringify(generateName)}`,
          value: generateName,
        });
      }
    }
  },
});

/** What is wrong with a prefix, beside the name that the object has. */
type PrefixFaults = (prefix: string, name: string | undefined, nameRule: NameRule) => readonly string[];

const prefixFaults: PrefixFaults = (prefix, _name, nameRule) => nameRule(prefix, true);

const madeNameFaults: PrefixFaults = (prefix, name, nameRule) =>
  name ? [] : nameRule(prefix.slice(0, maxPrefixLength) + exampleSuffix, false);

/** What the server puts behind a prefix: as many letters and digits, chosen at random. */
const exampleSuffix = "abcde";
/** Longer prefixes are cut, so that names made of them have 63 characters at most. */
const maxPrefixLength = 63 - exampleSuffix.length;

const namespaceRequired: Rule<HasMetadata> = {
  id: "meta/namespace-required",
  severity: "warning",
  cause: "required",
  summary: "a namespaced object names its namespace",
  check({ metadata }, { asSent }, report) {
    if (!metadata?.namespace) {
      report({
        path: ["metadata", "namespace"],
        ...(asSent ? { severity: "error" } : {}),
        message: asSent
          ? "`namespace` must be set"
          : "`namespace` is not set: kubectl takes the one of its context, whichever that is",
        help: "write `metadata.namespace`, or give `--namespace` as to kubectl",
      });
    }
  },
};

const namespaceIsLabel: Rule<HasMetadata> = {
  id: "meta/namespace",
  severity: "error",
  summary: "a namespace is a DNS label",
  check({ metadata }, _context, report) {
    const namespace = metadata?.namespace;
    if (!namespace) return;
    for (const fault of validateDns1123Label(namespace)) {
      report({
        path: ["metadata", "namespace"],
        message: `${fault}; got ${JSON.stringify(namespace)}`,
        value: namespace,
      });
    }
  },
};

/** Validation alone would refuse it, but the server clears the field before it validates. */
const namespaceHasNoEffect: Rule<HasMetadata> = {
  id: "meta/namespace-without-effect",
  severity: "warning",
  cause: "forbidden",
  summary: "an object of the whole cluster has no namespace",
  check({ metadata }, _context, report) {
    if (metadata?.namespace) {
      report({
        path: ["metadata", "namespace"],
        atKey: true,
        message: "has no effect: the kind is not namespaced, and the API server drops the field",
        help: "leave it out",
      });
    }
  },
};

const generationIsNatural: Rule<HasMetadata> = {
  id: "meta/generation",
  severity: "error",
  summary: "a generation is not negative",
  check({ metadata }, _context, report) {
    const generation = metadata?.generation ?? 0;
    if (generation < 0) {
      report({ path: ["metadata", "generation"], message: `must be 0 or above; got ${generation}` });
    }
  },
};

const labels: Rule<HasMetadata> = {
  id: "meta/labels",
  severity: "error",
  summary: "labels have well-formed keys and values",
  check({ metadata }, _context, report) {
    for (const finding of labelFindings(metadata?.labels, ["metadata", "labels"])) report(finding);
  },
};

const annotationKeys: Rule<HasMetadata> = {
  id: "meta/annotations",
  severity: "error",
  summary: "annotations have well-formed keys",
  check({ metadata }, _context, report) {
    for (const key in metadata?.annotations) {
      for (const fault of validateQualifiedName(key.toLowerCase())) {
        report({
          path: ["metadata", "annotations", key],
          atKey: true,
          message: `${fault}; got ${JSON.stringify(key)}`,
          value: key,
        });
      }
    }
  },
};

const annotationsSize: Rule<HasMetadata> = {
  id: "meta/annotations-size",
  severity: "error",
  cause: "too-long",
  summary: "annotations hold no more than 256 KiB",
  check({ metadata }, _context, report) {
    const annotations = metadata?.annotations;
    if (annotations === undefined || fitsIn(annotations, maxAnnotationsBytes)) return;
    let bytes = 0;
    for (const key in annotations) bytes += utf8Length(key) + utf8Length(annotations[key] ?? "");
    if (bytes > maxAnnotationsBytes) {
      report({
        path: ["metadata", "annotations"],
        atKey: true,
        message: `keys and values must have at most ${maxAnnotationsBytes} bytes together; got ${bytes}`,
        help: "keep large data in a ConfigMap",
      });
    }
  },
};

/** Whether keys and values are few enough to fit on any account: it spares most objects the counting of bytes. */
function fitsIn(annotations: Readonly<Record<string, string>>, bytes: number): boolean {
  let units = 0;
  for (const key in annotations) units += key.length + (annotations[key]?.length ?? 0);
  return units * maxUtf8BytesPerUnit <= bytes;
}

/** The part of metadata that a template has as well. */
export const labelRules: readonly Rule<HasMetadata>[] = [labels, annotationKeys, annotationsSize];

const ownerReferences: Rule<HasMetadata> = {
  id: "meta/owner-references",
  severity: "error",
  summary: "an owner reference names version, kind, name and uid of its owner",
  check({ metadata }, _context, report) {
    metadata?.ownerReferences?.forEach((reference, index) => {
      const path = ["metadata", "ownerReferences", index];
      for (const field of ["apiVersion", "kind", "name", "uid"] as const) {
        if (!reference[field])
          report({ path: [...path, field], cause: "required", message: `\`${field}\` must be set` });
      }
      const { apiVersion = "", kind } = reference;
      if (apiVersion !== "" && !parseApiVersion(apiVersion)?.version) {
        report({
          path: [...path, "apiVersion"],
          message: `must be <group>/<version> or <version>; got ${JSON.stringify(apiVersion)}`,
        });
      }
      if (apiVersion === "v1" && kind === "Event") {
        report({ path: [...path, "kind"], message: "an Event cannot be an owner" });
      }
    });
  },
};

const oneController: Rule<HasMetadata> = {
  id: "meta/one-controller",
  severity: "error",
  summary: "one owner at most is the controller",
  check({ metadata }, _context, report) {
    const references = metadata?.ownerReferences ?? [];
    const isRepeat = repeatedOwners(references);
    const first = references.findIndex(({ controller }) => controller);
    if (first < 0) return;
    references.forEach(({ controller }, index) => {
      if (!controller || index === first || isRepeat[index]) return;
      report({
        path: ["metadata", "ownerReferences", index, "controller"],
        message: `only one owner may be the controller; ownerReferences[${first}] is one already`,
        see: { path: ["metadata", "ownerReferences", first, "controller"], message: "the first controller" },
      });
    });
  },
};

/** The API server keeps one of equal references. */
function repeatedOwners(references: readonly OwnerReference[]): readonly boolean[] {
  const seen = new Set<string>();
  return references.map(({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }) => {
    const identity = JSON.stringify([apiVersion, kind, name, uid, controller, blockOwnerDeletion]);
    return seen.size === seen.add(identity).size;
  });
}

type OwnerReference = NonNullable<ObjectMeta["ownerReferences"]>[number];

const wellFormedFinalizers: Rule<HasMetadata> = {
  id: "meta/finalizers",
  severity: "error",
  summary: "a finalizer is a qualified name",
  check({ metadata }, _context, report) {
    metadata?.finalizers?.forEach((finalizer, index) => {
      for (const fault of validateQualifiedName(finalizer)) {
        report({
          path: ["metadata", "finalizers", index],
          message: `${fault}; got ${JSON.stringify(finalizer)}`,
          value: finalizer,
        });
      }
    });
  },
};

/** Finalizers that the API server itself knows. */
const ownFinalizers: readonly string[] = ["kubernetes", "orphan", "foregroundDeletion"];

/** What is wrong with a finalizer that has no domain. */
export const shortFinalizerFaults = (name: string): readonly string[] =>
  name.includes("/") || ownFinalizers.includes(name)
    ? []
    : [`must have a domain, or be one of ${ownFinalizers.join(", ")}`];

const knownFinalizers: Rule<HasMetadata> = {
  id: "meta/finalizer-domain",
  severity: "error",
  summary: "a finalizer has a domain, unless it is one of the server's own",
  check({ metadata }, _context, report) {
    metadata?.finalizers?.forEach((name, index) => {
      for (const fault of shortFinalizerFaults(name)) {
        report({
          path: ["metadata", "finalizers", index],
          message: `${fault}; got ${JSON.stringify(name)}`,
          help: `write a name such as "example.com/${name}"`,
          value: name,
        });
      }
    });
  },
};

const finalizersAgree: Rule<HasMetadata> = {
  id: "meta/finalizers-agree",
  severity: "error",
  summary: "dependents are orphaned or deleted, not both",
  check({ metadata }, _context, report) {
    const names = metadata?.finalizers ?? [];
    const orphan = names.indexOf("orphan");
    const foreground = names.indexOf("foregroundDeletion");
    if (orphan < 0 || foreground < 0) return;
    const [first, second] = orphan < foreground ? [orphan, foreground] : [foreground, orphan];
    report({
      path: ["metadata", "finalizers", second],
      message: 'must not hold both "orphan" and "foregroundDeletion"',
      see: { path: ["metadata", "finalizers", first], message: "the other one" },
    });
  },
};

const managedFields: Rule<HasMetadata> = {
  id: "meta/managed-fields",
  severity: "error",
  summary: "entries of managedFields are as the server writes them",
  check({ metadata }, { subresource }, report) {
    const entries = metadata?.managedFields ?? [];
    for (const [index, entry] of entries.entries()) {
      const field = unreadField(entry);
      if (field === undefined) continue;
      const path = ["metadata", "managedFields", index, field];
      const message = "is not as the server writes it: the API server drops `managedFields` as a whole";
      report({ path, severity: "warning", message });
      return;
    }
    // A subresource is written without them.
    if (subresource !== undefined) return;
    entries.forEach((entry, index) => {
      for (const finding of managedFieldsFindings(entry)) {
        report({ ...finding, path: ["metadata", "managedFields", index, ...finding.path] });
      }
    });
  },
};

type ManagedFieldsEntry = NonNullable<ObjectMeta["managedFields"]>[number];

const managedOperations: ReadonlySet<string | undefined> = new Set(["Apply", "Update"]);

/** The field for which the server reads none of the entries; undefined where it reads this one. */
function unreadField({ operation, apiVersion, fieldsType, fieldsV1 }: ManagedFieldsEntry): string | undefined {
  if (!managedOperations.has(operation)) return "operation";
  if (!apiVersion) return "apiVersion";
  if (fieldsType !== "FieldsV1") return "fieldsType";
  return fieldsV1 === undefined || isFieldSet(fieldsV1) ? undefined : "fieldsV1";
}

const fieldName = /^(?:[fkvi]:|\.$)/;

/** A tree of `f:`, `k:`, `v:` and `i:` keys. */
function isFieldSet(value: unknown): boolean {
  return (
    isPlainObject(value) && Object.entries(value).every(([name, held]) => fieldName.test(name) && isFieldSet(held))
  );
}

/** Paths are from the entry. */
function managedFieldsFindings({ manager, subresource }: ManagedFieldsEntry): Finding[] {
  const findings: Finding[] = [];
  if (manager) findings.push(...managerFindings(manager));
  if (subresource && utf8Length(subresource) > maxSubresourceBytes) {
    findings.push({
      path: ["subresource"],
      cause: "too-long",
      message: `must have at most ${maxSubresourceBytes} bytes`,
    });
  }
  return findings;
}

function managerFindings(manager: string): Finding[] {
  const findings: Finding[] = [];
  if (utf8Length(manager) > maxManagerBytes) {
    findings.push({ path: ["manager"], cause: "too-long", message: `must have at most ${maxManagerBytes} bytes` });
  }
  const bad = firstUnprintable(manager);
  if (bad) {
    findings.push({
      path: ["manager"],
      message: `must have printable characters only; got ${JSON.stringify(bad[0])}`,
      span: { start: bad.index, end: bad.index + bad[0].length },
    });
  }
  return findings;
}
