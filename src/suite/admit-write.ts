/**
 * Simulates a write with the policies of a suite, in the order of the API server: mutating policies, the API server's
 * own validation, validating policies.
 *
 * @module
 */
import { impersonatedUser } from "../access/user.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { formatPath } from "../diagnostic/path.ts";
import { clusterObject } from "../engine/cluster-object.ts";
import { differenceText, requestAfter } from "../engine/mutations.ts";
import type { Settings } from "../engine/options.ts";
import { type PolicyRequest, policyRequest } from "../engine/policy-request.ts";
import { decodeWithDefaults, validate } from "../engine/validate.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { detectKind, parseApiVersion } from "../kind/detect.ts";
import type { Kind, KindVersion } from "../kind/kind.ts";
import { type AdmissionCase, admissionOperation } from "../kinds/clustervet/vet-suite.ts";
import { jsonDifferences } from "../patch/json-difference.ts";
import { type AdmissionRequest, metadataOf } from "../policy/admission-request.ts";
import type { RuleFinding } from "../rule/run.ts";
import { failure, type Result, success } from "../text/result.ts";
import type { AdmissionSubject, SuiteObject } from "./admission-policies.ts";

type JsonObject = Readonly<Record<string, unknown>>;

export interface Denial {
  /** Name of the policy that denies the write; empty if the API server's own validation does. */
  readonly by: string;
  readonly message: string;
  readonly policy?: SuiteObject;
  readonly expressionPath?: FieldPath;
}

export interface Admitted {
  readonly denial?: Denial;
  readonly warnings: readonly string[];
  readonly annotations: ReadonlyMap<string, string>;
  /** The object before the mutating policies; undefined for a deletion. */
  readonly before: unknown;
  /** The object after the mutating policies. */
  readonly object: unknown;
  /** The changes that mutating policies make, each as a line of text. */
  readonly changes: readonly string[];
}

/** @returns the result, or the reason why the write can't be simulated */
export function admitWrite(item: AdmissionCase, { settings, set: all }: AdmissionSubject): Result<Admitted> {
  const asked = item.resource?.includes("/") ? subresourceRequest(item, settings) : requestOf(item, settings);
  if (!asked.ok) return asked;
  const { request, subject } = asked.value;
  const misfit = subject && validationFault(item.object, subject, settings, isMisfit);
  const set = all.withObjects(extraObjects(item, request.mutating.namespace, settings));
  const mutation = set.mutate(request.mutating);
  const { object, changes, findings } = mutation;
  const isSecret = request.mutating.resource.resource === "secrets";
  const made = {
    warnings: [],
    annotations: new Map<string, string>(),
    before: request.mutating.object,
    object,
    changes: changes.flatMap(({ policy, before, after }) =>
      jsonDifferences(before, after).map((each) => `${policy.name} ${differenceText(each, isSecret)}`),
    ),
  };
  if (misfit !== undefined) return success({ ...made, denial: { by: "", message: misfit } });
  const [refusal] = findings;
  if (refusal) {
    const { policy, message } = refusal;
    return success({ ...made, denial: { by: policy.name, message, policy } });
  }
  const fault = subject && validationFault(object, subject, settings);
  if (fault !== undefined) return success({ ...made, denial: { by: "", message: fault } });
  const judgement = set.runValidatingPolicies(requestAfter(request, mutation) ?? request.validating);
  const denial = judgement.findings.find(({ action }) => action === "Deny");
  const warnings = judgement.findings.filter(({ action }) => action === "Warn").map(({ message }) => message);
  const answer = { ...made, warnings, annotations: judgement.annotations };
  if (!denial) return success(answer);
  const { policy, message, expressionPath } = denial;
  return success({
    ...answer,
    denial: { by: policy.name, message, policy, ...(expressionPath && { expressionPath }) },
  });
}

/** The kind against which the API server validates the object. */
interface Subject {
  readonly kind: Kind;
  readonly version: KindVersion;
  readonly oldObject: unknown;
}

interface SimulatedRequest {
  readonly request: PolicyRequest;
  /** Absent if the API server's validation does not apply: for deletions and subresources. */
  readonly subject?: Subject;
}

