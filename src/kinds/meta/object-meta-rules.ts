/**
 * Faults in the metadata of an object that the API server rejects.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { parseApiVersion } from "../../kind/detect.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Finding } from "../../rule/finding.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { type Parts, within } from "../../rule/within.ts";
import {
  maskTrailingDash,
  validateDns1123Label,
  validateDns1123Subdomain,
  validatePathSegmentPrefix,
  validateQualifiedName,
} from "../../text/names.ts";
import { firstUnprintable } from "../../text/printable.ts";
import { maxUtf8BytesPerUnit, utf8Length } from "../../text/utf8.ts";
import { labelFindings } from "./labels.ts";
import { updateRules } from "./object-meta-update-rules.ts";

export interface HasMetadata {
  readonly metadata?: ObjectMeta;
}

/** Returns the faults of a name. `isPrefix` is true if a generated suffix follows. */
export type NameRule = (name: string, isPrefix: boolean, context: NameContext) => readonly string[];
type NameContext = Pick<RuleContext, "reaches" | "isEnabled">;

/** The rule for the names of most kinds: a DNS subdomain. A prefix may end with a dash. */
export const subdomainName: NameRule = (name, isPrefix) =>
  validateDns1123Subdomain(isPrefix ? maskTrailingDash(name) : name);

export interface ObjectMetaOptions {
  readonly scope: "Namespaced" | "Cluster";
  readonly nameRule: NameRule;
  /** Whether an object must have `name` or `generateName`, or gets a name from kube-apiserver. Default `required`. */
  readonly name?: "required" | "made";
  /**
   * Whether a document must contain its namespace, or may leave it to the client, as kubectl allows: kube-apiserver
   * takes it from the path of the request. Default `from-request`.
   */
  readonly namespace?: "required" | "from-request";
  /**
   * Whether `generateName` is validated by itself, or, since 1.35, only as part of the name that kube-apiserver
   * generates for an object without one. Default `looked-at`.
   */
  readonly prefix?: "looked-at" | "in-names";
  /**
   * Whether an update that changes `generateName` must follow the rule for names, or only the rules for path segments.
   * Default `looked-at`. Writes of subresources need not follow the rule.
   */
  readonly prefixOfUpdate?: "looked-at" | "any";
  /** Which finalizers without a domain are allowed: those of kube-apiserver, or any. Default `known`. */
  readonly finalizers?: "known" | "any";
}

const maxAnnotationsBytes = 256 * 1024;
const maxManagerBytes = 128;
const maxSubresourceBytes = 256;

/** Returns the rules about the metadata of a kind. Kinds share the rules that do not depend on the kind. */
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
    objectNameRule(nameRule, {
      isPrefixInNames: prefix === "in-names",
      isCheckedOnUpdate: prefixOfUpdate === "looked-at",
    }),
    ...(scope === "Cluster" ? [namespaceHasNoEffect] : [namespaceIsLabel]),
    ...(scope === "Namespaced" && namespace === "required" ? [namespaceRequired] : []),
    generationIsNatural,
    ...labelRules,
    ...within([ownerReferences, oneController], hasOwners),
    ...within(
      [wellFormedFinalizers, ...(finalizers === "known" ? [knownFinalizers] : []), finalizersAgree],
      hasFinalizers,
    ),
    ...within([managedFields], hasManagers),
    ...within(updateRules, ifUpdate),
  ];
}

type MetadataParts = Parts<HasMetadata, HasMetadata>;

/** Returns the object only if it has a field, so that the rules about it do not run for the many objects without it. */
const ifHasField =
  (field: keyof ObjectMeta): MetadataParts =>
  ({ metadata }, _place, visit) =>
    metadata?.[field] === undefined ? [] : [visit];

const hasOwners = ifHasField("ownerReferences");
const hasFinalizers = ifHasField("finalizers");
const hasManagers = ifHasField("managedFields");
const ifUpdate: MetadataParts = (_object, _place, visit) => (visit.isUpdate ? [visit] : []);

