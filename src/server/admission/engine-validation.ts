/**
 * The lint engine as the server's validation: the server refuses errors and sends warnings to the client.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { validateHeld } from "../../engine/validate.ts";
import type { RuleContext } from "../../rule/context.ts";
import { isInternal } from "../../rule/fault.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import type { ApiObject } from "../request/api-object.ts";
import { invalid } from "../request/failures.ts";
import { fieldCauses, warningTexts } from "../request/field-cause.ts";
import type { ServedKind } from "../request/served-resource.ts";

/** The context of rules; `oldObject` when it is an update. */
export type ContextFor = (version: string, oldObject?: unknown) => RuleContext;

/** Maximum number of faults of one object in an answer. */
const maxFindings = 100;
/** Most advice that is given with one answer. */
const maxWarnings = 10;

/**
 * A request does not wait for advice on more expressions of one object, or on longer ones in all, in UTF-16 units; `lint` gives
 * it on any number.
 */
const maxAdvised = { expressions: 200, length: 32 * 1024 };
const noAdvice = { expressions: 0, length: 0 };

/** Rules whose findings other parts of the server say in their own words, plugins only where they are on. */
const saidElsewhere: ReadonlySet<string> = new Set(["certificate-request/subject", "custom-resource/deprecated"]);

/** An object that is to be what its kind allows. */
export interface Candidate {
  readonly resource: ServedKind;
  readonly object: ApiObject;
  readonly oldObject?: ApiObject;
  /** As in `RuleContext`. */
  readonly floats?: readonly FieldPath[] | undefined;
  /** Empty for the object itself. */
  readonly subresource: string;
  readonly target: { readonly name: string };
  /** A text for the client. */
  warn(text: string): void;
}

/** Throws the StatusError that refuses: Invalid, with a cause for each fault. */
export type ValidateObject = (candidate: Candidate) => void;

/** Looks at what is written; deletions pass. */
export function engineValidation(
  validateObject: (candidate: Candidate) => void | Promise<void>,
): (attempt: AdmissionAttributes) => void | Promise<void> {
  return ({ object, ...attempt }) => {
    if (!object) return undefined;
    return validateObject(ofOwnKind({ ...attempt, object }));
  };
}

/** A kind that is stored as another one has rules of its own, those of the other among them. */
function ofOwnKind({ form, ...candidate }: Candidate & Pick<AdmissionAttributes, "form">): Candidate {
  if (form?.definition.resource?.storedAs === undefined) return candidate;
  const { conversion } = form.kindVersion;
  const inForm = (stored: ApiObject) => (conversion?.fromStored(stored) ?? stored) as ApiObject;
  const { object, oldObject } = candidate;
  return { ...candidate, resource: form, object: inForm(object), ...(oldObject && { oldObject: inForm(oldObject) }) };
}

/** The group in which objects of a kind are stored, of which faults of them speak. */
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
    // Who writes a subresource, mostly a controller, has not changed an expression.
    const asked = subresource === "" ? { maxAdvised } : { subresource, maxAdvised: noAdvice };
    const subject = {
      kind: definition,
      version: kindVersion,
      context: { ...context, floats, isAdmitted: true, ...asked },
    };
    const { findings: all } = validateHeld(
      { apiVersion, kind, ...object },
      subject as Parameters<typeof validateHeld>[1],
    );
    const findings = all.filter(({ rule }) => !saidElsewhere.has(rule));
    const failed = findings.find(isInternal);
    // Ours to answer for, not the client's.
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
 * Who writes a status has not written the rest; a scale is a part of what it belongs to. The API server itself warns of unmet rules
 * of a definition, whatever is written, and also who is refused.
 */
const isOfWrite =
  (subresource: string, isRefused: boolean) =>
  ({ path, serverText }: { readonly path: FieldPath; readonly serverText?: string | undefined }): boolean =>
    serverText !== undefined || (!isRefused && (subresource === "" || subresource === "scale" || path[0] === "status"));
