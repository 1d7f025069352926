/**
 * `clustervet lint --live`: vets the objects of a running cluster.
 *
 * @part live
 * @module
 */
import type { ApiClient } from "../client/api-client.ts";
import { type Discovery, discoverResources } from "../client/discovery.ts";
import type { FileDiagnostic } from "../diagnostic/diagnostic.ts";
import type { RunResult } from "../engine/conclude.ts";
import { type Settings, withContext, withStopwatch } from "../engine/options.ts";
import { createRun } from "../engine/run.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { withoutUndefined } from "../json/without-undefined.ts";
import { withDefinedKinds } from "../kind/catalog.ts";
import { reporters } from "../report/reporters.ts";
import { isInternal } from "../rule/fault.ts";
import { Stopwatch } from "../rule/stopwatch.ts";
import { withoutBaselineFindings } from "./baseline.ts";
import { selectFindings } from "./chosen-findings.ts";
import { UsageError } from "./exit.ts";
import { reportRun } from "./lint-report.ts";
import { kindsIn, type LintFlags, settleFlags } from "./lint-settings.ts";
import { targetOfCluster, withCluster } from "./live-cluster.ts";
import {
  isCreatedFromTemplate,
  type ListedResource,
  type LiveObject,
  listResources,
  metadataOf,
  nameOfResource,
  resourcesToList,
  sourceName,
  sourceText,
} from "./live-objects.ts";
import type { LiveFlags } from "./live-options.ts";
import { readClusterPolicies } from "./live-policies.ts";
import { nodeHost } from "./node-host.ts";
import { pairOutputs } from "./outputs.ts";
import { createProgress } from "./progress.ts";
import { type ProjectFile, readProjectFile } from "./project-file.ts";
import { assertProjectNames } from "./target-options.ts";
import { printError } from "./terminal.ts";

type Flags = LintFlags & LiveFlags;

/** Options that only make sense for files. */
const fileOnlyOptions = [
  ...["kind", "flags", "asSent", "root", "fix", "fixDryRun", "diff", "watch", "cache", "cacheLocation", "exclude"],
  ...["render", "stdinFilename"],
] as const;

/**
 * Returns the flags with the admission policies and CustomResourceDefinitions of the cluster. The cluster's release is
 * the target unless the flags name one.
 *
 * @throws {UsageError} if the cluster can't be reached or refuses the requests
 */
export function withLivePolicies(flags: Flags): Promise<Flags> {
  const project = readProjectFile(flags.config);
  return withCluster(flags, async (client) => {
    const target = flags.target ?? (await targetOfCluster(client));
    const cluster = await readClusterPolicies(client, settle(target, flags, project).catalog);
    return { ...flags, target, cluster };
  });
}

/**
 * Vets the objects of the resources and prints the reports.
 *
 * @param names - names of resources; empty: all resources with a known kind
 * @returns the exit code
 */
export async function lintLive(names: readonly string[], flags: Flags): Promise<number> {
  const startedAt = process.hrtime.bigint();
  assertFlags(flags);
  const outputs = pairOutputs(flags.format ?? ["text"], flags.output ?? [], Object.keys(reporters));
  const project = readProjectFile(flags.config);
  const chosen = names.flatMap((name) => name.split(",")).filter((name) => name !== "");
  const { objects, target, cluster, policies } = await withCluster(flags, (client) =>
    readCluster(client, chosen, { flags, project }),
  );
  const { listed, faults } = objects;
  const settled = settle(target, { ...flags, ...withoutUndefined({ cluster: policies }) }, project);
  const settings = withContext(withDefinitions(settled, objects.definitions), { completeKinds: completeKinds(listed) });
  assertProjectNames(settings, project);
  for (const { name, reason } of faults) printError(`cannot list ${name}: ${reason}`);
  const found = withoutPlaces(vet(listed, settings, { isChosen: chosen.length > 0, faults }));
  const wanted = selectFindings(found, { ...withoutUndefined({ profile: project.settings.profile }), ...flags });
  return reportRun(withoutBaselineFindings(wanted, flags, project), {
    ...{ flags, project, settings, outputs, startedAt, cluster },
    texts: new Map(),
    readsStdin: false,
    edits: 0,
    isIncomplete: faults.length > 0 || found.diagnostics.some(isInternal),
  });
}

/** @throws {UsageError} for an option that only makes sense for files */
function assertFlags(flags: Flags): void {
  const given = fileOnlyOptions.find((name) => flags[name as keyof Flags] !== undefined);
  if (given === undefined) return;
  const option = given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UsageError(`--${option} is for files, and does not go with --live`);
}

/**
 * Leaves `--namespace` out of the settings: it selects the objects to list, and objects of a cluster already have their
 * namespace.
 */
function settle(target: string, { namespace, ...flags }: Flags, project: ProjectFile): Settings {
  const settings = settleFlags({ ...flags, target }, project, nodeHost(undefined));
  return flags.stats ? withStopwatch(settings, new Stopwatch(() => performance.now())) : settings;
}

interface Objects {
  readonly listed: readonly ListedResource[];
  /** CustomResourceDefinitions, if they are not among the listed objects. */
  readonly definitions: readonly LiveObject[];
  readonly faults: readonly ListFault[];
}