/** Warns about names that are not DNS labels, for kinds whose names become part of pod names and hostnames. */
export const hostLikeName = rule<HasMetadata>(
  {
    id: "meta/host-like-name",
    severity: "warning",
    summary: "names of pods, and of workloads that pods are named after, are DNS labels",
  },
  (object, place, { isUpdate }) => {
    const { metadata: { name = "" } = {} } = object;
    if (isUpdate || name === "") return;
    const faults = validateDns1123Label(name);
    const [help] = faults;
    if (help === undefined || validateDns1123Subdomain(name).length > 0) return;
    const used =
      (object as { readonly kind?: string }).kind === "Pod" ? "the Pod's hostname" : "Pod names and hostnames";
    place.at("metadata", "name").invalid("should be a DNS label: pods use it in their host names", name, {
      help,
      serverWarning: `{field}: this is used in ${used}, which can result in surprising behavior; a DNS label is recommended: [${faults.join(" ")}]`,
    });
  },
);

const nameRequired = rule<HasMetadata>(
  {
    id: "meta/name-required",
    severity: "error",
    cause: "required",
    summary: "an object has `name` or `generateName`",
  },
  ({ metadata }, place) => {
    if (!metadata?.name && !metadata?.generateName) {
      place.at("metadata", "name").say("`name` or `generateName` must be set", {
        help: "give the object a `metadata.name`",
        serverText: "name or generateName is required",
      });
    }
  },
);

interface PrefixRule {
  readonly isPrefixInNames: boolean;
  /** Whether an update of the object itself must follow the rule. */
  readonly isCheckedOnUpdate: boolean;
}

const objectNameRule = (nameRule: NameRule, { isPrefixInNames, isCheckedOnUpdate }: PrefixRule): Rule<HasMetadata> =>
  rule<HasMetadata>(
    { id: "meta/name", severity: "error", summary: "the name is valid for its resource" },
    ({ metadata: { name, generateName } = {} }, place, visit) => {
      const faults = name ? nameRule(name, false, visit) : [];
      for (const fault of faults) place.at("metadata", "name").invalid(fault, name ?? "");
      if (generateName) {
        const isHeld = visit.oldObject === undefined || (isCheckedOnUpdate && validatesWholeObject(visit.subresource));
        const isInNameOnly = isPrefixInNames && visit.reaches("1.35");
        const ownRule: NameRule = isInNameOnly
          ? (prefix) => generatedNameFaults(prefix, name, nameRule, visit)
          : nameRule;
        const ofKind = isHeld ? ownRule(generateName, true, visit) : [];
        // In a new object, the generated name already has the fault, and faults of the kind's rule replace those of the
        // path segment.
        const isNew = visit.oldObject === undefined;
        const isReported = (isInNameOnly && faults.length > 0) || (isNew && ofKind.length > 0);
        const ofPath = isReported ? [] : validatePathSegmentPrefix(generateName);
        for (const fault of new Set([...ofPath, ...ofKind])) {
          place.at("metadata", "generateName").invalid(fault, generateName);
        }
      }
    },
  );

/** Whether kube-apiserver validates the whole object in a write, and not only the part that the subresource changes. */
const validatesWholeObject = (subresource: string | undefined): boolean =>
  subresource === undefined || subresource === "resize" || subresource === "ephemeralcontainers";

/** Returns the faults of the name that kube-apiserver generates from a prefix; only objects without a name get one. */
const generatedNameFaults = (prefix: string, name: string | undefined, nameRule: NameRule, context: NameContext) =>
  name ? [] : nameRule(prefix.slice(0, maxPrefixLength) + exampleSuffix, false, context);

/** An example of the suffix that kube-apiserver appends to a prefix: five random letters and digits. */
const exampleSuffix = "abcde";
/** The length to which kube-apiserver truncates prefixes, so that generated names have at most 63 characters. */
const maxPrefixLength = 63 - exampleSuffix.length;

