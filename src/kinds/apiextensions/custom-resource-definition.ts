/**
 * apiextensions.k8s.io/v1 CustomResourceDefinition: a user-defined kind, with a schema for each version.
 *
 * @module
 */
import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionVersion,
} from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { FreeReading } from "../../kind/kind.ts";
import { type AlsoNamed, type Finding, moveBelow } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { validateDns1035Label, validateDns1123Subdomain } from "../../text/names.ts";
import { firstUnprintable } from "../../text/printable.ts";
import { utf8Length } from "../../text/utf8.ts";
import { clientConfigFindings } from "../admissionregistration/client-config.ts";
import { expressionRules, expressionsToLint } from "../expression/expression-rules.ts";
import { kind } from "../kind.ts";
import { subdomainName } from "../meta/object-meta-rules.ts";
import { keepStored, separateStatusStrategy } from "../meta/stored-part.ts";
import { approvalOf, approvalReason, approvedAnnotation, isProtectedGroup } from "./approval.ts";
import { hasReadableBundle } from "./conversion-bundle.ts";
import { customKind } from "./custom-kind.ts";
import { customResourceRuleInfos } from "./custom-resource-rules.ts";
import { definitionColumns } from "./definition-columns.ts";
import { cleanupFinalizer, isTrue, terminatingCondition, withCondition } from "./definition-status.ts";
import { followFieldPath } from "./field-path.ts";
import { commonParts, commonPartsCount, toInternalFinding, withInternalFields } from "./internal-path.ts";
import { readJsonSchema, readStoredSchema } from "./json-schema-props.ts";
import { lintedRules } from "./rule-lint.ts";
import { type Aspect, schemaAnalysis } from "./schema-analysis.ts";
import { hasDefaults } from "./schema-walk.ts";

type DefinitionRule = Rule<CustomResourceDefinition>;

const isEstablished = (definition: CustomResourceDefinition | undefined): boolean =>
  (definition?.status?.conditions ?? []).some(({ type, status: state }) => type === "Established" && state === "True");

const eachVersion = ({
  spec,
}: CustomResourceDefinition): [readonly (string | number)[], CustomResourceDefinitionVersion][] =>
  (spec?.versions ?? []).map((each, index) => [["spec", "versions", index], each]);

const metadataName = rule<CustomResourceDefinition>(
  { id: "crd/name", severity: "error", summary: "a definition is named `<plural>.<group>`" },
  ({ metadata: { name = "", generateName = "" } = {}, spec: { names = {}, group = "" } = {} }, place, visit) => {
    if (visit.oldObject !== undefined) return;
    const wanted = `${names.plural ?? ""}.${group}`;
    const must =
      names.plural && group !== ""
        ? `must be "${wanted}", the plural and the group`
        : "must be `spec.names.plural`, a dot and `spec.group`";
    const help = names.plural && group !== "" ? { help: `write \`name: ${wanted}\`` } : {};
    const refuse = (at: Place<string>, value: string) => {
      const serverText = `${JSON.stringify(value)}: must be spec.names.plural+"."+spec.group`;
      at.say(`${must}; got "${value}"`, { value, serverText, ...help });
    };
    if (name !== "" && name !== wanted) refuse(place.at("metadata", "name"), name);
    // A generated name ends with random letters and never matches; kube-apiserver compares its prefix with the same
    // expected name.
    const isOther = name === "" || generateName !== wanted;
    if (generateName !== "" && isOther) refuse(place.at("metadata", "generateName"), generateName);
  },
);

const group = rule<CustomResourceDefinition>(
  { id: "crd/group", severity: "error", summary: "`group` is a domain name of at least two labels" },
  ({ spec: { group: name = "" } = {} }, place) => {
    const at = place.at("spec", "group");
    if (name === "") return at.required("`group` must be set");
    const faults = validateDns1123Subdomain(name);
    const short = name.includes(".") ? [] : ["must have at least one dot"];
    for (const fault of faults.length > 0 ? faults : short) at.say(`${fault}; got "${name}"`, { value: name });
  },
);

