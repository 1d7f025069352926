/**
 * The paths that do not belong to resources: discovery, OpenAPI, version, health, metrics.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import { trimEnd } from "../../text/trim-end.ts";
import type { Handler } from "../http/exchange.ts";
import { prettyIndent } from "../http/list-text.ts";
import { sendText } from "../http/plain-text.ts";
import type { Responder } from "../http/responder.ts";
import { methodNotAllowed, noSuchResource } from "../request/failures.ts";
import { encodeText } from "../request/own-pages.ts";
import type { ApiResource } from "./api-resource.ts";
import { flagsPage, statusPage } from "./debug-pages.ts";
import {
  type ApiGroup,
  aggregatedDocument,
  apiVersionsDocument,
  groupDocument,
  groupListDocument,
  groupsOf,
  resourceListDocument,
} from "./documents.ts";
import { answerHealth, type HealthOptions } from "./health.ts";
import { once } from "./once.ts";
import type { SchemaOf } from "./openapi-kinds.ts";
import { groupPathOf } from "./openapi-path.ts";
import { type OpenApiOptions, openApiPaths, type RemoteApi } from "./openapi-paths.ts";
import { encodeDocument, sendDocument } from "./send-document.ts";
import { serverVersion } from "./version.ts";

export interface PathOptions {
  readonly resources: readonly ApiResource[];
  /** Group versions of other servers. */
  readonly remote: readonly RemoteApi[];
  /** Whether `/apis` lists the group version of this server. */
  isListed(group: ApiGroup): boolean;
  readonly schemaOf: SchemaOf;
  readonly responder: Responder;
  readonly health: HealthOptions;
  /** `127.0.0.1:6443`. */
  readonly serverAddress: () => string;
  /** Handles `/metrics`. */
  readonly metrics: Handler;
  /** When the server was started, milliseconds since 1970. */
  readonly startMs: number;
  /**
   * The values of the flags by name, which `/flagz` shows; absent if the server was not started from a command line.
   */
  readonly flags?: ReadonlyMap<string, string>;
  /** Whether a feature gate is on. */
  isEnabled(gate: string): boolean;
  /** Handlers by path, which only accept GET. */
  readonly morePaths?: ReadonlyMap<string, Handler>;
  /** Handlers by path, for paths that `/` does not list. */
  readonly unlistedPaths: ReadonlyMap<string, Handler>;
  /** Responds to requests for unknown paths. */
  readonly notFoundHandler: Handler;
  /** The release whose kinds are served, `1.37`. */
  readonly target: string;
  readonly nowMs: () => number;
  /** Passed on to `openApiPaths`. */
  readonly made: OpenApiOptions["made"];
}

const aggregatedTypes = ["application/json", "application/cbor"];
const aggregatedForm = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
/** A clause of `Accept` that requests aggregated discovery. */
const aggregatedClause =
  /^\s*(application\/\w+)\s*;(?=.*\bg=apidiscovery\.k8s\.io\b)(?=.*\bv=v2(?:[;,\s]|$))(?=.*\bas=APIGroupDiscoveryList\b)/;

export function createNonResourceHandler(options: PathOptions): Handler {
  const groups = groupsOf(options.resources, options.remote);
  const routes = new Map<string, Handler>();
  const { responder } = options;
  const document =
    (value: object): Handler =>
    (exchange) =>
      responder.sendValue(exchange, 200, value);
  const core = groups.filter(({ group }) => group === "");
  const namedGroups = groups.filter(({ group }) => group !== "");
  routes.set(
    "/api",
    onlyGet(
      createAggregatedHandler(options, core, (exchange) =>
        document(apiVersionsDocument(core, options.serverAddress()))(exchange),
      ),
    ),
  );
  const listedGroups = namedGroups.filter((group) => group.remote || options.isListed(group));
  routes.set("/apis", createAggregatedHandler(options, namedGroups, document(groupListDocument(listedGroups))));
  for (const group of groups) {
    // If no version of a group is listed, its own document contains all of its versions.
    const versions = listedGroups.some((other) => other.group === group.group) ? listedGroups : namedGroups;
    if (group.group !== "") {
      const answer = document(groupDocument(versions, group.group));
      routes.set(`/apis/${group.group}`, isAggregatorGroup(group) ? onlyGet(answer) : answer);
    }
    if (!group.remote) routes.set(groupPathOf(group), onlyGet(document(resourceListDocument(group))));
  }
  routes.set("/version", onlyGet(indentedDocument(() => serverVersion(options.target))));
  for (const name of ["healthz", "livez", "readyz"]) {
    const answer: Handler = (exchange) => answerHealth(exchange, name, options.health);
    routes.set(`/${name}`, answer);
    for (const check of options.health.checks) routes.set(`/${name}/${check.name}`, answer);
  }
  routes.set("/metrics", options.metrics);
  routes.set("/metrics/slis", options.health.metrics.handler);
  for (const [path, handler] of options.morePaths ?? []) routes.set(path, onlyGet(handler));
  for (const [path, handler] of debugPages(options, () => paths())) routes.set(path, handler);
  const own = groups.filter(({ remote }) => !remote);
  const served = new Set(routes.keys());
  // Made when it is needed: it takes longer than the rest of discovery.
  const openApi = once(() => openApiPaths({ ...options, groups: own, served }));
  const unlisted = new Set(readinessPaths(options.health));
  const paths = once(() =>
    [...served, "/apis/", "/openapi/v2", "/openapi/v3", "/openapi/v3/"].filter((path) => !unlisted.has(path)).sort(),
  );
  for (const path of ["/", "/index.html"])
    routes.set(
      path,
      indentedDocument(() => ({ paths: paths() })),
    );
  for (const [path, handler] of options.unlistedPaths) routes.set(path, handler);
  return async (exchange) => {
    const { path } = exchange.info;
    const openApiHandler = path.startsWith("/openapi/") ? openApi().get(path) : undefined;
    const route =
      openApiHandler ??
      routes.get(path) ??
      (ignoresTrailingSlash.test(path) ? routes.get(trimEnd("/", path)) : undefined);
    await (route ?? options.notFoundHandler)(exchange);
  };
}