const namespaceRequired = rule<HasMetadata>(
  {
    id: "meta/namespace-required",
    severity: "warning",
    cause: "required",
    summary: "a namespaced object has a namespace",
  },
  ({ metadata }, place, { asSent }) => {
    if (!metadata?.namespace) {
      place
        .at("metadata", "namespace")
        .say(
          asSent
            ? "`namespace` must be set"
            : "`namespace` is not set: kubectl fills in the namespace of its current context",
          {
            ...(asSent ? { severity: "error" } : {}),
            help: "write `metadata.namespace`, or pass the same `--namespace` as to kubectl",
          },
        );
    }
  },
);

const namespaceIsLabel = rule<HasMetadata>(
  { id: "meta/namespace", severity: "error", summary: "a namespace is a DNS label" },
  ({ metadata }, place) => {
    const namespace = metadata?.namespace;
    if (!namespace) return;
    for (const fault of validateDns1123Label(namespace)) {
      place.at("metadata", "namespace").invalid(fault, namespace);
    }
  },
);

/** Only a warning: validation would reject the namespace, but kube-apiserver clears the field before it validates. */
const namespaceHasNoEffect = rule<HasMetadata>(
  {
    id: "meta/namespace-without-effect",
    severity: "warning",
    cause: "forbidden",
    summary: "a cluster-scoped object has no namespace",
  },
  ({ metadata }, place) => {
    if (metadata?.namespace) {
      place
        .at("metadata", "namespace")
        .say("has no effect: the kind is not namespaced, and the API server drops the field", {
          atKey: true,
          help: "leave it out",
        });
    }
  },
);

const generationIsNatural = rule<HasMetadata>(
  { id: "meta/generation", severity: "error", summary: "a generation is not negative" },
  ({ metadata }, place) => {
    const generation = metadata?.generation ?? 0;
    if (generation < 0) {
      place.at("metadata", "generation").say(`must be 0 or above; got ${generation}`);
    }
  },
);

const labels = rule<HasMetadata>(
  { id: "meta/labels", severity: "error", summary: "label keys are qualified names, label values are valid" },
  ({ metadata }, place) => {
    place.pass(labelFindings(metadata?.labels, ["metadata", "labels"]));
  },
);

const annotationKeys = rule<HasMetadata>(
  { id: "meta/annotations", severity: "error", summary: "annotation keys are qualified names" },
  ({ metadata }, place) => {
    for (const key in metadata?.annotations) {
      for (const fault of validateQualifiedName(key.toLowerCase())) {
        place.at("metadata", "annotations", key).invalid(fault, key, { atKey: true });
      }
    }
  },
);

const annotationsSize = rule<HasMetadata>(
  {
    id: "meta/annotations-size",
    severity: "error",
    cause: "too-long",
    summary: "annotations hold at most 256 KiB",
  },
  ({ metadata }, place) => {
    const annotations = metadata?.annotations;
    if (annotations === undefined || fitsIn(annotations, maxAnnotationsBytes)) return;
    let bytes = 0;
    for (const key in annotations) bytes += utf8Length(key) + utf8Length(annotations[key] ?? "");
    if (bytes > maxAnnotationsBytes) {
      place
        .at("metadata", "annotations")
        .say(`keys and values must have at most ${maxAnnotationsBytes} bytes in total; got ${bytes}`, {
          atKey: true,
          help: "keep large data in a ConfigMap",
        });
    }
  },
);

/** Whether annotations are certainly small enough. This saves counting the bytes of most objects. */
function fitsIn(annotations: Readonly<Record<string, string>>, bytes: number): boolean {
  let units = 0;
  for (const key in annotations) units += key.length + (annotations[key]?.length ?? 0);
  return units * maxUtf8BytesPerUnit <= bytes;
}

