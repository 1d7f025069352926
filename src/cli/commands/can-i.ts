/**
 * `clustervet can-i`: whether roles and bindings of manifests allow a request, and which of them does.
 *
 * @module
 */
import { existsSync, readdirSync } from "node:fs";
import type { Command } from "commander";
import { describeRequest, parseQuestion } from "../../access/question.ts";
import type { RbacAnswer } from "../../access/rbac.ts";
import { type AccessAttributes, type AccessRequest, namespaceOf } from "../../access/request.ts";
import { impersonatedUser, mastersGroup } from "../../access/user.ts";
import type { ProjectDocument } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";
import { type AnswerFlags, addAnswerOptions, printJson, settleAnswer } from "../answer.ts";
import { exitCannotRun, exitClean, exitFindings, UsageError } from "../exit.ts";
import { isPattern } from "../glob.ts";
import type { End } from "../io.ts";
import { faultLines, faultsJson, grantJson, grantRows, loadRbac, type RbacManifests } from "../rbac-manifests.ts";
import { tableLines } from "../table.ts";
import { collect } from "../target-options.ts";
import { printLines } from "../terminal.ts";

interface CanIFlags extends AnswerFlags {
  readonly as: string;
  readonly asGroup?: readonly string[];
  readonly namespace?: string;
  readonly name?: string;
}

export function addCanICommand(program: Command, end: End): void {
  const command = program
    .command("can-i")
    .summary("show whether the roles and bindings in manifests allow a request")
    .description(
      "Decides as the RBAC authorizer would with these manifests, and shows the binding, subject, role and rule that " +
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
  addAnswerOptions(command)
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
  kubectl get roles,clusterroles,rolebindings,clusterrolebindings -A -o yaml | clustervet can-i '*' '*' --as jane -

Exit codes: 0 yes, 1 no, 2 could not tell.`;

/** @returns the exit code */
function canI(verb: string, resource: string, rest: readonly string[], flags: CanIFlags): number {
  const { settings, project } = settleAnswer(flags);
  const { name, paths } = splitRest(rest, flags);
  const { attributes, notes } = parseQuestion(verb, resource, {
    groupDomain: settings.catalog.groupDomain,
    ...(name === undefined ? {} : { name }),
    ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
  });
  const manifests = loadRbac(paths, settings, project);
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

/** @throws {UsageError} */
function splitRest(
  rest: readonly string[],
  flags: CanIFlags,
): { readonly name?: string; readonly paths: readonly string[] } {
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
function namespacesOf({ user, attributes }: AccessRequest, { policy }: RbacManifests): readonly string[] {
  if (attributes.kind === "url" || attributes.namespace !== "") return [];
  const within = (namespace: string): AccessAttributes => ({ ...attributes, namespace });
  return policy.namespaces.filter(
    (namespace) => policy.authorize({ user, attributes: within(namespace) }).grant?.binding.kind === "RoleBinding",
  );
}

const masterReason = `members of ${mastersGroup} may do everything, before any authorizer is asked`;

function printAnswerJson(answer: Answer, manifests: RbacManifests): void {
  const { request, rbac, notes, isMaster, elsewhere } = answer;
  const { kind, ...attributes } = request.attributes;
  printJson({
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

function printAnswer(answer: Answer, manifests: RbacManifests): void {
  const { request, rbac, notes, isMaster, elsewhere } = answer;
  const { username, groups } = request.user;
  const allowed = isAllowed(answer);
  const lines = [
    `${allowed ? "yes" : "no"}: ${username} ${allowed ? "can" : "can't"} ${describeRequest(request.attributes)}`,
    `groups: ${groups.join(", ")}`,
  ];
  if (isMaster) lines.push("", masterReason);
  else if (rbac.grant) lines.push("", ...tableLines(grantRows(rbac.grant, manifests)));
  else if (elsewhere.length > 0) lines.push(`help: yes in ${elsewhere.join(", ")}; pass a namespace with --namespace`);
  else lines.push(noBinding(namespaceOf(request.attributes)));
  const remarks = [...notes.map((note) => `note: ${note}`), ...faultLines(rbac.faults, manifests)];
  if (remarks.length > 0) lines.push("", ...remarks);
  printLines(lines);
}
