/**
 * `clustervet can-i`: shows whether roles and bindings in manifests or in a cluster allow a request, and which of them
 * does.
 *
 * @module
 */
import { existsSync, readdirSync } from "node:fs";
import type { Command } from "commander";
import { type ParsedRequest, parseRequestText } from "../../access/request-text.ts";
import { impersonatedUser, type UserInfo } from "../../access/user.ts";
import { withoutUndefined } from "../../json/without-undefined.ts";
import { closest } from "../../text/closest.ts";
import { loadAbac } from "../abac-policies.ts";
import { type PolicySources, printDecision } from "../can-i-answer.ts";
import { UsageError } from "../exit.ts";
import { isPattern } from "../glob.ts";
import type { End, ExitCode } from "../io.ts";
import { addLiveOptions, isLive, type LiveFlags } from "../live-options.ts";
import { connectAndLoadUserQuestion } from "../live-rbac.ts";
import { loadRbac } from "../rbac-manifests.ts";
import { addResultOptions, loadSettings, type ResultFlags } from "../single-result.ts";
import { collect } from "../target-options.ts";

interface CanIFlags extends ResultFlags, LiveFlags {
  readonly as?: string;
  readonly asGroup?: readonly string[];
  readonly abac?: string;
  readonly namespace?: string;
  readonly name?: string;
}

export function addCanICommand(program: Command, end: End): void {
  const command = program
    .command("can-i")
    .summary("show whether the roles and bindings in manifests or in a cluster allow a request")
    .description(
      "Decides as the RBAC authorizer would with these manifests, or with those of a cluster (--live), and shows the binding, subject, role and rule that " +
        "allow it. RESOURCE may have a group and a subresource, such as deployments.apps/scale, or be a URL path such as " +
        "/healthz. If more than one word follows RESOURCE, and the first of them is not a path, it is the NAME of an object.",
    )
    .argument("<verb>", "get, list, create ...; * is every verb")
    .argument("<resource>", "RESOURCE[.GROUP][/SUBRESOURCE], or a path; * is every resource of every group")
    .argument("[name-and-paths...]", "NAME of the object, then files, directories, patterns or - (default: here)")
    .option(
      "--as <user>",
      "the user; system:serviceaccount:NAMESPACE:NAME for a service account (default with --live: who you are for the cluster)",
    )
    .option("--as-group <group>", "a group of the user, repeatable", collect)
    .option("-n, --namespace <name>", "namespace of the request (default: cluster-wide)")
    .option("--name <name>", "name of the object")
    .option(
      "--abac <file>",
      "policy file of the authorizer ABAC, which is asked before RBAC, or alone if no files are named",
    );
  addLiveOptions(addResultOptions(command), "ask the roles and bindings of a cluster instead of files")
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
  clustervet can-i list pods --as jane -n prod --abac abac.jsonl
  clustervet can-i delete pods -n prod --as jane --live --context prod
  clustervet can-i create deployments -n prod --live

Exit codes: 0 yes, 1 no, 2 could not tell.`;

/** @returns the exit code */
function canI(
  verb: string,
  resourceOrPath: string,
  rest: readonly string[],
  flags: CanIFlags,
): ExitCode | Promise<ExitCode> {
  if (isLive(flags) && flags.abac !== undefined)
    throw new UsageError("--abac is for files, and does not go with --live");
  const { settings, project } = loadSettings(flags);
  const { name, paths } = isLive(flags) ? readNameOnly(rest, flags) : splitNameAndPaths(rest, flags);
  const options = {
    groupDomain: settings.catalog.groupDomain,
    ...withoutUndefined({ name, namespace: flags.namespace }),
  };
  const named = namedUser(flags);
  const answer = (user: UserInfo, { attributes, notes }: ParsedRequest, asked: PolicySources) =>
    printDecision({ user, attributes }, notes, asked, flags.format);
  if (isLive(flags)) {
    const live = connectAndLoadUserQuestion(named, flags, { verb, what: resourceOrPath, ...options, settings });
    return live.then(({ user, question, found: rbac }) => answer(user, question, { rbac }));
  }
  if (!named)
    throw new UsageError(
      "required option '--as <user>' not specified",
      "only a cluster, with --live, knows who you are",
    );
  const abac = flags.abac === undefined ? undefined : loadAbac(flags.abac);
  const rbac = abac && paths.length === 0 ? undefined : loadRbac(paths, settings, project);
  return answer(named, parseRequestText(verb, resourceOrPath, options), { abac, rbac });
}

/**
 * Returns the user of `--as`. Returns undefined without `--as`; with `--live`, the cluster then identifies the user.
 * @throws {UsageError}
 */
function namedUser({ as: name, asGroup = [] }: CanIFlags): UserInfo | undefined {
  if (name === "") throw new UsageError("--as must be the name of a user; it is empty");
  if (name !== undefined) return impersonatedUser(name, asGroup);
  if (asGroup.length > 0) throw new UsageError("--as-group needs --as");
  return undefined;
}

interface NameAndPaths {
  readonly name?: string;
  readonly paths: readonly string[];
}

/** @throws {UsageError} for file arguments, which `--live` does not accept */
function readNameOnly(rest: readonly string[], flags: CanIFlags): NameAndPaths {
  const [name = flags.name, ...others] = rest;
  const surplus = flags.name === undefined ? others[0] : rest[0];
  if (surplus !== undefined) throw new UsageError(`--live reads no files, and there is one name; got "${surplus}"`);
  return { ...(name === undefined ? {} : { name }), paths: [] };
}

/** @throws {UsageError} */
function splitNameAndPaths(rest: readonly string[], flags: CanIFlags): NameAndPaths {
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

/** Text that looks like a path is a path, even if no file exists there. */
function isPath(text: string): boolean {
  return text === "-" || /[/\\]|\.(?:ya?ml|json)$/.test(text) || existsSync(text) || isPattern(text);
}