/** The rules about labels and annotations, which also apply to the metadata of templates. */
export const labelRules: readonly Rule<HasMetadata>[] = [labels, annotationKeys, annotationsSize];

const ownerReferences = rule<HasMetadata>(
  {
    id: "meta/owner-references",
    severity: "error",
    summary: "an owner reference has an apiVersion, kind, name and uid",
  },
  ({ metadata }, place) => {
    metadata?.ownerReferences?.forEach((reference, index) => {
      const at = place.at("metadata", "ownerReferences", index);
      for (const field of ["apiVersion", "kind", "name", "uid"] as const) {
        if (!reference[field]) at.at(field).required(`\`${field}\` must be set`, { serverText: "must not be empty" });
      }
      const { apiVersion = "", kind } = reference;
      if (apiVersion !== "" && !parseApiVersion(apiVersion)?.version) {
        at.at("apiVersion").invalid("must be <group>/<version> or <version>", apiVersion);
      }
      if (apiVersion === "v1" && kind === "Event") {
        at.at("kind").say("an Event cannot be an owner", {
          field: at.path,
          serverText: `${showGoValue(goFieldsOf(reference))}: /v1, Kind=Event is disallowed from being an owner`,
        });
      }
    });
  },
);

/** Returns an owner reference with the fields that Go always writes, in its order. */
const goFieldsOf = (reference: OwnerReference): ReadonlyMap<string, unknown> => {
  const { apiVersion = "", kind = "", name = "", uid = "", controller, blockOwnerDeletion } = reference;
  const flags = Object.entries({ controller, blockOwnerDeletion }).filter(([, flag]) => flag !== undefined);
  return new Map<string, unknown>([...Object.entries({ apiVersion, kind, name, uid }), ...flags]);
};

const oneController = rule<HasMetadata>(
  { id: "meta/one-controller", severity: "error", summary: "at most one owner reference has `controller: true`" },
  ({ metadata }, place) => {
    const references = metadata?.ownerReferences ?? [];
    const isRepeat = repeatedOwners(references);
    const first = references.findIndex(({ controller }) => controller);
    if (first < 0) return;
    const shown = showGoValue(references.filter((_, index) => !isRepeat[index]).map(goFieldsOf));
    const nameOf = ({ kind = "", name = "" }: OwnerReference = {}) => `${kind}/${name}`;
    references.forEach((reference, index) => {
      const { controller } = reference;
      const names = `${nameOf(references[first])} and ${nameOf(reference)}`;
      if (!controller || index === first || isRepeat[index]) return;
      place
        .at("metadata", "ownerReferences", index, "controller")
        .say(`only one owner may be the controller; ownerReferences[${first}] is the controller already`, {
          field: ["metadata", "ownerReferences"],
          serverText: `${shown}: Only one reference can have Controller set to true. Found "true" in references for ${names}`,
          see: place.at("metadata", "ownerReferences", first, "controller").note("the first controller"),
        });
    });
  },
);

/** Returns whether each reference equals an earlier one, which kube-apiserver drops. */
function repeatedOwners(references: readonly OwnerReference[]): readonly boolean[] {
  const seen = new Set<string>();
  return references.map(({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }) => {
    const identity = JSON.stringify([apiVersion, kind, name, uid, controller, blockOwnerDeletion]);
    return seen.size === seen.add(identity).size;
  });
}

type OwnerReference = NonNullable<ObjectMeta["ownerReferences"]>[number];

const wellFormedFinalizers = rule<HasMetadata>(
  { id: "meta/finalizers", severity: "error", summary: "a finalizer is a qualified name" },
  ({ metadata }, place) => {
    metadata?.finalizers?.forEach((finalizer, index) => {
      for (const fault of validateQualifiedName(finalizer)) {
        place.at("metadata", "finalizers", index).invalid(fault, finalizer, { field: ["metadata", "finalizers"] });
      }
    });
  },
);

/** Finalizers that kube-apiserver itself processes. */
const ownFinalizers: readonly string[] = ["kubernetes", "orphan", "foregroundDeletion"];

