/**
 * `clustervet lint --live-policies`: what a cluster would ask its policies about objects, and all that these look at.
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
 * Policies with bindings, parameters and namespaces, roles where an expression asks about access, and definitions.
 *
 * @throws {ClientFault} also when one of them cannot be listed, since a policy would be missed
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
  // A parameter may be one of the others, and be named twice.
  const byId = new Map([...policies, ...namespaces, ...roles, ...params].map((each) => [metadataOf(each).uid, each]));
  return { definitions, policies: [...byId.values()] };
}

const policyResources = [
  ...["validatingadmissionpolicies", "validatingadmissionpolicybindings"],
  ...["mutatingadmissionpolicies", "mutatingadmissionpolicybindings"],
];
const roleResources = ["roles", "clusterroles", "rolebindings", "clusterrolebindings"];
const authorization = ({ groupDomain }: Catalog): string => `authorization.${groupDomain}`;

interface Served {
  readonly discovery: Discovery;
  readonly catalog: Catalog;
}

/** The objects of those resources that the cluster has; older ones have no mutating policies. */
async function listNamed(
  client: ApiClient,
  names: readonly string[],
  { discovery, catalog }: Served,
): Promise<readonly LiveObject[]> {
  const served = new Set(discovery.resources.map(nameOfResource));
  const chosen = names.filter((name) => served.has(name));
  if (chosen.length === 0) return [];
  const resources = resourcesToList(discovery.resources, chosen, { catalog, defined: new Set() });
  const listed = await Promise.all(resources.map((resource) => listOrFail(client, { collection: resource })));
  return listed.flat();
}

/** Objects of a resource, all or some. */
interface Wanted {
  readonly collection: DiscoveredResource;
  readonly namespace?: string;
  readonly name?: string;
}

async function listOrFail(client: ApiClient, { collection, ...some }: Wanted): Promise<readonly LiveObject[]> {
  try {
    return await listMatching(client, collection, some);
  } catch (error) {
    if (!(error instanceof ClientFault) || error.nature !== "answer") throw error;
    const help = "docs/live.md lists the rights that --live-policies needs";
    throw new ClientFault("answer", `cannot list ${nameOfResource(collection)}: ${error.message}`, { help });
  }
}

/** The parameters that bindings name, no others: they may be any objects of the cluster. */
async function listParams(
  client: ApiClient,
  policies: readonly LiveObject[],
  { resources }: Discovery,
): Promise<readonly LiveObject[]> {
  const kinds = new Map(policies.flatMap(paramKindOf));
  const wanted = new Map<string, Wanted>();
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

/** By kind and name of the policy. */
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
