/**
 * `clustervet who-can`: lists the subjects that roles and bindings allow to make a request.
 *
 * @module
 */
import type { Command } from "commander";
import type { BindingFault, Grant } from "../../access/rbac.ts";
import { type AccessAttributes, namespaceOf } from "../../access/request.ts";
import {
  describeRequest,
  describeWithoutNamespace,
  type ParsedRequest,
  parseRequestText,
} from "../../access/request-text.ts";
import { mastersGroup } from "../../access/user.ts";
import { formatPath } from "../../diagnostic/path.ts";
import { withoutUndefined } from "../../json/without-undefined.ts";
import type { ProjectDocument } from "../../rule/rule.ts";
import { exitCannotRun, exitClean, exitFindings, UsageError } from "../exit.ts";
import type { End, ExitCode } from "../io.ts";
import { addLiveOptions, isLive, type LiveFlags } from "../live-options.ts";
import { connectAndLoadQuestion } from "../live-rbac.ts";
import { describeObject, type FoundRbac, faultLines, faultsJson, grantJson, loadRbac } from "../rbac-manifests.ts";
import { addResultOptions, loadSettings, printJson, type ResultFlags } from "../single-result.ts";
import { tableLines } from "../table.ts";
import { printLines } from "../terminal.ts";

interface WhoCanFlags extends ResultFlags, LiveFlags {
  readonly namespace?: string;
  readonly name?: string;
}

export function addWhoCanCommand(program: Command, end: End): void {
  const command = program
    .command("who-can")
    .summary("list everyone whom the roles and bindings in manifests or in a cluster allow a request")
    .description(
      "Lists users, groups and service accounts that may make a request, with the binding and the rule that allow it. " +
        "Without --namespace, the list includes subjects that may make it in one namespace only, with that namespace.",
    )
    .argument("<verb>", "get, list, create ...; * is every verb")
    .argument("<resource>", "RESOURCE[.GROUP][/SUBRESOURCE], or a path; * is every resource of every group")
    .argument("[paths...]", "files, directories, patterns or - (default: the current directory)")
    .option("-n, --namespace <name>", "namespace of the request (default: all)")
    .option("--name <name>", "name of the object");
  addLiveOptions(addResultOptions(command), "ask the roles and bindings of a cluster instead of files")
    .addHelpText("after", examples)
    .action((verb: string, resource: string, paths: string[], flags: WhoCanFlags) =>
      end(whoCan(verb, resource, paths, flags)),
    );
}

const examples = `
Examples:
  clustervet who-can get secrets manifests/
  clustervet who-can create pods/exec -n prod manifests/ cluster/rbac.yaml
  clustervet who-can get /metrics -f json .
  clustervet who-can get secrets -n prod --live

Exit codes: 0 someone can, 1 nobody can, 2 could not tell.`;

/** @returns the exit code */
function whoCan(
  verb: string,
  resourceOrPath: string,
  paths: readonly string[],
  flags: WhoCanFlags,
): ExitCode | Promise<ExitCode> {
  const { settings, project } = loadSettings(flags);
  const options = {
    groupDomain: settings.catalog.groupDomain,
    ...withoutUndefined({ name: flags.name, namespace: flags.namespace }),
  };
  if (!isLive(flags))
    return printGrants(parseRequestText(verb, resourceOrPath, options), loadRbac(paths, settings, project), flags);
  if (paths[0] !== undefined) throw new UsageError(`--live reads no files; got "${paths[0]}"`);
  const live = connectAndLoadQuestion(flags, { verb, what: resourceOrPath, ...options }, settings);
  return live.then(({ question, found }) => printGrants(question, found, flags));
}

/** Prints the grants for the request. @returns the exit code */
function printGrants({ attributes, notes }: ParsedRequest, manifests: FoundRbac, flags: WhoCanFlags): number {
  const answer = { attributes, notes, ...findGrants(attributes, manifests) };
  if (flags.format === "json") printAnswerJson(answer, manifests);
  else printAnswer(answer, manifests);
  if (manifests.isIncomplete) return exitCannotRun;
  return answer.grants.length > 0 ? exitClean : exitFindings;
}

interface Answer {
  readonly attributes: AccessAttributes;
  readonly notes: readonly string[];
  readonly grants: readonly Grant<ProjectDocument>[];
  readonly faults: readonly BindingFault<ProjectDocument>[];
}

/** Returns the grants that allow the request as it is, followed by those that allow it in one namespace only. */
function findGrants(attributes: AccessAttributes, { policy }: FoundRbac): Pick<Answer, "grants" | "faults"> {
  const asked = policy.grantsOf(attributes);
  if (attributes.kind === "url" || attributes.namespace !== "") return asked;
  const inNamespaces = policy.namespaces.map((namespace) => policy.grantsOf({ ...attributes, namespace }));
  const isLocal = ({ binding }: { readonly binding: ProjectDocument }) => binding.kind === "RoleBinding";
  return {
    grants: [...asked.grants, ...inNamespaces.flatMap(({ grants }) => grants.filter(isLocal))],
    faults: [...asked.faults, ...inNamespaces.flatMap(({ faults }) => faults.filter(isLocal))],
  };
}

function printAnswerJson({ attributes: { kind, ...request }, notes, grants, faults }: Answer, manifests: FoundRbac) {
  printJson({
    ...withoutUndefined({ cluster: manifests.cluster }),
    request,
    grants: grants.map((grant) => ({ scope: scopeOf(grant), ...grantJson(grant, manifests) })),
    faults: faultsJson(faults, manifests),
    notes,
  });
}

function printAnswer({ attributes, notes, grants, faults }: Answer, manifests: FoundRbac): void {
  const rows = grants.map((grant) => grantRow(grant, manifests));
  const isAnywhere = namespaceOf(attributes) === "";
  const lines = [
    ...(rows.length === 0
      ? [`nobody can ${describeRequest(attributes)}`]
      : [`who can ${isAnywhere ? describeWithoutNamespace(attributes) : describeRequest(attributes)}:`]),
    ...tableLines(rows.length === 0 ? [] : [["SUBJECT", "WHERE", "BINDING", "RULE"], ...rows]),
    "",
    ...(manifests.cluster === undefined ? [] : [`cluster: ${manifests.cluster}`]),
    `note: members of ${mastersGroup} may do everything`,
    ...notes.map((note) => `note: ${note}`),
    ...faultLines(faults, manifests),
  ];
  printLines(lines);
}

function grantRow(grant: Grant<ProjectDocument>, { place }: FoundRbac): readonly string[] {
  const { binding, roleRef, held, subject } = grant;
  const { kind = "", name = "", namespace } = subject;
  const home = kind === "ServiceAccount" ? `${namespace || binding.namespace}/` : "";
  const rulePath = ["rules", held.index];
  const rule = held.holder
    ? `${describeObject(held.holder)} ${place(held.holder, rulePath).text ?? formatPath(rulePath)}`
    : `${roleRef.kind} ${roleRef.name} ${formatPath(rulePath)}`;
  const bound = [describeObject(binding), place(binding, []).text ?? []].flat().join(" ");
  return [`${kind} ${home}${name}`, scopeOf(grant), bound, rule];
}

/** Returns the scope of a grant: a namespace, or `*` for the whole cluster. */
function scopeOf({ binding }: Grant<ProjectDocument>): string {
  return binding.namespace === "" ? "*" : binding.namespace;
}
