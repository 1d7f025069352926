/**
 * `clustervet authz`: shows what the authorizers of a configuration decide about a request.
 *
 * @module
 */
import type { Command } from "commander";
import { type AssumedResponse, type Authorization, planAuthorization, type Step } from "../../access/authorize.ts";
import type { ConditionResult } from "../../access/match-conditions.ts";
import type { RbacDecision } from "../../access/rbac.ts";
import type { AccessRequest } from "../../access/request.ts";
import { describeRequest } from "../../access/request-text.ts";
import { readReview } from "../../access/review.ts";
import type { AuthorizationConfiguration } from "../../api/types/apiserver-v1.ts";
import type { Settings } from "../../engine/options.ts";
import { visible } from "../../report/visible.ts";
import type { ProjectDocument } from "../../rule/rule.ts";
import type { SourceFile } from "../../source/source-file.ts";
import { exitCannotRun, exitClean, exitFindings, UsageError } from "../exit.ts";
import { type End, io } from "../io.ts";
import { type FoundRbac, faultLines, faultsJson, grantJson, grantRows, loadRbac } from "../rbac-manifests.ts";
import {
  addResultOptions,
  faultText,
  loadConfiguration,
  loadSettings,
  loadValue,
  placeJson,
  printJson,
  type ResultFlags,
  rangeIn,
  textStyle,
} from "../single-result.ts";
import { tableLines } from "../table.ts";
import { collect } from "../target-options.ts";
import { print, writeError } from "../terminal.ts";

interface AuthzFlags extends ResultFlags {
  readonly config: string;
  readonly review: string;
  readonly rbac?: readonly string[];
  readonly webhook?: readonly string[];
}

export function addAuthzCommand(program: Command, end: End): void {
  const command = program
    .command("authz")
    .summary("show how the authorizers of a configuration decide a request")
    .description(
      "Follows a SubjectAccessReview through the authorizers of an AuthorizationConfiguration: shows which of them the API " +
        "server asks, the match conditions, the answer of RBAC with the given manifests, and the decision. If it depends on a " +
        "webhook, assume its answer with --webhook.",
    )
    .requiredOption("-c, --config <file>", "the AuthorizationConfiguration; - is standard input")
    .requiredOption("-r, --review <file>", "the SubjectAccessReview; - is standard input")
    .option("--rbac <path>", "roles and bindings: a file, directory or pattern, repeatable", collect)
    .option("--webhook <name=answer>", "assume an answer: allow, deny, no-opinion or fail; repeatable", collect);
  addResultOptions(command)
    .addHelpText("after", examples)
    .action((flags: AuthzFlags) => end(authz(flags)));
}

const examples = `
Examples:
  clustervet authz --config authz.yaml --review review.yaml --rbac manifests/
  clustervet authz --config authz.yaml --review review.yaml --webhook policy=no-opinion --format json

Exit codes: 0 allowed, 1 denied, 2 it depends on an authorizer that clustervet cannot ask, or could not run.`;

/** @returns the exit code */
function authz(flags: AuthzFlags): number {
  if (flags.config === "-" && flags.review === "-") throw new UsageError("only one file can be standard input");
  const { settings, project } = loadSettings(flags);
  const { file, object } = loadConfiguration<AuthorizationConfiguration>(
    flags.config,
    "AuthorizationConfiguration",
    settings,
    flags,
  );
  const request = loadReview(flags, settings);
  const manifests = flags.rbac && loadRbac(flags.rbac, settings, project);
  const rbac = manifests?.policy.authorize(request);
  const result = planAuthorization(object, settings.target)(request, {
    assumed: assumptions(flags.webhook ?? [], object),
    ...(rbac ? { rbac: () => ({ isAllowed: rbac.grant !== undefined, reason: rbac.reason }) } : {}),
  });
  const hasRbacStep = result.steps.some(({ type }) => type === "RBAC");
  const answer: Answer = {
    request,
    result,
    file,
    ...(hasRbacStep && manifests && rbac ? { rbac: { answer: rbac, manifests } } : {}),
  };
  if (flags.format === "json") printAnswerJson(answer, settings.target);
  else printAnswer(answer, flags);
  if (manifests?.isIncomplete) return exitCannotRun;
  return { allowed: exitClean, denied: exitFindings, depends: exitCannotRun }[result.decision];
}

/** @throws {UsageError} if the document is not a valid SubjectAccessReview; prints its faults first */
function loadReview(flags: AuthzFlags, settings: Settings): AccessRequest {
  const { file, object } = loadValue(flags.review, flags);
  const reading = readReview(object, settings.catalog.groupDomain);
  if (reading.ok) return reading.value;
  for (const fault of reading.error) {
    const range = rangeIn(file, fault);
    writeError(`${faultText(file, "authz/review", { ...fault, range }, textStyle(flags, io().stderr))}\n`);
  }
  throw new UsageError(`${file.name} is not a valid SubjectAccessReview`);
}