const names = rule<CustomResourceDefinition>(
  {
    id: "crd/names",
    severity: "error",
    summary: "resource names are DNS labels; kind and list kind may be in mixed case",
  },
  ({ spec: { names: given = {}, scope } = {} }, place) => {
    const base = ["spec", "names"];
    if (!scope) {
      const help = "write `scope: Namespaced`, or `Cluster`";
      place.at("spec", "scope").required(undefined, { help });
    }
    for (const name of ["plural", "singular", "kind", "listKind"] as const) {
      const value = given[name] ?? "";
      if (value === "") place.along(base).at(name).required(`\`${name}\` must be set`);
    }
    reportNames(given, base, place);
  },
);

/** Validates `status.acceptedNames`, the names that kube-apiserver accepted. */
const acceptedNames = rule<CustomResourceDefinition>(
  {
    id: "crd/accepted-names",
    severity: "error",
    summary: "names in `status.acceptedNames` are DNS labels; kind and list kind may be in mixed case",
  },
  ({ status }, place, { subresource }) => {
    if (subresource === "status") reportNames(status?.acceptedNames ?? {}, ["status", "acceptedNames"], place);
  },
);

function reportNames(given: CustomResourceDefinitionNames, base: FieldPath, place: Place): void {
  for (const name of ["plural", "singular", "kind", "listKind"] as const) {
    const value = given[name] ?? "";
    if (value !== "") reportLabel([...base, name], value, place, name.toLowerCase().endsWith("kind"));
  }
  for (const name of ["shortNames", "categories"] as const) {
    for (const [index, value] of (given[name] ?? []).entries()) reportLabel([...base, name, index], value, place);
  }
  if (given.kind && given.kind === given.listKind) {
    const serverText = `${showGoValue(given.listKind)}: kind and listKind may not be the same`;
    place.along(base).at("listKind").say(`must differ from the kind; got "${given.listKind}" for both`, { serverText });
  }
}

/** Reports the faults of a name. kube-apiserver lists all of them in one error. */
function reportLabel(path: readonly (string | number)[], value: string, place: Place, mayMixCases = false): void {
  const faults = validateDns1035Label(mayMixCases ? value.toLowerCase() : value);
  const intro = mayMixCases ? "may have mixed case, but should otherwise match: " : "";
  const serverText = `${quoteGo(value)}: ${intro}${faults.join(",")}`;
  for (const fault of faults) place.along(path).say(`${fault}; got "${value}"`, { value, serverText });
}

const versions = rule<CustomResourceDefinition>(
  {
    id: "crd/versions",
    severity: "error",
    summary: "version names are unique, each version has a schema, and exactly one is the storage version",
  },
  (definition, place, visit) => {
    const all = definition.spec?.versions ?? [];
    const old = visit.oldObject?.spec?.versions ?? [];
    const mayLackSchema = old.some((each) => each.schema?.openAPIV3Schema === undefined);
    for (const [path, { name = "", schema: shape, served, selectableFields: fields }] of eachVersion(definition)) {
      // Inside kube-apiserver, `spec.version` also contains the name of the first version, so errors name both fields.
      const isFirst = path.at(-1) === 0 && name !== "";
      for (const fault of validateDns1035Label(name)) {
        const serverText = `${showGoValue(name)}: ${fault}`;
        const also = isFirst ? [{ field: ["spec", "version"], serverText }] : [];
        place.along([...path, "name"]).say(`${fault}; got "${name}"`, { value: name, serverText, also });
      }
      if (shape?.openAPIV3Schema !== undefined || (mayLackSchema && !served)) continue;
      const help = "`openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}` takes every object";
      const message = "`openAPIV3Schema` must be set";
      const isReadWithout = shape !== undefined && visit.once(commonParts).has("schema");
      const unread = fieldsWithoutSchema(fields ?? [], [...path, "selectableFields"], isReadWithout);
      const at = place.along(path).at("schema", "openAPIV3Schema");
      at.required(message, { help, also: unread, field: at.path });
    }
    const shown = internalVersions(definition.spec?.versions ?? null, visit.once(commonParts));
    for (const { index, first, text } of findRepeats(all.map(({ name = "" }) => name))) {
      place.at("spec", "versions", index, "name").say(`must be unique; got "${text}" twice`, {
        field: ["spec", "versions"],
        ...(shown && { serverText: `${shown}: must contain unique version names` }),
        also: all[index]?.storage ? [storedVersionsError([text], `must have the storage version ${text}`)] : [],
        see: place.at("spec", "versions", first, "name").note("first listed here"),
      });
    }
    const storing = all.filter(({ storage }) => storage).length;
    if (storing === 1) return;
    const message = `must have exactly one version with \`storage: true\`; got ${storing}`;
    place.at("spec", "versions").say(message, {
      also: storedVersionFaults(all, visit.oldObject),
      ...(shown && { serverText: `${shown}: must have exactly one version marked as storage version` }),
    });
  },
);

