/**
 * Uses the lint engine for the server's validation: errors reject a write, and warnings are sent to the client.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { validateDecoded } from "../../engine/validate.ts";
import type { RuleContext } from "../../rule/context.ts";
import { isInternal } from "../../rule/fault.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { invalid } from "../request/failures.ts";
import { fieldCauses, warningTexts } from "../request/field-cause.ts";
import { fromStoredVersion, type ServedKind } from "../request/served-resource.ts";

/** Returns the context of rules for a version of a kind; `oldObject` is given on updates. */
export type ContextFor = (version: string, oldObject?: unknown) => RuleContext;

/** Maximum number of errors of one object in a response. */
const maxFindings = 100;
/** Maximum number of findings that one response reports as warnings. */
const maxWarnings = 10;

/**
 * Limits for the advice on the expressions of one object: their number, and their total length in UTF-16 units. A
 * request does not wait for advice beyond these limits; `lint` has none.
 */
const maxAdvised = { expressions: 200, length: 32 * 1024 };
const noAdvice = { expressions: 0, length: 0 };

/**
 * Rules whose findings other parts of the server report with their own messages; plugins do so only if they are
 * enabled.
 */
const rulesReportedElsewhere: ReadonlySet<string> = new Set([
  "certificate-request/subject",
  "custom-resource/deprecated",
]);

/** An object to validate against its kind. */
export interface Candidate {
  readonly resource: ServedKind;
  readonly object: ApiObject;
  readonly oldObject?: ApiObject;
  /** Same meaning as in `RuleContext`. */
  readonly floats?: readonly FieldPath[] | undefined;
  /** Empty for a write to the object itself. */
  readonly subresource: string;
  readonly target: { readonly name: string };
  /** Sends a warning to the client. */
  warn(text: string): void;
}

/** Validates an object. Throws an Invalid StatusError with a cause for each error. */
export type ValidateObject = (candidate: Candidate) => void;

/** Returns the validation step of admission. It validates the object of creates and updates; deletions pass. */
export function engineValidation(
  validateObject: (candidate: Candidate) => void | Promise<void>,
): (attempt: AdmissionAttributes) => void | Promise<void> {
  return ({ object, ...attempt }) => {
    if (!object) return undefined;
    return validateObject(toRequestKind({ ...attempt, object }));
  };
}

/**
 * Converts a candidate from the kind that it is stored as to the kind of the request. Validation then uses the rules of
 * the request's kind, which include those of the stored kind.
 */
function toRequestKind({ form, ...candidate }: Candidate & Pick<AdmissionAttributes, "form">): Candidate {
  if (form?.definition.resource?.storedAs === undefined) return candidate;
  const inForm = (stored: ApiObject) => fromStoredVersion(form, stored);
  const { object, oldObject } = candidate;
  return { ...candidate, resource: form, object: inForm(object), ...(oldObject && { oldObject: inForm(oldObject) }) };
}

/** Returns the API group in which objects of a kind are stored. Error messages name this group. */
function storedGroup({ group, definition }: ServedKind): string {
  const { storedAs } = definition.resource ?? {};
  return storedAs === undefined ? group : storedAs.slice(storedAs.indexOf(".") + 1);
}

export function objectValidation(contextFor: ContextFor): ValidateObject {
  return (candidate) => {
    const { resource, object, oldObject, floats, subresource, target } = candidate;
    const { apiVersion, kind, definition, kindVersion } = resource;
    const stored = oldObject && { apiVersion, kind, ...oldObject };
    const context = contextFor(kindVersion.name, stored);
    // No advice on expressions for subresources: their writers, mostly controllers, have not changed any expression.
    const contextOverrides = subresource === "" ? { maxAdvised } : { subresource, maxAdvised: noAdvice };
    const subject = {
      kind: definition,
      version: kindVersion,
      context: { ...context, floats, isAdmitted: true, ...contextOverrides },
    };
    const { findings: all } = validateDecoded({ apiVersion, kind, ...object }, subject);
    const findings = all.filter(({ rule }) => !rulesReportedElsewhere.has(rule));
    const failed = findings.find(isInternal);
    // An internal error of a rule: this server is at fault, not the client.
    if (failed) throw failed.thrown;
    const errors = findings.filter(({ severity }) => severity === "error");
    const warnings = findings
      .filter(({ severity }) => severity === "warning")
      .filter(isOfWrite(subresource, errors.length > 0));
    for (const warning of warnings.slice(0, maxWarnings)) {
      for (const text of warningTexts(warning, kindVersion.schema)) candidate.warn(text);
    }
    if (errors.length > 0) {
      const shown = errors.slice(0, maxFindings);
      const { schema } = kindVersion;
      const causes = fieldCauses(shown, { schema, object, isCustom: definition.isCustom === true }, maxFindings);
      const subject = { group: storedGroup(resource), kind, name: object.metadata.name ?? target.name };
      throw invalid(subject, causes, errors.length - shown.length, {
        apiVersion,
        kind,
        name: subject.name,
        namespace: object.metadata.namespace ?? "",
        findings: shown.map(({ rule, severity, cause, path, message, help }) => ({
          rule,
          severity,
          cause,
          path,
          message,
          ...(help === undefined ? {} : { help }),
        })),
      });
    }
  };
}

/**
 * Returns the filter for warnings that concern the fields of this write. A client that writes the status has not
 * written the other fields; the scale belongs to the object itself. Warnings that kube-apiserver sends itself, about
 * unmet rules of a definition, pass for every write and for rejected requests.
 */
const isOfWrite =
  (subresource: string, isRefused: boolean) =>
  ({ path, serverText }: { readonly path: FieldPath; readonly serverText?: string | undefined }): boolean =>
    serverText !== undefined || (!isRefused && (subresource === "" || subresource === "scale" || path[0] === "status"));