function requestOf(item: AdmissionCase, settings: Settings): Result<SimulatedRequest> {
  const operation = admissionOperation(item);
  if (operation === "CONNECT") return failure("CONNECT needs a subresource");
  const value = item.object ?? item.oldObject;
  const detection = isPlainObject(value) ? detectKind(value, settings.catalog) : undefined;
  if (!detection || !("kind" in detection) || detection.list !== "none") {
    return failure("the object must be of a known kind and version");
  }
  const { kind, version } = detection;
  const held = (each: unknown) =>
    decodeWithDefaults(each, { kind, version, context: settings.contextFor(version.name) }) as JsonObject;
  const { name = "", namespace = "" } = metadataOf(value) as { readonly name?: string; readonly namespace?: string };
  const isNamespaced = kind.resource?.scope === "Namespaced";
  const request = policyRequest(
    {
      kind,
      version,
      name: item.resourceName ?? name,
      namespace: isNamespaced ? namespace || item.namespace || "default" : "",
      operation,
      user: userOf(item, settings),
      ...(item.object !== undefined && { object: held(item.object) }),
      ...(item.oldObject !== undefined && { oldObject: held(item.oldObject) }),
      isDryRun: item.dryRun ?? false,
    },
    settings,
  );
  if (!request) return failure(`no API server stores ${kind.kind} ${version.name}`);
  if (item.object === undefined) return success({ request });
  return success({ request, subject: { kind, version, oldObject: request.mutating.oldObject } });
}

/**
 * Creates a request to a subresource. The body may be of another kind than the resource, and policies see it as
 * written.
 */
function subresourceRequest(item: AdmissionCase, settings: Settings): Result<SimulatedRequest> {
  const { catalog } = settings;
  const [resource = "", subresource = ""] = (item.resource ?? "").split("/");
  const [plural = "", ...group] = resource.split(".");
  const kind = catalog.kinds.find(
    (each) => each.resource?.plural === plural && (group.length === 0 ? true : each.group.startsWith(`${group[0]}.`)),
  );
  if (!kind?.resource) return failure(`no API server has the resource ${resource}`);
  const body = (item.object ?? item.oldObject) as JsonObject;
  const { group: bodyGroup, version } = parseApiVersion(String(body["apiVersion"] ?? "")) ?? {};
  if (bodyGroup === undefined || version === undefined) return failure("the object must have an `apiVersion`");
  const { name = "", namespace = "" } = metadataOf(body) as { readonly name?: string; readonly namespace?: string };
  const own = kind.versions.find((each) => each.name === version)?.name ?? kind.versions[0]?.name ?? "";
  const resourceGroup = kind.group.replace("<domain>", catalog.groupDomain);
  const form = detectKind(body, catalog);
  const request: AdmissionRequest = {
    kind: { group: bodyGroup, version, kind: String(body["kind"] ?? "") },
    resource: { group: resourceGroup, version: own, resource: plural },
    ...("kind" in form && {
      form: { kind: form.kind, version: form.version, context: settings.contextFor(form.version.name) },
    }),
    subresource,
    name: item.resourceName ?? name,
    namespace: kind.resource.scope === "Namespaced" ? namespace || item.namespace || "default" : "",
    operation: admissionOperation(item),
    user: userOf(item, settings),
    ...(item.object !== undefined && { object: item.object as JsonObject }),
    ...(item.oldObject !== undefined && { oldObject: item.oldObject as JsonObject }),
    isDryRun: item.dryRun ?? false,
    equivalents: [],
  };
  return success({ request: { mutating: request, validating: request, after: (object) => ({ ...request, object }) } });
}

const userOf = ({ as }: AdmissionCase, settings: Settings) =>
  as ? impersonatedUser(as.user ?? "", as.groups ?? []) : settings.user;

/** Returns the objects of a case that exist in the cluster in addition to those of the files. */
function extraObjects(
  { namespaceObject, params = [] }: AdmissionCase,
  namespace: string,
  settings: Settings,
): readonly SuiteObject[] {
  const named = isPlainObject(namespaceObject)
    ? {
        apiVersion: "v1",
        kind: "Namespace",
        ...namespaceObject,
        metadata: { ...metadataOf(namespaceObject), name: namespace },
      }
    : undefined;
  return [named, ...(params as readonly unknown[])].flatMap((value) => clusterObject(value, settings) ?? []);
}

/** Whether the API server finds the fault while it decodes the object, before admission. */
const isMisfit = ({ rule }: RuleFinding): boolean => rule.startsWith("schema/");

/** Returns the errors for which the API server itself rejects an object. */
function validationFault(
  object: unknown,
  { kind, version, oldObject }: Subject,
  settings: Settings,
  isMeant: (finding: RuleFinding) => boolean = () => true,
): string | undefined {
  const context = settings.contextFor(version.name, oldObject);
  const { findings } = validate(object, { kind, version, context });
  const errors = findings.filter((finding) => finding.severity === "error" && isMeant(finding));
  if (errors.length === 0) return undefined;
  return errors.map(({ path, message }) => `${formatPath(path)}: ${message}`).join("; ");
}