/**
 * Formats the versions as errors of kube-apiserver show them; undefined if they differ in more than the fields shown
 * here, since the errors then contain whole schemas.
 */
function internalVersions(
  versions: readonly CustomResourceDefinitionVersion[] | null,
  common: ReadonlySet<unknown>,
): string | undefined {
  if (common.size < commonPartsCount) return undefined;
  const shown = versions?.map(
    ({ name = "", served = false, storage = false, deprecated = false, deprecationWarning = null }) =>
      new Map<string, unknown>([
        ["Name", name],
        ["Served", served],
        ["Storage", storage],
        ["Deprecated", deprecated],
        ["DeprecationWarning", deprecationWarning],
        ...["Schema", "Subresources", "AdditionalPrinterColumns", "SelectableFields"].map(
          (field) => [field, null] as const,
        ),
      ]),
  );
  return showGoValue(shown);
}

/**
 * Returns the faults of `status.storedVersions`: it is empty, or it lacks a storage version. kube-apiserver adds the
 * first storage version itself.
 */
function storedVersionFaults(
  all: readonly CustomResourceDefinitionVersion[],
  oldObject: CustomResourceDefinition | undefined,
): readonly AlsoNamed[] {
  const [first, ...others] = all.filter(({ storage }) => storage).map(({ name = "" }) => name);
  const stored = new Set(oldObject?.status?.storedVersions ?? []);
  if (first !== undefined) stored.add(first);
  if (stored.size === 0) return [storedVersionsError(null, "must have at least one stored version")];
  return others
    .filter((name) => !stored.has(name))
    .map((name) => storedVersionsError([...stored], `must have the storage version ${name}`));
}

const storedVersionsError = (value: readonly string[] | null, message: string): AlsoNamed => ({
  field: ["status", "storedVersions"],
  serverText: `${JSON.stringify(value)}: ${message}`,
});

const maxWarningBytes = 256;

const deprecationWarning = rule<CustomResourceDefinition>(
  {
    id: "crd/deprecation-warning",
    severity: "error",
    summary: "`deprecationWarning` is one line of at most 256 bytes",
  },
  (definition, place) => {
    for (const [base, { deprecated, deprecationWarning: warning }] of eachVersion(definition)) {
      if (warning === undefined) continue;
      const at = place.along(base).at("deprecationWarning");
      const bytes = utf8Length(warning);
      if (!deprecated) at.say("must be absent in a version that is not deprecated", { atKey: true });
      else if (warning === "") at.say("must not be empty");
      else if (bytes > maxWarningBytes) {
        const serverText = `${showGoValue(warning)}: must be <= ${maxWarningBytes} characters long`;
        at.say(`must have at most ${maxWarningBytes} bytes; got ${bytes}`, { serverText });
      } else {
        const bad = firstUnprintable(warning);
        if (!bad) continue;
        const index = utf8Length(warning.slice(0, bad.index));
        const words = `must only contain printable UTF-8 characters; non-printable character found at index ${index}`;
        at.say("must have printable characters only", { serverText: `${showGoValue(warning)}: ${words}` });
      }
    }
  },
);

