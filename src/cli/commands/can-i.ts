/**
 * `clustervet can-i`: whether roles and bindings of manifests allow a request, and which of them does.
 *
 * @module
 */
import { existsSync, readdirSync } from "node:fs";
import type { Command } from "commander";
import { describeRequest, parseQuestion, type Question } from "../../access/question.ts";
import type { RbacAnswer } from "../../access/rbac.ts";
import { type AccessAttributes, type AccessRequest, namespaceOf } from "../../access/request.ts";
import { impersonatedUser, mastersGroup } from "../../access/user.ts";
import type { ProjectDocument } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";
import { type AnswerFlags, addAnswerOptions, printJson, settleAnswer } from "../answer.ts";
import { exitCannotRun, exitClean, exitFindings, UsageError } from "../exit.ts";
import { isPattern } from "../glob.ts";
import type { End, ExitCode } from "../io.ts";
import { addLiveOptions, isLive, type LiveFlags } from "../live-options.ts";
import { askCluster } from "../live-rbac.ts";
import { type FoundRbac, faultLines, faultsJson, grantJson, grantRows, loadRbac } from "../rbac-manifests.ts";
import { tableLines } from "../table.ts";
import { collect, given } from "../target-options.ts";
import { printLines } from "../terminal.ts";

interface CanIFlags extends AnswerFlags, LiveFlags {
  readonly as: string;
  readonly asGroup?: readonly string[];
  readonly namespace?: string;
  readonly name?: string;
}

export function addCanICommand(program: Command, end: End): void {
  const command = program
    .command("can-i")
    .summary("show whether the roles and bindings in manifests or of a cluster allow a request")
    .description(
      "Decides as the RBAC authorizer would with these manifests, or with what a cluster holds (--live), and shows the binding, subject, role and rule that " +
        "allow it. RESOURCE may have a group and a subresource, such as deployments.apps/scale, or be a URL path such as " +
        "/healthz. If more than one word follows RESOURCE, and the first of them is not a path, it is the NAME of an object.",
    )
    .argument("<verb>", "get, list, create ...; * is every verb")
    .argument("<resource>", "RESOURCE[.GROUP][/SUBRESOURCE], or a path; * is every resource of every group")
    .argument("[name-and-paths...]", "NAME of the object, then files, directories, patterns or - (default: here)")
    .requiredOption("--as <user>", "the user; system:serviceaccount:NAMESPACE:NAME for a service account")
    .option("--as-group <group>", "a group of the user, repeatable", collect)
    .option("-n, --namespace <name>", "namespace of the request (default: cluster-wide)")
    .option("--name <name>", "name of the object");
  addLiveOptions(addAnswerOptions(command), "ask the roles and bindings of a cluster instead of files")
    .addHelpText("after", examples)
    .action((verb: string, resource: string, rest: string[], flags: CanIFlags) =>
      end(canI(verb, resource, rest, flags)),
    );
}

const examples = `
Examples:
  clustervet can-i list pods --as jane --as-group dev -n prod manifests/
  clustervet can-i update deployments.apps/scale web --as system:serviceaccount:prod:robot -n prod .
  clustervet can-i get /metrics --as prometheus rbac.yaml
  clustervet can-i delete pods -n prod --as jane --live --context prod

Exit codes: 0 yes, 1 no, 2 could not tell.`;

/** @returns the exit code */
function canI(verb: string, what: string, rest: readonly string[], flags: CanIFlags): ExitCode | Promise<ExitCode> {
  const { settings, project } = settleAnswer(flags);
  const { name, paths } = isLive(flags) ? nameOnly(rest, flags) : splitRest(rest, flags);
  const options = {
    groupDomain: settings.catalog.groupDomain,
    ...given("name", name),
    ...given("namespace", flags.namespace),
  };
  if (isLive(flags)) {
    const live = askCluster(flags, { verb, what, ...options }, settings);
    return live.then(({ question, found }) => decide(question, found, flags));
  }
  return decide(parseQuestion(verb, what, options), loadRbac(paths, settings, project), flags);
}

/** Prints the answer. @returns the exit code */
function decide({ attributes, notes }: Question, manifests: FoundRbac, flags: CanIFlags): number {
  const request = { user: impersonatedUser(flags.as, flags.asGroup ?? []), attributes };
  const answer: Answer = {
    request,
    rbac: manifests.policy.authorize(request),
    notes,
    isMaster: request.user.groups.includes(mastersGroup),
    elsewhere: namespacesOf(request, manifests),
  };
  if (flags.format === "json") printAnswerJson(answer, manifests);
  else printAnswer(answer, manifests);
  if (manifests.isIncomplete) return exitCannotRun;
  return isAllowed(answer) ? exitClean : exitFindings;
}

