/**
 * Findings of mutating policies about an object of a run: their refusals, their changes, and whether kube-apiserver
 * accepts the changed object.
 *
 * @part policies
 * @module
 */
import { formatPath } from "../diagnostic/path.ts";
import { formatJson } from "../json/format-json.ts";
import { type Difference, jsonDifferences } from "../patch/json-difference.ts";
import type { AdmissionRequest, ClusterObject } from "../policy/admission-request.ts";
import type { MutationFinding } from "../policy/mutation-pass.ts";
import type { Change, Mutation } from "../policy/policy-set.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import type { RuleFinding } from "../rule/run.ts";
import type { Settings } from "./options.ts";
import type { PolicyRequest } from "./policy-request.ts";
import { validate } from "./validate.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns the request that validating policies get after mutation; undefined if a mutating policy refuses the request.
 */
export function requestAfter(
  { validating, after }: PolicyRequest,
  mutation: Mutation<ClusterObject>,
): AdmissionRequest | undefined {
  if (mutation.findings.length > 0) return undefined;
  // If nothing changed, avoid computing the object of the request.
  const object = mutation.changes.length > 0 ? mutation.object : undefined;
  return object ? after(object) : validating;
}

/** Returns the errors of the mutated object that it did not have before. */
function faultsAfter(
  mutation: Mutation<ClusterObject>,
  { mutating }: PolicyRequest,
  settings: Settings,
): readonly RuleFinding[] {
  if (mutation.changes.length === 0) return [];
  const { form, oldObject, subresource } = mutating;
  if (!form) return [];
  const { kind, version } = form;
  const context = settings.contextFor(version.name, oldObject, subresource);
  const errorsOf = (object: JsonObject | undefined) =>
    validate(object, { kind, version, context }).findings.filter(({ severity }) => severity === "error");
  const known = new Set(errorsOf(mutating.object).map(textOf));
  return errorsOf(mutation.object).filter((finding) => !known.has(textOf(finding)));
}

const textOf = ({ rule, path, message }: RuleFinding): string => `${rule} ${formatPath(path)}: ${message}`;

/** @param request - the request that creates the object of the document */
export function mutationFindings(
  mutation: Mutation<ClusterObject>,
  request: PolicyRequest,
  { kind }: ProjectDocument,
  settings: Settings,
): readonly RuleFinding[] {
  const refusals = mutation.findings.map((finding) => refusalFinding(finding, settings));
  const by = [...new Set(mutation.changes.map(({ policy }) => JSON.stringify(policy.name)))].join(", ");
  const faults = faultsAfter(mutation, request, settings).map(
    ({ rule, path, message, cause }): RuleFinding => ({
      rule: "policy/mutation",
      severity: "error",
      cause,
      path,
      message: `after ${by}: ${formatPath(path)}: ${message} (${rule})`,
    }),
  );
  const shown = settings.showsMutations ? mutation.changes.flatMap((change) => changeFindings(change, kind)) : [];
  return [...refusals, ...faults, ...shown];
}

function refusalFinding(
  { policy, binding, message, reason, isInternal }: MutationFinding,
  { cluster }: Settings,
): RuleFinding {
  const help = `policy "${policy.name}"${binding ? ` with binding "${binding.name}"` : ""}`;
  if (reason || isInternal || cluster) {
    return { rule: "policy/mutation", severity: "error", cause: "invalid", path: [], message, help };
  }
  const words = `not evaluated by policy "${policy.name}": ${message}`;
  const withParams = "pass the parameters with `--policy`, and the definition of their kind with `--schema-location`";
  return { rule: "policy/params", severity: "warning", cause: "not-found", path: [], message: words, help: withParams };
}

/** The most characters of a value that a message shows. */
const maxShownLength = 200;

function changeFindings({ policy, before, after }: Change<ClusterObject>, kind: string): readonly RuleFinding[] {
  return jsonDifferences(before, after).map((difference) => ({
    rule: "policy/mutated",
    severity: "info",
    cause: "invalid",
    path: difference.path,
    message: `policy ${JSON.stringify(policy.name)} ${differenceText(difference, kind === "Secret")}`,
  }));
}

/** @param isSensitive - whether values must not be printed */
export function differenceText({ op, path, value }: Difference, isSensitive: boolean): string {
  const at = `\`${formatPath(path)}\``;
  if (op === "remove") return `removes ${at}`;
  const text = formatJson(value);
  const shown = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}...` : text;
  const verb = op === "add" ? "adds" : "changes";
  return isSensitive ? `${verb} ${at}` : `${verb} ${at}${op === "add" ? ":" : " to"} ${shown}`;
}