const columnTypes = ["boolean", "date", "integer", "number", "string"];
const columnFormats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

const printerColumns = rule<CustomResourceDefinition>(
  {
    id: "crd/printer-column",
    severity: "error",
    summary: "a printer column has a name, a known type and a path that begins with a dot",
  },
  (definition, place) => {
    for (const [base, { additionalPrinterColumns: columns = [] }] of eachVersion(definition)) {
      for (const [index, column] of columns.entries()) {
        for (const finding of columnFindings(column)) {
          place.along(base).at("additionalPrinterColumns", index).pass([finding]);
        }
      }
    }
  },
);

function columnFindings({ name, type = "", format = "", jsonPath = "" }: CustomResourceColumnDefinition): Finding[] {
  const findings: Finding[] = [];
  if (!name) findings.push({ path: ["name"], cause: "required", message: "`name` must be set" });
  if (!columnTypes.includes(type)) {
    const cause = type === "" ? ({ cause: "required" } as const) : {};
    findings.push({ path: ["type"], ...cause, message: `must be one of ${columnTypes.join(", ")}; got "${type}"` });
  }
  if (format !== "" && !columnFormats.includes(format)) {
    findings.push({ path: ["format"], message: `must be one of ${columnFormats.join(", ")}; got "${format}"` });
  }
  return [...findings, ...simplePathFindings("jsonPath", jsonPath)];
}

function simplePathFindings(name: string, path: string): Finding[] {
  if (path === "") return [{ path: [name], cause: "required", message: `\`${name}\` must be set` }];
  if (path.startsWith(".")) return [];
  return [{ path: [name], message: `must begin with a dot; got "${path}"`, help: `write \`.${path}\``, value: path }];
}

const scale = rule<CustomResourceDefinition>(
  {
    id: "crd/scale",
    severity: "error",
    summary: "the JSON paths of the scale subresource point below `.spec` or `.status`",
  },
  (definition, place) => {
    for (const [base, { subresources: { scale: paths } = {} }] of eachVersion(definition)) {
      if (!paths) continue;
      const wanted = [
        ["specReplicasPath", [".spec."]],
        ["statusReplicasPath", [".status."]],
        ["labelSelectorPath", [".spec.", ".status."]],
      ] as const;
      for (const [name, prefixes] of wanted) {
        const path = paths[name] ?? "";
        if (name === "labelSelectorPath" && path === "") continue;
        const faults = simplePathFindings(name, path);
        const isElsewhere = faults.length === 0 && !prefixes.some((prefix) => path.startsWith(prefix));
        const roots = prefixes.map((prefix) => prefix.slice(0, -1)).join(" or ");
        const elsewhere = {
          path: [name],
          message: `must begin with ${prefixes.join(" or ")}; got "${path}"`,
          value: path,
          serverText: `${showGoValue(path)}: should be a json path under ${prefixes.length > 1 ? "either " : ""}${roots}`,
        };
        for (const fault of isElsewhere ? [elsewhere] : faults) {
          place.along(base).at("subresources", "scale").pass([fault]);
        }
      }
    }
  },
);

/**
 * Returns the faults of the selectable fields of a version without a schema: each path is invalid, or the list is not
 * allowed.
 */
function fieldsWithoutSchema(
  fields: NonNullable<CustomResourceDefinitionVersion["selectableFields"]>,
  path: FieldPath,
  isReadWithout: boolean,
): readonly AlsoNamed[] {
  if (fields.length > 0 && !isReadWithout) return [{ field: path, cause: "invalid" }];
  return fields.map(({ jsonPath }, index) => ({
    field: [...path, index, "jsonPath"],
    cause: jsonPath ? "invalid" : "required",
  }));
}

const maxSelectableFields = 8;
const selectableTypes: ReadonlySet<string> = new Set(["string", "boolean", "integer"]);