interface Rest {
  readonly name?: string;
  readonly paths: readonly string[];
}

/** @throws {UsageError} for files, which a cluster does not need */
function nameOnly(rest: readonly string[], flags: CanIFlags): Rest {
  const [name = flags.name, ...others] = rest;
  const surplus = flags.name === undefined ? others[0] : rest[0];
  if (surplus !== undefined) throw new UsageError(`--live reads no files, and there is one name; got "${surplus}"`);
  return { ...(name === undefined ? {} : { name }), paths: [] };
}

/** @throws {UsageError} */
function splitRest(rest: readonly string[], flags: CanIFlags): Rest {
  const [first, ...others] = rest;
  if (first === undefined || isPath(first))
    return { ...(flags.name === undefined ? {} : { name: flags.name }), paths: rest };
  if (flags.name !== undefined || others.length === 0) {
    throw new UsageError(`${first}: no such file or directory`, `for the object's name pass --name ${first}`);
  }
  const meant = closest(first, readdirSync("."));
  if (meant !== undefined) {
    const help = `did you mean ${meant}? For the object's name pass --name ${first}`;
    throw new UsageError(`${first}: no such file or directory`, help);
  }
  return { name: first, paths: others };
}

/** Text that is written like a path is one, also when nothing is there. */
function isPath(text: string): boolean {
  return text === "-" || /[/\\]|\.(?:ya?ml|json)$/.test(text) || existsSync(text) || isPattern(text);
}

interface Answer {
  readonly request: AccessRequest;
  readonly rbac: RbacAnswer<ProjectDocument>;
  readonly notes: readonly string[];
  /** In the group that may do everything. */
  readonly isMaster: boolean;
  /** Where the answer would be yes. */
  readonly elsewhere: readonly string[];
}

function isAllowed({ rbac, isMaster }: Answer): boolean {
  return isMaster || rbac.grant !== undefined;
}

/** The namespaces in which a request to all of the cluster would be allowed. */
function namespacesOf({ user, attributes }: AccessRequest, { policy }: FoundRbac): readonly string[] {
  if (attributes.kind === "url" || attributes.namespace !== "") return [];
  const within = (namespace: string): AccessAttributes => ({ ...attributes, namespace });
  return policy.namespaces.filter(
    (namespace) => policy.authorize({ user, attributes: within(namespace) }).grant?.binding.kind === "RoleBinding",
  );
}

const masterReason = `members of ${mastersGroup} may do everything, before any authorizer is asked`;

function printAnswerJson(answer: Answer, manifests: FoundRbac): void {
  const { request, rbac, notes, isMaster, elsewhere } = answer;
  const { kind, ...attributes } = request.attributes;
  printJson({
    ...given("cluster", manifests.cluster),
    allowed: isAllowed(answer),
    reason: isMaster ? masterReason : rbac.reason,
    request: { user: request.user.username, groups: request.user.groups, ...attributes },
    grant: !isMaster && rbac.grant ? grantJson(rbac.grant, manifests) : undefined,
    allowedNamespaces: isAllowed(answer) || elsewhere.length === 0 ? undefined : elsewhere,
    faults: faultsJson(rbac.faults, manifests),
    notes,
  });
}

function noBinding(namespace: string): string {
  const others = namespace === "" ? "" : ` and no RoleBinding of namespace ${namespace}`;
  return `no ClusterRoleBinding${others} allows it`;
}

function printAnswer(answer: Answer, manifests: FoundRbac): void {
  const { request, rbac, notes, isMaster, elsewhere } = answer;
  const { username, groups } = request.user;
  const allowed = isAllowed(answer);
  const lines = [
    `${allowed ? "yes" : "no"}: ${username} ${allowed ? "can" : "can't"} ${describeRequest(request.attributes)}`,
    `groups: ${groups.join(", ")}`,
    ...(manifests.cluster === undefined ? [] : [`cluster: ${manifests.cluster}`]),
  ];
  if (isMaster) lines.push("", masterReason);
  else if (rbac.grant) lines.push("", ...tableLines(grantRows(rbac.grant, manifests)));
  else if (elsewhere.length > 0) lines.push(`help: yes in ${elsewhere.join(", ")}; pass a namespace with --namespace`);
  else lines.push(noBinding(namespaceOf(request.attributes)));
  const remarks = [...notes.map((note) => `note: ${note}`), ...faultLines(rbac.faults, manifests)];
  if (remarks.length > 0) lines.push("", ...remarks);
  printLines(lines);
}
