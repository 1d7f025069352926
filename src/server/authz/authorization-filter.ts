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
import type { Authorizer } from "./authorizer.ts";

export function authorizationFilter(authorizer: Authorizer): Filter {
  return async (exchange, next) => {
    await assertAllowed(authorizer, { user: exchange.user, attributes: accessAttributes(exchange.info) });
    await next();
  };
}

/** @throws {StatusError} Forbidden, with what was asked and why not */
export async function assertAllowed(authorizer: Authorizer, request: AccessRequest): Promise<void> {
  const { opinion, reason, error } = await authorizer.authorize(request);
  if (opinion === "allow") return;
  throw refusal(request, [reason, error ?? ""].filter((text) => text !== "").join(": "));
}

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