const selectableFields = rule<CustomResourceDefinition>(
  {
    id: "crd/selectable-field",
    severity: "error",
    summary: "selectable fields are distinct scalar fields outside metadata; a version has at most 8",
  },
  (definition, place, visit) => {
    for (const [base, { name, schema: shape, selectableFields: fields = [] }] of eachVersion(definition)) {
      const path = [...base, "selectableFields"];
      if (fields.length === 0 || shape?.openAPIV3Schema === undefined) continue;
      const { schema: root } = readJsonSchema(shape.openAPIV3Schema);
      const seen = new Set<string>();
      for (const [index, { jsonPath = "" }] of fields.entries()) {
        const spot = place.along(path).at(index, "jsonPath");
        const found = jsonPath.includes("[") ? undefined : followFieldPath(jsonPath, root);
        const fault = (message: string) => spot.say(`${message}; got "${jsonPath}"`, { value: jsonPath });
        if (jsonPath === "") spot.required("`jsonPath` must be set");
        else if (found === undefined) fault("must be the path of a field, such as .spec.color");
        else {
          const key = found.names.join(".");
          if (found.names[0] === "metadata") fault("must not be in metadata");
          if (!selectableTypes.has(found.schema.type ?? ""))
            spot.say(`must be the path of a string, a boolean or an integer; got "${jsonPath}"`, {
              value: jsonPath,
              serverText: `${showGoValue(jsonPath)}: must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.`,
            });
          if (seen.has(key)) {
            const serverText = showGoValue(jsonPath);
            spot.say(`must be unique; got "${jsonPath}" twice`, { cause: "duplicate", serverText });
          }
          seen.add(key);
        }
      }
      if (seen.size <= maxSelectableFields || keepsFields(fields, name, visit)) continue;
      place
        .along(path)
        .say(`must have at most ${maxSelectableFields} items; got ${seen.size}`, { atKey: true, cause: "too-many" });
    }
  },
);

function keepsFields(
  fields: unknown,
  name: string | undefined,
  { oldObject }: Visit<CustomResourceDefinition>,
): boolean {
  const old = oldObject?.spec?.versions?.find((each) => each.name === name)?.selectableFields;
  return old !== undefined && JSON.stringify(old) === JSON.stringify(fields);
}

const knownReviewVersions: ReadonlySet<string> = new Set(["v1", "v1beta1"]);

const conversionRule = rule<CustomResourceDefinition>(
  {
    id: "crd/conversion",
    severity: "error",
    summary: "a webhook conversion has a client configuration and review versions; other strategies have neither",
  },
  (object, place, visit) => {
    const given = object.spec?.conversion;
    if (!given) return;
    const base = ["spec", "conversion"];
    const { strategy = "", webhook } = given;
    const reviews = webhook?.conversionReviewVersions ?? [];
    if (strategy === "") place.along(base).at("strategy").required();
    if (strategy !== "Webhook") {
      if (!webhook?.clientConfig && reviews.length === 0) return;
      const [field = base, ...also] = [
        ...(webhook?.clientConfig ? [[...base, "webhookClientConfig"]] : []),
        ...(reviews.length > 0 ? [[...base, "conversionReviewVersions"]] : []),
      ];
      place
        .along(base)
        .at("webhook")
        .say("must be absent without strategy Webhook", {
          atKey: true,
          cause: "forbidden",
          field,
          also: also.map((other) => ({ field: other })),
        });
      return;
    }
    const at = place.along(base).at("webhook");
    const config = webhook?.clientConfig;
    if (!config) at.at("clientConfig").required();
    else {
      at.at("clientConfig").pass(clientConfigFindings(config));
      if (!hasReadableBundle(object)) {
        const isRefused = isTrue(visit.oldObject ?? {}, "Established") && hasReadableBundle(visit.oldObject ?? {});
        const help = isRefused ? undefined : "the API server takes it, and does not establish the definition";
        at.at("clientConfig", "caBundle").say("must have a certificate in PEM form", {
          severity: isRefused ? "error" : "warning",
          ...(help && { help }),
        });
      }
    }
    const old = visit.oldObject?.spec?.conversion?.webhook?.conversionReviewVersions ?? [];
    const mayBeUnknown = old.length > 0 && !old.some((each) => knownReviewVersions.has(each));
    at.at("conversionReviewVersions").pass(reviewFindings(reviews, mayBeUnknown));
  },
);

