/**
 * Reads roles and bindings from a running cluster for `can-i --live` and `who-can --live`.
 *
 * @part live
 * @module
 */

import { RbacPolicy } from "../access/rbac.ts";
import type { AccessAttributes } from "../access/request.ts";
import { type ParsedRequest, parseRequestText, type RequestTextOptions } from "../access/request-text.ts";
import type { UserInfo } from "../access/user.ts";
import type { ApiClient } from "../client/api-client.ts";
import { ClientFault } from "../client/client-fault.ts";
import { discoverResources } from "../client/discovery.ts";
import { listAll } from "../client/list.ts";
import { formatPath } from "../diagnostic/path.ts";
import type { Settings } from "../engine/options.ts";
import { vetFile } from "../engine/vet-file.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { ProjectDocument } from "../rule/rule.ts";
import { readSource } from "../source/read-source.ts";
import { withCluster } from "./live-cluster.ts";
import { type LiveObject, sourceName, sourceText } from "./live-objects.ts";
import type { LiveFlags } from "./live-options.ts";
import { type FoundRbac, findRbacSchemaErrors } from "./rbac-manifests.ts";
import { printError } from "./terminal.ts";

/** The request to check, as written on the command line. */
export interface RequestArguments extends RequestTextOptions {
  readonly verb: string;
  readonly what: string;
}

/** The request with its resource resolved by the cluster's discovery, and the roles and bindings that decide it. */
export interface LiveQuestion {
  readonly question: ParsedRequest;
  readonly found: FoundRbac;
}

const otherAuthorizersNote =
  "only RBAC is asked: other authorizers of the cluster, such as Node or a webhook, may decide otherwise";

/** @throws {UsageError} if the cluster can't be reached, or the user may not list its roles and bindings */
export function connectAndLoadQuestion(
  flags: LiveFlags,
  asked: RequestArguments,
  settings: Settings,
): Promise<LiveQuestion> {
  return withCluster(flags, (client) => loadLiveQuestion(client, asked, settings));
}

/**
 * Does the same for one user, and returns that user.
 *
 * @param named - default: the user that the cluster returns for the credentials of the kubeconfig
 * @throws {UsageError} also if the cluster does not return the user
 */
export function connectAndLoadUserQuestion(
  named: UserInfo | undefined,
  flags: LiveFlags,
  { settings, ...asked }: RequestArguments & { readonly settings: Settings },
): Promise<LiveQuestion & { readonly user: UserInfo }> {
  return withCluster(flags, async (client) => {
    const user = named ?? (await fetchCurrentUser(client, settings));
    return { user, ...(await loadLiveQuestion(client, asked, settings)) };
  });
}

async function loadLiveQuestion(
  client: ApiClient,
  { verb, what, ...options }: RequestArguments,
  settings: Settings,
): Promise<LiveQuestion> {
  const { resources: served } = what.startsWith("/") ? { resources: [] } : await discoverResources(client);
  const { attributes, notes } = parseRequestText(verb, what, { ...options, served });
  const found = await loadLiveRbac(client, attributes, settings);
  return { question: { attributes, notes: [...notes, otherAuthorizersNote] }, found };
}

const passUserHelp = "pass --as: a cluster says who you are from 1.28 on";

async function fetchCurrentUser(client: ApiClient, { catalog: { groupDomain } }: Settings): Promise<UserInfo> {
  const apiVersion = `authentication.${groupDomain}/v1`;
  const path = `/apis/${apiVersion}/selfsubjectreviews`;
  const { status } = await client.review(path, { apiVersion, kind: "SelfSubjectReview" }).catch((error: unknown) => {
    if (!(error instanceof ClientFault) || error.code === undefined || error.help !== undefined) throw error;
    throw new ClientFault(error.nature, error.message, { help: passUserHelp, code: error.code });
  });
  const user = isPlainObject(status) ? status["userInfo"] : undefined;
  if (!isPlainObject(user) || typeof user["username"] !== "string") {
    throw new ClientFault("answer", `${client.connection.server}${path}: the answer names no user`, {
      help: passUserHelp,
    });
  }
  const groups = Array.isArray(user["groups"]) ? user["groups"].map(String) : [];
  return { username: user["username"], uid: "", groups, extra: {} };
}

/**
 * Reads the roles and bindings of all namespaces if the request names no namespace, because each of them may allow it.
 */
async function loadLiveRbac(client: ApiClient, attributes: AccessAttributes, settings: Settings): Promise<FoundRbac> {
  const base = `/apis/rbac.authorization.${settings.catalog.groupDomain}/v1`;
  const namespace = attributes.kind === "url" ? "" : attributes.namespace;
  const within = namespace === "" ? base : `${base}/namespaces/${encodeURIComponent(namespace)}`;
  const clusterPaths = [`${base}/clusterroles`, `${base}/clusterrolebindings`];
  const namespacedPaths = attributes.kind === "url" ? [] : [`${within}/roles`, `${within}/rolebindings`];
  const listed = await Promise.all([...clusterPaths, ...namespacedPaths].map((path) => listOrExplain(client, path)));
  const files = listed.flat().map((object) => vetObject(object, settings));
  const unread = files.flatMap(({ unread }) => unread);
  for (const fault of unread) printError(fault);
  if (unread.length > 0) printError("not all roles and bindings could be read: the answer may be wrong");
  const objects = files.flatMap(({ objects }) => objects);
  return {
    cluster: client.connection.server,
    policy: new RbacPolicy(objects, "cluster"),
    objects,
    isIncomplete: unread.length > 0,
    place: ({ file }, path) => ({ json: { file, path: formatPath(path) } }),
  };
}

const forbidden = 403;
const listPermissionsHelp = "the user needs `list` on roles, rolebindings, clusterroles and clusterrolebindings";

async function listOrExplain(client: ApiClient, path: string): Promise<readonly LiveObject[]> {
  try {
    return (await listAll(client, path)).items;
  } catch (error) {
    if (!(error instanceof ClientFault) || error.code !== forbidden) throw error;
    const help = path.includes("/namespaces/")
      ? listPermissionsHelp
      : `${listPermissionsHelp}; those of one namespace are enough with --namespace`;
    throw new ClientFault(error.nature, error.message, { help, code: forbidden });
  }
}

interface VettedObject {
  readonly objects: readonly ProjectDocument[];
  readonly unread: readonly string[];
}

/** Decodes an object like a file. Servers of other releases may store fields that clustervet does not know. */
function vetObject(object: LiveObject, settings: Settings): VettedObject {
  const file = readSource(sourceName(String(object["kind"]), object), sourceText(object));
  const { objects, diagnostics } = vetFile(file, settings);
  const unread = findRbacSchemaErrors(diagnostics).map(
    ({ path, message }) => `${file.name}: ${formatPath(path)}: ${message}`,
  );
  return { objects, unread };
}