/** Returns indented JSON, as kube-apiserver does for some paths, whatever the client accepts. */
const indentedDocument =
  (value: () => object): Handler =>
  async ({ answer }) => {
    answer.setHeader("Content-Type", "application/json");
    answer.send(200, encodeText(formatJson(value(), prettyIndent)));
  };

/** The paths of checks that only `/readyz` has, below the other two paths. */
const readinessPaths = ({ checks }: HealthOptions): readonly string[] =>
  checks.flatMap(({ name, isReadinessOnly }) => (isReadinessOnly ? [`/healthz/${name}`, `/livez/${name}`] : []));

/**
 * Responds to requests for unknown paths. In kube-apiserver each built-in group has a router, which responds to every
 * path below the group.
 *
 * @param ownGroups - groups that this server serves itself
 */
export function createNotFoundHandler(ownGroups: ReadonlySet<string | undefined>): Handler {
  return async (exchange) => {
    if (ownGroups.has(groupIn(exchange.info.path))) throw noSuchResource();
    sendText(exchange, 404, "404 page not found");
  };
}

/** API paths for which trailing slashes are ignored. */
const ignoresTrailingSlash = /^\/(?:apis?|version|openid|\.well-known)\/(?:.*\/)?$/;

/**
 * Rejects methods other than GET, as kube-apiserver does for its API routes. Its other paths accept any method,
 * including HEAD.
 */
function onlyGet(handler: Handler): Handler {
  return async (exchange) => {
    if (exchange.method !== "GET") throw methodNotAllowed();
    await handler(exchange);
  };
}

function debugPages(options: PathOptions, paths: () => readonly string[]): readonly (readonly [string, Handler])[] {
  const { responder, flags, isEnabled } = options;
  return [
    ...(flags && isEnabled("ComponentFlagz") ? [["/flagz", flagsPage(responder, flags)] as const] : []),
    ...(isEnabled("ComponentStatusz") ? [["/statusz", statusPage(responder, { ...options, paths })] as const] : []),
  ];
}

/** Whether the aggregator serves the group itself. For the other groups it returns the document for any method. */
const isAggregatorGroup = ({ group }: ApiGroup): boolean => group.startsWith("apiregistration.");

/** Returns the group of a path below `/api` or `/apis`; undefined for other paths. */
function groupIn(path: string): string | undefined {
  const [, root, group] = path.split("/");
  if (root === "api") return "";
  return root === "apis" ? group : undefined;
}

function createAggregatedHandler({ responder }: PathOptions, groups: readonly ApiGroup[], legacy: Handler): Handler {
  const document = aggregatedDocument(groups);
  const documentByMediaType = new Map(
    responder.codecs
      .filter(({ mediaType }) => aggregatedTypes.includes(mediaType))
      .map(({ mediaType, encodeValue }) => [mediaType, encodeDocument(document, encodeValue)]),
  );
  return async (exchange) => {
    const { answer, headers } = exchange;
    for (const clause of headers.accept?.split(",") ?? []) {
      const mediaType = aggregatedClause.exec(clause)?.[1] ?? "";
      const body = documentByMediaType.get(mediaType);
      if (!body) continue;
      answer.setHeader("Vary", "Accept");
      answer.setHeader("Cache-Control", "public");
      return sendDocument(exchange, body, { contentType: `${mediaType};${aggregatedForm}` });
    }
    return legacy(exchange);
  };
}