function reviewFindings(reviews: readonly string[], mayBeUnknown: boolean): Finding[] {
  const help = 'write `conversionReviewVersions: ["v1"]`';
  if (reviews.length === 0) {
    return [{ path: [], cause: "required", message: "`conversionReviewVersions` must have at least one value", help }];
  }
  const repeats = new Set(findRepeats(reviews).map(({ index }) => index));
  const findings: Finding[] = reviews.flatMap((review, index) =>
    (repeats.has(index) ? ["must be listed once"] : validateDns1035Label(review)).map((fault) => ({
      path: [index],
      message: `${fault}; got "${review}"`,
      value: review,
    })),
  );
  if (!mayBeUnknown && !reviews.some((review) => knownReviewVersions.has(review))) {
    findings.push({ path: [], message: 'must include "v1" or "v1beta1"', help });
  }
  return findings;
}

const approval = rule<CustomResourceDefinition>(
  {
    id: "crd/api-approved",
    severity: "error",
    summary: "a definition in a group of the Kubernetes project has the annotation `api-approved.kubernetes.io`",
  },
  (definition, place, visit) => {
    const { group: name = "" } = definition.spec ?? {};
    if (!isProtectedGroup(name)) return;
    const state = approvalOf(definition);
    const old = visit.oldObject;
    if (old && approvalOf(old) === state) return;
    if (state === "approved" || state === "bypassed") return;
    const given = definition.metadata?.annotations?.[approvedAnnotation] ?? "";
    place
      .at("metadata", "annotations", approvedAnnotation)
      .say(`\`${approvedAnnotation}\` must be a URL, or begin with "unapproved", in the protected group "${name}"`, {
        ...(state === "missing" ? { cause: "required" as const } : {}),
        serverText:
          state === "missing" ? approvalReason(definition) : `${showGoValue(given)}: ${approvalReason(definition)}`,
        help: "use a group in your own domain",
      });
  },
);

const preserveUnknownFields = rule<CustomResourceDefinition>(
  { id: "crd/preserve-unknown-fields", severity: "error", summary: "`spec.preserveUnknownFields` is false" },
  (definition, place, visit) => {
    const { spec: value } = definition;
    if (!value?.preserveUnknownFields || visit.oldObject?.spec?.preserveUnknownFields) return;
    const strategy = value.conversion && (value.conversion.strategy ?? "");
    const isConverted = strategy !== undefined && strategy !== "None";
    const instead = "set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
    const at = place.at("spec", "preserveUnknownFields");
    const serverText = `true: cannot set to true, ${instead}`;
    const ofConversion = {
      field: place.at("spec", "conversion", "strategy").path,
      serverText: `${quoteGo(strategy ?? "")}: must be None if spec.preserveUnknownFields is true`,
    };
    // kube-apiserver reports defaults in the schema first.
    const schemas = eachVersion(definition).map(([, version]) => version.schema?.openAPIV3Schema);
    const isDefaulting = schemas.some((schema) => isPlainObject(schema) && hasDefaults(schema));
    const ofDefaults = isDefaulting ? { serverText: "true: must be false in order to use defaults in the schema" } : {};
    at.say("must be false or absent", {
      serverText,
      help: "write `x-kubernetes-preserve-unknown-fields: true` in the schema to preserve unknown fields",
      ...ofDefaults,
      also: [...(isDefaulting ? [{ field: at.path, serverText }] : []), ...(isConverted ? [ofConversion] : [])],
    });
  },
);