const answers: readonly AssumedResponse[] = ["allow", "deny", "no-opinion", "fail"];

/** @throws {UsageError} for an unknown answer, and for a webhook that is not in the configuration */
function assumptions(texts: readonly string[], { authorizers = [] }: AuthorizationConfiguration) {
  const webhooks = authorizers.filter(({ type }) => type === "Webhook").map(({ name = "" }) => name);
  return new Map(
    texts.map((text): [string, AssumedResponse] => {
      const at = text.lastIndexOf("=");
      const name = text.slice(0, Math.max(0, at));
      const answer = answers.find((each) => each === text.slice(at + 1));
      if (at < 1 || !answer) throw new UsageError(`--webhook must be NAME=${answers.join("|")}; got "${text}"`);
      if (!webhooks.includes(name)) {
        const known = webhooks.length > 0 ? `webhooks: ${webhooks.join(", ")}` : "the configuration has no webhooks";
        throw new UsageError(`--webhook: the configuration has no webhook "${name}"`, known);
      }
      return [name, answer];
    }),
  );
}

interface Answer {
  readonly request: AccessRequest;
  readonly result: Authorization;
  readonly file: SourceFile;
  /** Set if RBAC was evaluated. */
  readonly rbac?: { readonly answer: RbacDecision<ProjectDocument>; readonly manifests: FoundRbac };
}

function printAnswerJson({ request, result, file, rbac }: Answer, target: string): void {
  const { kind, ...attributes } = request.attributes;
  printJson({
    target,
    decision: result.decision,
    dependsOn: result.dependsOn,
    request: { user: request.user.username, groups: request.user.groups, ...attributes },
    authorizers: result.steps.map((step) => stepJson(step, file)),
    rbac: rbac && {
      allowed: rbac.answer.grant !== undefined,
      reason: rbac.answer.reason,
      grant: rbac.answer.grant && grantJson(rbac.answer.grant, rbac.manifests),
      faults: faultsJson(rbac.answer.faults, rbac.manifests),
    },
  });
}

function stepJson({ name, type, path, opinion, reason, match }: Step, file: SourceFile): object {
  return {
    name,
    type,
    opinion,
    reason,
    ...(path.length > 0 ? placeJson(file.name, path, rangeIn(file, { path })) : {}),
    matchConditions: match?.conditions.map(({ text, path: at, outcome, message, span }) => ({
      expression: text,
      outcome,
      message,
      ...placeJson(file.name, at, rangeIn(file, { path: at, ...(span ? { span } : {}) })),
    })),
  };
}

function printAnswer({ request, result, file, rbac }: Answer, flags: AuthzFlags): void {
  const { username, groups } = request.user;
  const lines = [
    visible(`${decisionText(result)}: ${username || "(no name)"} ${describeRequest(request.attributes)}`),
    visible(`groups: ${groups.length > 0 ? groups.join(", ") : "-"}`),
    "",
    ...tableLines([["AUTHORIZER", "TYPE", "SAYS", "BECAUSE"], ...result.steps.map(stepRow)]),
  ];
  for (const step of result.steps) lines.push(...conditionLines(step, file, flags));
  if (rbac?.answer.grant) lines.push("", ...tableLines(grantRows(rbac.answer.grant, rbac.manifests)));
  const faults = rbac ? faultLines(rbac.answer.faults, rbac.manifests) : [];
  if (faults.length > 0) lines.push("", ...faults.map(visible));
  print(`${lines.join("\n")}\n`);
}

function decisionText({ decision, dependsOn, steps }: Authorization): string {
  if (decision !== "depends") return decision;
  const last = steps.at(-1)?.opinion === "allow" ? "allowed" : "denied";
  return `depends on ${dependsOn.join(", ")} (${last} if there is no opinion)`;
}

function stepRow({ name, type, opinion, reason }: Step): readonly string[] {
  return [name, type, opinion, reason];
}

function conditionLines({ name, match }: Step, file: SourceFile, flags: AuthzFlags): readonly string[] {
  if (!match) return [];
  const rows = match.conditions.map((condition) => [
    `  ${condition.outcome}`,
    condition.text.trim().replace(/\s+/g, " "),
  ]);
  return [
    "",
    visible(`match conditions of ${name}:`),
    ...tableLines(rows),
    ...match.conditions.flatMap((each) => errorLines(each, file, flags)),
  ];
}

function errorLines({ message, path, span }: ConditionResult, file: SourceFile, flags: AuthzFlags): readonly string[] {
  if (message === undefined) return [];
  const range = rangeIn(file, { path, ...(span ? { span } : {}) });
  return [
    "",
    faultText(file, "authz/match-condition", { message, path, range }, textStyle(flags, io().stdout)).trimEnd(),
  ];
}