/** Returns the fault of a finalizer without a domain. */
export const shortFinalizerFaults = (name: string): readonly string[] =>
  name.includes("/") || ownFinalizers.includes(name)
    ? []
    : [`must have a domain, or be one of ${ownFinalizers.join(", ")}`];

const knownFinalizers = rule<HasMetadata>(
  {
    id: "meta/finalizer-domain",
    severity: "error",
    summary: "a finalizer has a domain prefix, unless it is one of Kubernetes' own",
  },
  ({ metadata }, place) => {
    metadata?.finalizers?.forEach((name, index) => {
      for (const fault of shortFinalizerFaults(name)) {
        place.at("metadata", "finalizers", index).invalid(fault, name, {
          help: `write a name such as "example.com/${name}"`,
          serverText: `${JSON.stringify(name)}: name is neither a standard finalizer name nor is it fully qualified`,
        });
      }
    });
  },
);

const finalizersAgree = rule<HasMetadata>(
  {
    id: "meta/finalizers-agree",
    severity: "error",
    summary: "`orphan` and `foregroundDeletion` are not both finalizers of an object",
  },
  ({ metadata }, place) => {
    const names = metadata?.finalizers ?? [];
    const orphan = names.indexOf("orphan");
    const foreground = names.indexOf("foregroundDeletion");
    if (orphan < 0 || foreground < 0) return;
    const [first, second] = orphan < foreground ? [orphan, foreground] : [foreground, orphan];
    const finalizers = place.at("metadata", "finalizers");
    finalizers.at(second).say('must not contain both "orphan" and "foregroundDeletion"', {
      field: finalizers.path,
      serverText: `${showGoValue(names)}: finalizer orphan and foregroundDeletion cannot be both set`,
      see: place.at("metadata", "finalizers", first).note("the other one"),
    });
  },
);

const managedFields = rule<HasMetadata>(
  {
    id: "meta/managed-fields",
    severity: "error",
    summary: "`managedFields` entries are as the API server writes them",
  },
  ({ metadata }, place, { subresource }) => {
    const entries = metadata?.managedFields ?? [];
    for (const [index, entry] of entries.entries()) {
      const field = undecodableField(entry);
      if (field === undefined) continue;
      const at = place.at("metadata", "managedFields", index, field);
      const message = "cannot be read by the API server, which drops all of `managedFields`";
      at.say(message, { severity: "warning" });
      return;
    }
    // A write of a subresource does not contain managed fields.
    if (subresource !== undefined) return;
    entries.forEach((entry, index) => {
      for (const finding of managedFieldsFindings(entry)) {
        place.at("metadata", "managedFields", index).pass([finding]);
      }
    });
  },
);

type ManagedFieldsEntry = NonNullable<ObjectMeta["managedFields"]>[number];

const managedOperations: ReadonlySet<string | undefined> = new Set(["Apply", "Update"]);

/** Returns the field that makes kube-apiserver drop all entries; undefined if it can decode this entry. */
function undecodableField({
  operation,
  apiVersion,
  fieldsType,
  fieldsV1,
}: ManagedFieldsEntry): keyof ManagedFieldsEntry | undefined {
  if (!managedOperations.has(operation)) return "operation";
  if (!apiVersion) return "apiVersion";
  if (fieldsType !== "FieldsV1") return "fieldsType";
  return fieldsV1 === undefined || isFieldSet(fieldsV1) ? undefined : "fieldsV1";
}

const fieldName = /^(?:[fkvi]:|\.$)/;

/** Whether a value is a tree of keys with the prefixes `f:`, `k:`, `v:` and `i:`. */
function isFieldSet(value: unknown): boolean {
  return (
    isPlainObject(value) && Object.entries(value).every(([name, held]) => fieldName.test(name) && isFieldSet(held))
  );
}

/** Paths are relative to the entry. */
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
