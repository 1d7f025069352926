/**
 * The spans of requests: one for each filter that a request passes, and one for the work after authentication.
 *
 * @module
 */
import { mastersGroup } from "../../access/user.ts";
import type { Exchange, Filter } from "../http/exchange.ts";
import type { RequestInfo } from "../request/request-info.ts";
import { childOf, type Fields, type Parent, requestScope, runIn, runningSpan, Span, type Tracer } from "./span.ts";
import { readBaggage, readTraceParent } from "./trace-context.ts";

const filterScope = "k8s.op/apiserver/pkg/endpoints/filterlatency";
/** Groups whose clients may determine the trace of their requests, and whether it is sampled. */
const trustedGroups: ReadonlySet<string> = new Set([mastersGroup, "system:monitoring"]);
const firstServerError = 500;

/** Wraps a filter, with all that follow, in a span. The first such span of a request starts a trace. */
export function stageSpan(tracer: Tracer, name: string, filter: Filter): Filter {
  const options = { scope: filterScope };
  return (exchange, next) => {
    const parent = runningSpan();
    const span = parent ? childOf(parent, name, {}, options) : new Span(tracer, name, {}, options);
    return runIn(span, () => filter(exchange, next));
  };
}

/**
 * The filter after authentication. A request of a trusted client continues the trace in its headers; other requests
 * start a trace with a link to it.
 */
export function requestSpan(tracer: Tracer): Filter {
  return async (exchange, next) => {
    const client = readTraceParent(exchange.headers);
    const options = {
      scope: requestScope,
      kind: "server",
      startMs: exchange.receivedMs,
      baggage: readBaggage(exchange.headers),
    } as const;
    const isTrusted = exchange.user.groups.some((group) => trustedGroups.has(group));
    const outer = runningSpan();
    const parent: Parent | undefined =
      client === undefined ? outer && { ...outer.context, isRemote: false } : { ...client, isRemote: true };
    const place = isTrusted ? (parent ? { parent } : {}) : client ? { link: client } : {};
    const span = new Span(tracer, spanName(exchange), {}, { ...options, ...place });
    if (span.context.isSampled) span.set(requestFields(exchange));
    await runIn(span, async () => {
      await next();
      const { code } = exchange.answer;
      span.set({ "http.response.status_code": code });
      if (code >= firstServerError) span.fail("");
    });
  };
}

function spanName({ method, info }: Exchange): string {
  if (!info.isResource) return method;
  const { group, version, namespace, resource, name, subresource } = info;
  const parts = [
    ...(group === "" ? ["api"] : ["apis", group]),
    version,
    ...(namespace === "" ? [] : ["namespaces", "{:namespace}"]),
    resource,
    ...(name === "" ? [] : ["{:name}"]),
    ...(subresource === "" ? [] : [subresource]),
  ];
  return `${method} /${parts.join("/")}`;
}

const versionOf = ({ rawHeaders }: Pick<Exchange, "rawHeaders">): string =>
  rawHeaders[0]?.startsWith(":") ? "2" : "1.1";

/** Returns the fields by the conventions of OpenTelemetry, and two that kube-apiserver adds. */
function requestFields(exchange: Exchange): Fields {
  const { method, info, url, auditId, peer, headers } = exchange;
  const agent = headers["user-agent"];
  return {
    "http.request.method": method,
    "url.scheme": "https",
    "server.address": hostOf(exchange),
    "network.peer.address": peer.address,
    ...(agent === undefined ? {} : { "user_agent.original": agent }),
    "client.address": peer.address,
    "url.path": info.path,
    "network.protocol.version": versionOf(exchange),
    "http.target": url,
    "audit-id": auditId,
  };
}

const hostOf = ({ headers }: Exchange): string => withoutPort(String(headers.host ?? headers[":authority"] ?? ""));

function withoutPort(address: string): string {
  const end = address.lastIndexOf(":");
  return end > address.lastIndexOf("]") ? address.slice(0, end) : address;
}

/** Longest user agent in a span, in UTF-16 units. */
const maxAgentLength = 1024;

/** Returns the fields for the span of a handler. */
export function handlerFields(exchange: Exchange): Fields {
  const { info, headers, auditId, peer } = exchange;
  return {
    accept: headers.accept ?? "",
    "audit-id": auditId,
    client: peer.address,
    "api-group": info.group,
    "api-version": info.version,
    name: info.name,
    subresource: info.subresource,
    namespace: info.namespace,
    protocol: protocolOf(exchange),
    resource: info.resource,
    scope: scopeOf(info),
    url: info.path,
    "user-agent": (headers["user-agent"] ?? "").slice(0, maxAgentLength),
    verb: info.verb.toUpperCase(),
  };
}

/** Returns the fields for the span of a response. */
export function answerFields(exchange: Exchange): Fields {
  const { auditId, method, info } = exchange;
  return { "audit-id": auditId, method, url: info.path, protocol: protocolOf(exchange) };
}

const protocolOf = (exchange: Exchange): string => (versionOf(exchange) === "2" ? "HTTP/2.0" : "HTTP/1.1");

const scopeOf = ({ name, namespace }: RequestInfo): string =>
  name !== "" ? "resource" : namespace !== "" ? "namespace" : "cluster";
