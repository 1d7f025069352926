/**
 * The paths beside the resources: discovery, OpenAPI, version, health, metrics.
 *
 * @module
 */
import { createHash } from "node:crypto";
import type { Exchange, Handler } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import { methodNotAllowed, noSuchResource, notAcceptable } from "../request/failures.ts";
import type { ApiResource } from "./api-resource.ts";
import {
  type ApiGroup,
  aggregatedDocument,
  apiVersionsDocument,
  groupDocument,
  groupListDocument,
  groupsOf,
  resourceListDocument,
} from "./documents.ts";
import { answerHealth, type HealthCheck } from "./health.ts";
import { type OpenApiDocument, openApiDocument, type SchemaOf } from "./openapi-v3.ts";
import { serverVersion } from "./version.ts";

export interface PathOptions {
  readonly resources: readonly ApiResource[];
  readonly schemaOf: SchemaOf;
  readonly responder: Responder;
  readonly healthChecks: readonly HealthCheck[];
  /** `127.0.0.1:6443`. */
  readonly serverAddress: () => string;
  /** Answers `/metrics`. */
  readonly metrics: Handler;
  /** The release whose kinds are served, `1.37`. */
  readonly target: string;
  readonly nowMs: () => number;
}

const aggregatedType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
/** A clause of `Accept` that asks for everything in one document. */
const aggregatedClause =
  /application\/json\s*;(?=[^,]*\bg=apidiscovery\.k8s\.io\b)(?=[^,]*\bv=v2(?:[;,\s]|$))(?=[^,]*\bas=APIGroupDiscoveryList\b)/;

const encoder = new TextEncoder();

export function otherPaths(options: PathOptions): Handler {
  const groups = groupsOf(options.resources);
  const routes = new Map<string, Handler>();
  const document =
    (value: object): Handler =>
    (exchange) =>
      options.responder.sendValue(exchange, 200, value);
  const core = groups.filter(({ group }) => group === "");
  const named = groups.filter(({ group }) => group !== "");
  routes.set(
    "/api",
    aggregated(core, (exchange) => document(apiVersionsDocument(options.serverAddress()))(exchange)),
  );
  routes.set("/apis", aggregated(named, document(groupListDocument(named))));
  for (const group of groups) {
    if (group.group !== "") routes.set(`/apis/${group.group}`, document(groupDocument(group)));
    routes.set(`/${rootPath(group)}`, document(resourceListDocument(group)));
  }
  routes.set("/version", (exchange) => options.responder.sendValue(exchange, 200, serverVersion(options.target)));
  for (const name of ["healthz", "livez", "readyz"]) {
    const answer: Handler = (exchange) => answerHealth(exchange, name, options.healthChecks);
    routes.set(`/${name}`, answer);
    for (const check of options.healthChecks) routes.set(`/${name}/${check.name}`, answer);
  }
  routes.set("/metrics", options.metrics);
  addOpenApi(routes, groups, options);
  const paths = [...routes.keys()].sort();
  routes.set("/", document({ paths }));
  return async (exchange) => {
    const { path } = exchange.info;
    const route = routes.get(path) ?? routes.get(path.replace(/(?<=.)\/$/, ""));
    if (!route) return answerUnknown(exchange);
    if (exchange.method !== "GET" && exchange.method !== "HEAD") throw methodNotAllowed();
    await route(exchange);
  };
}

function rootPath({ group, version }: ApiGroup): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}

/** Below the groups a `Status`, elsewhere text. */
async function answerUnknown({ info, answer }: Exchange): Promise<void> {
  if (/^\/apis?\//.test(info.path)) throw noSuchResource();
  answer.setHeader("Content-Type", "text/plain; charset=utf-8");
  answer.setHeader("X-Content-Type-Options", "nosniff");
  answer.send(404, encoder.encode("404 page not found\n"));
}

function aggregated(groups: readonly ApiGroup[], legacy: Handler): Handler {
  const body = encoder.encode(JSON.stringify(aggregatedDocument(groups)));
  const tag = `"${sha512(body)}"`;
  return async (exchange) => {
    const { answer, headers } = exchange;
    answer.setHeader("Vary", "Accept");
    if (!aggregatedClause.test(headers.accept ?? "")) return legacy(exchange);
    answer.setHeader("Content-Type", aggregatedType);
    answer.setHeader("ETag", tag);
    answer.setHeader("Cache-Control", "public");
    if (headers["if-none-match"] === tag) answer.send(304, new Uint8Array());
    else answer.send(200, body);
  };
}

const sha512 = (bytes: Uint8Array): string => createHash("sha512").update(bytes).digest("hex").toUpperCase();

const yearMs = 365 * 24 * 3600 * 1000;

/** Documents are made when they are first asked for: few clients want them. */
function addOpenApi(routes: Map<string, Handler>, groups: readonly ApiGroup[], options: PathOptions): void {
  const documents = new Map<string, OpenApiDocument>();
  const documentOf = (group: ApiGroup): OpenApiDocument => {
    const known = documents.get(rootPath(group));
    if (known) return known;
    const made = openApiDocument(group, options.schemaOf, options.target);
    documents.set(rootPath(group), made);
    return made;
  };
  routes.set("/openapi/v3", async (exchange) => {
    const paths = groups.map((group) => {
      const { path, hash } = documentOf(group);
      return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }] as const;
    });
    await options.responder.sendValue(exchange, 200, { paths: Object.fromEntries(paths) });
  });
  for (const group of groups) {
    routes.set(`/openapi/v3/${rootPath(group)}`, (exchange) =>
      answerOpenApi(exchange, documentOf(group), options.nowMs()),
    );
  }
}

async function answerOpenApi(exchange: Exchange, { path, body, hash }: OpenApiDocument, nowMs: number): Promise<void> {
  const { answer, headers, query } = exchange;
  const { accept = "*/*" } = headers;
  if (!/application\/json|\*\/\*|application\/\*/.test(accept)) throw notAcceptable(["application/json"]);
  const asked = query.get("hash");
  if (asked !== null && asked !== "" && asked !== hash) {
    answer.setHeader("Location", `/openapi/v3/${path}?hash=${hash}`);
    return answer.send(301, new Uint8Array());
  }
  const tag = `"${hash}"`;
  answer.setHeader("Content-Type", "application/json");
  answer.setHeader("Etag", tag);
  answer.setHeader("Vary", "Accept");
  if (asked) {
    answer.setHeader("Cache-Control", "public, immutable");
    answer.setHeader("Expires", new Date(nowMs + yearMs).toUTCString());
  }
  if (headers["if-none-match"] === tag) answer.send(304, new Uint8Array());
  else answer.send(200, body);
}