interface ListFault {
  readonly name: string;
  readonly reason: string;
}

interface Given {
  readonly flags: Flags;
  readonly project: ProjectFile;
}

const definitionsName = "customresourcedefinitions.apiextensions.k8s.io";

/** @throws {ClientFault} */
async function readCluster(client: ApiClient, chosen: readonly string[], { flags, project }: Given) {
  const target = flags.target ?? (await targetOfCluster(client));
  const { catalog } = settle(target, flags, project);
  const discovery = await discoverResources(client);
  const definitions = await listDefinitions(client, discovery);
  const defined = new Set(definitions?.objects.flatMap(definedNames));
  const wanted = resourcesToList(discovery.resources, chosen, { catalog, defined });
  const inScope = flags.namespace === undefined ? wanted : wanted.filter(({ isNamespaced }) => isNamespaced);
  if (inScope.length === 0) throw new UsageError("nothing to list: none of the resources is namespaced");
  const progress = createProgress(0, flags.quiet ?? false, () => shown);
  let shown = "";
  const others = await listResources(
    client,
    inScope.filter((resource) => resource !== definitions?.resource),
    {
      ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
      onProgress(objects, resources) {
        shown = `listing: ${objects} objects, ${resources} of ${inScope.length} resources`;
        progress.advance(0);
      },
    },
  ).finally(() => progress.finish());
  const isVetted = definitions !== undefined && inScope.includes(definitions.resource);
  const listed = isVetted ? [definitions, ...others] : others;
  const allListed = [...(definitions && !isVetted ? [definitions] : []), ...listed];
  const objects: Objects = {
    listed,
    definitions: isVetted ? [] : (definitions?.objects ?? []),
    faults: [...faultsOf(discovery), ...allListed.flatMap(faultOf)],
  };
  const policies = flags.livePolicies ? await readClusterPolicies(client, catalog) : undefined;
  return { objects, target, cluster: client.connection.server, policies };
}

/**
 * Returns the kinds of which all objects were listed. With `--namespace`, the objects of that namespace suffice, since
 * a RoleBinding can't refer to a Role of another namespace.
 */
const completeKinds = (listed: readonly ListedResource[]): ReadonlySet<string> =>
  new Set(listed.filter(({ fault }) => fault === undefined).map(({ resource }) => resource.kind));

const faultsOf = ({ faults }: Discovery): readonly ListFault[] =>
  faults.map((fault) => {
    const [name = "", ...reason] = fault.split(": ");
    return { name, reason: reason.join(": ") };
  });

const faultOf = ({ resource, fault }: ListedResource): readonly ListFault[] =>
  fault === undefined ? [] : [{ name: nameOfResource(resource), reason: fault }];

/** Lists the CustomResourceDefinitions, without which custom resources are of unknown kinds. */
async function listDefinitions(client: ApiClient, { resources }: Discovery): Promise<ListedResource | undefined> {
  const resource = resources.find((each) => nameOfResource(each) === definitionsName && each.version === "v1");
  return resource && (await listResources(client, [resource]))[0];
}

/** Returns `GROUP/KIND` of the kind that a CustomResourceDefinition defines. */
function definedNames({ spec }: LiveObject): readonly string[] {
  if (!isPlainObject(spec) || !isPlainObject(spec["names"])) return [];
  return [`${String(spec["group"])}/${String(spec["names"]["kind"])}`];
}

function withDefinitions(settings: Settings, definitions: readonly LiveObject[]): Settings {
  return { ...settings, catalog: withDefinedKinds(settings.catalog, kindsIn({ definitions }, settings)) };
}

interface Vetting {
  /** Whether the command line names the resources. */
  readonly isChosen: boolean;
  readonly faults: readonly ListFault[];
}

function vet(listed: readonly ListedResource[], settings: Settings, { isChosen, faults }: Vetting): RunResult {
  const run = createRun(settings);
  const ids = new Set(listed.flatMap(({ objects }) => objects.map((object) => metadataOf(object).uid)));
  const groups = new Map<string, Set<string>>();
  for (const { resource } of listed) {
    groups.set(resource.kind, (groups.get(resource.kind) ?? new Set()).add(resource.group));
  }
  for (const { resource, objects } of listed) {
    // If several groups have a kind of this name, the group is added to the name.
    const isShared = (groups.get(resource.kind)?.size ?? 0) > 1 && resource.group !== "";
    const kind = isShared ? `${resource.kind}.${resource.group}` : resource.kind;
    for (const object of objects) {
      if (!isChosen && isCreatedFromTemplate(object, ids)) continue;
      const file = run.read(sourceName(kind, object), sourceText(object));
      if (file) run.add(file);
    }
  }
  for (const { name, reason } of faults) run.skip(name, reason);
  return run.finish();
}

/** Removes ranges and fixes: the user does not have the JSON text that clustervet wrote for an object. */
function withoutPlaces(result: RunResult): RunResult {
  const placeless = ({ range: _range, fix: _fix, related: _related, ...rest }: FileDiagnostic): FileDiagnostic => rest;
  return { ...result, diagnostics: result.diagnostics.map(placeless) };
}
