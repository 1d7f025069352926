/**
 * The `token` subresource of service accounts, which issues tokens.
 *
 * @module
 */
import type { BoundObjectReference, TokenRequestSpec } from "../../api/types/authentication-v1.ts";
import type { PodSpec } from "../../api/types/core-v1.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { ValidateObject } from "../admission/engine-validation.ts";
import type { Binding, BoundObject, FindObject, TokenSettings } from "../authn/service-account-tokens.ts";
import { signToken } from "../authn/service-account-tokens.ts";
import { formatTime } from "../registry/object-meta.ts";
import type { ApiObject } from "../request/api-object.ts";
import { badRequest, conflict, invalid, notFound } from "../request/failures.ts";
import type { ServedKind } from "../request/served-resource.ts";
import type { ObjectSubresource } from "./object-subresource.ts";
import { type Route, targetOf } from "./route.ts";

export interface TokenRequestParts {
  readonly settings: TokenSettings;
  readonly find: FindObject;
  /** Returns the context for the rules and defaults of a version. */
  readonly contextFor: (version: string) => RuleContext;
  readonly validateObject: ValidateObject;
  readonly nowMs: () => number;
}

/** @param kind - the kind `TokenRequest` */
export function tokenSubresource(kind: ServedKind, parts: TokenRequestParts): ObjectSubresource {
  return {
    parentResource: { group: "", resource: "serviceaccounts" },
    name: "token",
    kind,
    applyDefaults: (request) => kind.definition.applyDefaults?.(request, parts.contextFor(kind.version)),
    async execute(request, route, { approve }) {
      const account = await accountOf(request, route, kind);
      const nowMs = parts.nowMs();
      const tokenRequest = completeRequest(request, account, parts.settings, nowMs);
      const warn = (text: string) => route.exchange.warnings.add(text);
      // The name is that of the service account; the request itself has no name.
      const { name: _, ...metadata } = tokenRequest.metadata;
      const object = { ...tokenRequest, metadata };
      parts.validateObject({ resource: kind, object, subresource: "", target: { name: "" }, warn });
      await approve(tokenRequest);
      const { audiences, expirationSeconds = 0, boundObjectRef } = tokenRequest["spec"] as TokenRequestSpec;
      const lifetimeS = Number(expirationSeconds);
      const { namespace } = targetOf(route);
      const tokenContent = {
        namespace,
        account: boundObjectOf(account),
        binding: boundObjectRef ? await bindingOf(boundObjectRef, account, parts.find) : {},
        audiences: audiences ?? [],
        lifetimeS,
      };
      const { token, id } = await signToken(tokenContent, parts.settings, nowMs);
      route.exchange.auditAnnotations.set("authentication.kubernetes.io/issued-credential-id", `JTI=${id}`);
      const status = { token, expirationTimestamp: formatTime(nowMs + lifetimeS * 1000) };
      return { object: { ...tokenRequest, status } };
    },
  };
}

const boundObjectOf = ({ metadata: { name = "", uid = "" } }: ApiObject): BoundObject => ({ name, uid });

/** @throws {StatusError} if the service account does not exist, or if the request names another one */
async function accountOf({ metadata }: ApiObject, route: Route, kind: ServedKind): Promise<ApiObject> {
  const target = targetOf(route);
  if (metadata.name && metadata.name !== target.name) {
    const message = `Invalid value: ${JSON.stringify(metadata.name)}: must match the service account name if specified`;
    throw invalid({ ...kind, name: target.name }, [{ reason: "FieldValueInvalid", message, field: "metadata.name" }]);
  }
  const account = await route.store.get(target, undefined);
  const { uid } = account.metadata;
  if (!metadata.uid || metadata.uid === uid) return account;
  const why = `the UID in the token request (${metadata.uid}) does not match the UID of the service account (${uid})`;
  throw conflict({ group: kind.group, resource: kind.kind }, target.name, why);
}

/** Returns the request with the fields that the server sets. */
function completeRequest(request: ApiObject, account: ApiObject, settings: TokenSettings, nowMs: number): ApiObject {
  const { name = "", namespace = "", uid = "" } = account.metadata;
  const spec = (request["spec"] ?? {}) as TokenRequestSpec;
  const audiences = spec.audiences ?? [];
  const completedRequest: ApiObject = {
    ...request,
    metadata: { ...request.metadata, name, namespace, uid, creationTimestamp: formatTime(nowMs) },
    spec: { ...spec, audiences: audiences.length > 0 ? audiences : settings.audiences },
  };
  delete completedRequest["status"];
  return completedRequest;
}

const resourceByKind: ReadonlyMap<string, string> = new Map(
  Object.entries({ Pod: "pods", Node: "nodes", Secret: "secrets" }),
);

/** @throws {StatusError} if the object does not exist, or if tokens cannot be bound to its kind */
async function bindingOf(reference: BoundObjectReference, account: ApiObject, find: FindObject): Promise<Binding> {
  const { apiVersion = "", kind = "", name = "", uid } = reference;
  const [group, version] = apiVersion.includes("/") ? apiVersion.split("/", 2) : ["", apiVersion];
  const resource = group === "" ? resourceByKind.get(kind) : undefined;
  if (resource === undefined) throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`);
  const namespace = resource === "nodes" ? "" : (account.metadata.namespace ?? "");
  const found = await find(resource, { namespace, name });
  if (!found) throw notFound({ group: "", resource }, name);
  if (uid && uid !== found.metadata.uid) {
    const why = `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`;
    throw conflict({ group: "", resource: kind }, name, why);
  }
  if (resource === "pods") return podBinding(found, account, find);
  return resource === "nodes" ? { node: boundObjectOf(found) } : { secret: boundObjectOf(found) };
}

async function podBinding(pod: ApiObject, account: ApiObject, find: FindObject): Promise<Binding> {
  const { serviceAccountName, nodeName = "" } = (pod["spec"] ?? {}) as PodSpec;
  const { name = "" } = account.metadata;
  if (serviceAccountName !== name) {
    throw badRequest(
      `cannot bind token for serviceaccount ${JSON.stringify(name)} to pod running with different serviceaccount name.`,
    );
  }
  if (nodeName === "") return { pod: boundObjectOf(pod) };
  const node = await find("nodes", { namespace: "", name: nodeName });
  return { pod: boundObjectOf(pod), node: node ? boundObjectOf(node) : { name: nodeName, uid: "" } };
}
