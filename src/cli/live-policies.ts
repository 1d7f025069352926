/**
 * `clustervet lint --live-policies`: reads the admission policies of a cluster and the objects that they use.
 *
 * @part live
 * @module
 */
import type { ParamKind, ParamRef } from "../api/types/admissionregistration-v1.ts";
import type { ApiClient } from "../client/api-client.ts";
import { ClientFault } from "../client/client-fault.ts";
import { type DiscoveredResource, type Discovery, discoverResources } from "../client/discovery.ts";
import { formatJson } from "../json/format-json.ts";
import { isPlainObject } from "../json/plain-object.ts";
import type { Catalog } from "../kind/catalog.ts";
import type { ClusterObjects } from "./lint-settings.ts";
import { type LiveObject, listMatching, metadataOf, nameOfResource, resourcesToList } from "./live-objects.ts";

/**
 * Returns the policies with their bindings, parameters and namespaces, the CustomResourceDefinitions, and roles and
 * bindings if an expression uses `authorizer`.
 *
 * @throws {ClientFault} also if only one of the resources can't be listed, since a policy would be missing
 */
export async function readClusterPolicies(client: ApiClient, catalog: Catalog): Promise<ClusterObjects> {
  const discovery = await discoverResources(client);
  const list = (names: readonly string[]) => listNamed(client, names, { discovery, catalog });
  const [definitions, policies, namespaces] = await Promise.all([
    list(["customresourcedefinitions.apiextensions.k8s.io"]),
    list(policyResources.map((name) => `${name}.admissionregistration.${catalog.groupDomain}`)),
    list(["namespaces"]),
  ]);
  const usesAuthorizer = policies.some((policy) => formatJson(policy).includes("authorizer"));
  const roles = usesAuthorizer ? await list(roleResources.map((name) => `${name}.rbac.${authorization(catalog)}`)) : [];
  const params = await listParams(client, policies, discovery);
  // A parameter may also be a namespace, policy or role, and several bindings may name it.
  const byId = new Map([...policies, ...namespaces, ...roles, ...params].map((each) => [metadataOf(each).uid, each]));
  return { definitions, policies: [...byId.values()] };
}

const policyResources = [
  ...["validatingadmissionpolicies", "validatingadmissionpolicybindings"],
  ...["mutatingadmissionpolicies", "mutatingadmissionpolicybindings"],
];
const roleResources = ["roles", "clusterroles", "rolebindings", "clusterrolebindings"];
const authorization = ({ groupDomain }: Catalog): string => `authorization.${groupDomain}`;

interface ListContext {
  readonly discovery: Discovery;
  readonly catalog: Catalog;
}

/** Lists the resources of these names that the cluster has. Older clusters have no mutating policies. */
async function listNamed(
  client: ApiClient,
  names: readonly string[],
  { discovery, catalog }: ListContext,
): Promise<readonly LiveObject[]> {
  const served = new Set(discovery.resources.map(nameOfResource));
  const chosen = names.filter((name) => served.has(name));
  if (chosen.length === 0) return [];
  const resources = resourcesToList(discovery.resources, chosen, { catalog, defined: new Set() });
  const listed = await Promise.all(resources.map((resource) => listOrFail(client, { collection: resource })));
  return listed.flat();
}

/** The objects to list: all objects of a resource, or those with a namespace or name. */
interface ListTarget {
  readonly collection: DiscoveredResource;
  readonly namespace?: string;
  readonly name?: string;
}

async function listOrFail(client: ApiClient, { collection, ...some }: ListTarget): Promise<readonly LiveObject[]> {
  try {
    return await listMatching(client, collection, some);
  } catch (error) {
    if (!(error instanceof ClientFault) || error.nature !== "answer") throw error;
    const help = "docs/live.md lists the rights that --live-policies needs";
    throw new ClientFault("answer", `cannot list ${nameOfResource(collection)}: ${error.message}`, { help });
  }
}

/** Lists only the parameters that bindings name, because parameters may be objects of any kind. */
async function listParams(
  client: ApiClient,
  policies: readonly LiveObject[],
  { resources }: Discovery,
): Promise<readonly LiveObject[]> {
  const kinds = new Map(policies.flatMap(paramKindOf));
  const wanted = new Map<string, ListTarget>();
  for (const binding of policies) {
    const spec = specOf(binding);
    const kind = kinds.get(`${policyKindOf(binding)}/${String(spec["policyName"])}`);
    const collection = kind && resources.find((each) => isOfKind(each, kind) && each.verbs.includes("list"));
    if (!collection || !isPlainObject(spec["paramRef"])) continue;
    const { name, namespace } = spec["paramRef"] as ParamRef;
    const each = {
      collection,
      ...(name ? { name } : {}),
      ...(namespace && collection.isNamespaced ? { namespace } : {}),
    };
    wanted.set(formatJson([nameOfResource(collection), collection.version, name ?? "", namespace ?? ""]), each);
  }
  const listed = await Promise.all([...wanted.values()].map((each) => listOrFail(client, each)));
  return listed.flat();
}

/** Returns the parameter kind of a policy, with the kind and name of the policy as key. */
function paramKindOf(policy: LiveObject): readonly (readonly [string, ParamKind])[] {
  const { paramKind } = specOf(policy);
  const { name } = metadataOf(policy);
  return isPlainObject(paramKind) ? [[`${String(policy["kind"])}/${name}`, paramKind as ParamKind]] : [];
}

const specOf = ({ spec }: LiveObject): Readonly<Record<string, unknown>> => (isPlainObject(spec) ? spec : {});
const policyKindOf = ({ kind }: LiveObject): string => String(kind).replace(/Binding$/, "");

function isOfKind({ group, version, kind }: DiscoveredResource, wanted: ParamKind): boolean {
  return kind === wanted.kind && wanted.apiVersion === (group === "" ? version : `${group}/${version}`);
}
