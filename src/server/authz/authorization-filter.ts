/**
 * The filter that lets through only what the user may do.
 *
 * @module
 */
import { type AccessRequest, combinedResource } from "../../access/request.ts";
import type { Filter } from "../http/exchange.ts";
import { forbidden } from "../request/failures.ts";
import type { StatusError } from "../request/status.ts";
import { accessAttributes } from "./access-attributes.ts";
import type { Authorizer, Decision } from "./authorizer.ts";

export function authorizationFilter(authorizer: Authorizer): Filter {
  return async (exchange, next) => {
    const { user, info, auditAnnotations } = exchange;
    const request = { user, attributes: accessAttributes(info) };
    const decision = await authorizer.authorize(request);
    auditAnnotations.set(decisionKey, decision.opinion === "allow" ? "allow" : "forbid");
    auditAnnotations.set(reasonKey, reasonOf(decision));
    assertAllows(decision, request);
    await next();
  };
}

const decisionKey = "authorization.k8s.io/decision";
const reasonKey = "authorization.k8s.io/reason";

/** @throws {StatusError} Forbidden, with what was asked and why not */
export async function assertAllowed(authorizer: Authorizer, request: AccessRequest): Promise<void> {
  assertAllows(await authorizer.authorize(request), request);
}

function assertAllows(decision: Decision, request: AccessRequest): void {
  if (decision.opinion !== "allow") throw refusal(request, reasonOf(decision));
}

const reasonOf = ({ reason, error = "" }: Decision): string => [reason, error].filter((text) => text !== "").join(": ");

/** Forbidden. */
export function refusal(request: AccessRequest, why: string): StatusError {
  const { attributes } = request;
  const named = attributes.kind === "resource" ? { ...attributes, resource: combinedResource(attributes) } : undefined;
  return forbidden(
    named && { ...named, resource: resourceOf(named.resource) },
    escapeMarkup(sentence(request)) + (why === "" ? "" : `: ${why}`),
  );
}

/** The part before the subresource, as details name it. */
const resourceOf = (combined: string): string => combined.split("/", 1)[0] ?? combined;

function sentence({ user, attributes }: AccessRequest): string {
  const who = `User ${JSON.stringify(user.username)} cannot ${attributes.verb}`;
  if (attributes.kind === "url") return `${who} path ${JSON.stringify(attributes.path)}`;
  const what = `${who} resource ${JSON.stringify(combinedResource(attributes))} in API group ${JSON.stringify(attributes.group)}`;
  return attributes.namespace === ""
    ? `${what} at the cluster scope`
    : `${what} in the namespace ${JSON.stringify(attributes.namespace)}`;
}

const entities: ReadonlyMap<string, string> = new Map(Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;" }));

/** Names are the client's own text; a browser must not take them for markup. */
function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities.get(character) ?? character);
}
