/**
 * The lint engine as the server's validation: what it calls an error is refused, what it warns of the client is told.
 *
 * @module
 */

import { formatPath } from "../../diagnostic/path.ts";
import { validate } from "../../engine/validate.ts";
import { compareUtf8 } from "../../lexical/utf8.ts";
import type { RuleContext } from "../../rule/rule.ts";
import type { Attempt } from "../registry/parts.ts";
import { invalid } from "../request/failures.ts";
import { fieldCause } from "../request/field-cause.ts";

/** The context of rules; `oldObject` when it is an update. */
export type ContextFor = (version: string, oldObject?: unknown) => RuleContext;

/** Most advice that is given with one answer. */
const maxWarnings = 10;

/** @throws {StatusError} Invalid, with a cause for each fault; from the function that it returns */
export function engineValidation(contextFor: ContextFor): (attempt: Attempt) => void {
  return (attempt) => {
    const { resource, object, oldObject, subresource, target } = attempt;
    if (!object) return;
    const { apiVersion, kind, definition, kindVersion, group } = resource;
    const context = contextFor(kindVersion.name, oldObject && { apiVersion, kind, ...oldObject });
    const subject = {
      kind: definition,
      version: kindVersion,
      context: subresource === "" ? context : { ...context, subresource },
    };
    const { findings } = validate({ apiVersion, kind, ...object }, subject as Parameters<typeof validate>[1]);
    const errors = findings.filter(({ severity }) => severity === "error");
    if (errors.length > 0) {
      const causes = errors.map(fieldCause).sort((a, b) => compareUtf8(a.field ?? "", b.field ?? ""));
      throw invalid({ group, kind, name: object.metadata.name ?? target.name }, causes);
    }
    const warnings = findings.filter(({ severity }) => severity === "warning");
    for (const { path, message } of warnings.slice(0, maxWarnings)) attempt.warn(`${formatPath(path)}: ${message}`);
  };
}