const immutable = rule<CustomResourceDefinition>(
  {
    id: "crd/immutable",
    severity: "error",
    summary: "`group` and `plural` are immutable; `scope` and `kind` become immutable when the resource is established",
  },
  ({ spec: value = {} }, place, visit) => {
    const old = visit.oldObject;
    if (!old) return;
    const was = old.spec ?? {};
    const fault = (path: string[], before: string | undefined, now: string | undefined) => {
      if (before !== now)
        place.along(path).say(`field is immutable: must stay "${before ?? ""}"; got "${now ?? ""}"`, {
          value: now ?? "",
          after: ["spec"],
        });
    };
    if (isEstablished(old)) {
      fault(["spec", "scope"], was.scope, value.scope);
      fault(["spec", "names", "kind"], was.names?.kind, value.names?.kind);
    }
    fault(["spec", "group"], was.group, value.group);
    fault(["spec", "names", "plural"], was.names?.plural, value.names?.plural);
  },
);

const storedVersions = rule<CustomResourceDefinition>(
  {
    id: "crd/stored-versions",
    severity: "error",
    summary: "a version in `status.storedVersions` stays in `spec.versions`",
  },
  ({ spec }, place, visit) => {
    for (const [index, name] of storedVersionsOf(visit.oldObject).entries()) {
      if (spec?.versions?.some((each) => each.name === name)) continue;
      place.at("spec", "versions").say(`must still have "${name}": objects may be stored in this version`, {
        field: ["status", "storedVersions", index],
        serverText: `${JSON.stringify(name)}: ${missingVersionText(name)}`,
        help: "migrate the objects, then remove the version from `status.storedVersions`",
      });
    }
  },
);

const missingVersionText = (name: string): string =>
  `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage ` +
  `migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;

/** Returns `status.storedVersions`, or the storage version if the status lists no versions. */
function storedVersionsOf(definition: CustomResourceDefinition | undefined): readonly string[] {
  const listed = definition?.status?.storedVersions ?? [];
  if (listed.length > 0) return listed;
  const storing = definition?.spec?.versions?.find(({ storage }) => storage);
  return storing ? [storing.name ?? ""] : [];
}

/**
 * Replaces the schemas of all versions by their form in kube-apiserver, and returns the faults found while reading
 * them.
 */
function readFreeFields(definition: CustomResourceDefinition): FreeReading {
  const findings = eachVersion(definition).flatMap(([path, { schema }]) => {
    if (schema?.openAPIV3Schema === undefined) return [];
    const read = readStoredSchema(schema.openAPIV3Schema);
    schema.openAPIV3Schema = read.schema;
    return read.findings.map((finding) => moveBelow([...path, "schema", "openAPIV3Schema"], finding));
  });
  return {
    unfit: findings.filter(({ cause }) => cause === "type"),
    unknown: findings.filter(({ cause, severity }) => cause !== "type" && severity === "error").map(({ path }) => path),
  };
}

/** Returns a rule that reports one aspect of the schema analysis. */
const schemaRule = (id: string, aspect: Aspect, severity: "error" | "warning", summary: string): DefinitionRule =>
  rule<CustomResourceDefinition>({ id, severity, summary }, (_definition, place, visit) => {
    const { findings } = visit.once(schemaAnalysis);
    const found = findings.filter((each) => each.aspect === aspect).map(({ finding }) => finding);
    place.pass(found.map((finding) => toInternalFinding(finding, visit.once(commonParts))));
  });

const schemaRules: readonly DefinitionRule[] = [
  schemaRule(
    "crd/schema-field",
    "field",
    "error",
    "a schema has only known fields, each with the type that JSON Schema defines",
  ),
  schemaRule("crd/schema-keyword", "keyword", "error", "a schema uses only keywords that the API server supports"),
  schemaRule(
    "crd/schema-root",
    "root",
    "error",
    "the root of a schema has `type: object`; with a status subresource, only some keywords are allowed at the root",
  ),
  schemaRule(
    "crd/structural",
    "structural",
    "error",
    "a schema is structural: every field has exactly one declared type",
  ),
  schemaRule(
    "crd/list-type",
    "list-type",
    "error",
    "items of a set are scalars or atomic lists and maps; keys of a map list are scalars",
  ),
  schemaRule("crd/default", "default", "error", "a default is valid and has only fields that the schema declares"),
  schemaRule(
    "crd/validation-rule",
    "rule",
    "error",
    "a validation rule has an expression; its message is one line and not blank",
  ),
  schemaRule(
    "crd/rule-expression",
    "rule-expression",
    "error",
    "a validation rule compiles against the types of its schema",
  ),
  schemaRule(
    "crd/rule-cost",
    "rule-cost",
    "error",
    "a validation rule stays within its cost budget for the largest object that the schema allows",
  ),
  schemaRule("crd/format", "format", "warning", "a schema uses only formats that the API server checks"),
];

const definitionRules: readonly DefinitionRule[] = [
  metadataName,
  group,
  names,
  versions,
  deprecationWarning,
  printerColumns,
  scale,
  selectableFields,
  conversionRule,
  approval,
  preserveUnknownFields,
  immutable,
  storedVersions,
  acceptedNames,
  ...schemaRules,
  ...expressionRules((_definition: CustomResourceDefinition, visit) =>
    lintedRules(expressionsToLint(visit.once(schemaAnalysis).compiled, visit)),
  ),
];

export const customResourceDefinition = kind("apiextensions/v1.CustomResourceDefinition", {
  nameRule: subdomainName,
  rules: definitionRules.map(withInternalFields),
  defines: { rules: customResourceRuleInfos, kindOf: (definition) => customKind(definition) },
  applyDefaults(object) {
    const { spec: value, status } = object;
    if (!value) return;
    const storedVersions = storedVersionsOf(object);
    if (storedVersions.length > 0) object.status = { ...status, storedVersions: [...storedVersions] };
    value.names ??= {};
    if (!value.names.singular && value.names.kind) value.names.singular = value.names.kind.toLowerCase();
    if (!value.names.listKind && value.names.kind) value.names.listKind = `${value.names.kind}List`;
    value.conversion ??= { strategy: "None" };
    const service = value.conversion.webhook?.clientConfig?.service;
    if (service) service.port ??= 443;
  },
  resource: {
    columns: definitionColumns,
    // A write of the status also changes labels and annotations: kube-apiserver intends to keep the stored ones, but
    // copies those of the new object.
    ...separateStatusStrategy,
    resetFields: { "": ["status"], status: ["spec"] },
    answersDeletionWithObject: true,
    prepareForUpdate(object, oldObject) {
      dropEmptyWebhook(object);
      keepStored("status", object, oldObject);
      const storing = object.spec?.versions?.find(({ storage }) => storage)?.name ?? "";
      const known = object.status?.storedVersions ?? [];
      if (storing === "" || known.includes(storing)) return;
      object.status = { ...object.status, storedVersions: [...known, storing] };
    },
    readFreeFields,
    markDeleted(object) {
      object.metadata ??= {};
      delete object.metadata.deletionGracePeriodSeconds;
      const finalizers = object.metadata.finalizers ?? [];
      if (!finalizers.includes(cleanupFinalizer)) object.metadata.finalizers = [...finalizers, cleanupFinalizer];
      const message = "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
      const condition = terminatingCondition("True", "InstanceDeletionPending", message);
      object.status = withCondition(object.status ?? {}, condition, object.metadata.deletionTimestamp ?? "");
    },
    prepareForCreate(object) {
      dropEmptyWebhook(object);
      object.status = {
        storedVersions: object.spec?.versions?.flatMap(({ name = "", storage }) => (storage ? name : [])) ?? [],
      };
    },
  },
});

/**
 * Drops a webhook without fields: the internal type of kube-apiserver contains the fields of a webhook but no webhook
 * object, so an empty one is lost.
 */
function dropEmptyWebhook({ spec: { conversion } = {} }: CustomResourceDefinition): void {
  const { webhook } = conversion ?? {};
  if (webhook && !webhook.clientConfig && !webhook.conversionReviewVersions) delete conversion?.webhook;
}
