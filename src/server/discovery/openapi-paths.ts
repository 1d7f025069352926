/**
 * Handlers of `/openapi/v2` and `/openapi/v3`. Documents are made at the first request, because few clients need them.
 *
 * @module
 */
import { version as program } from "../../release/version.ts";
import type { Exchange, Handler } from "../http/exchange.ts";
import { acceptedTypes } from "../http/negotiate.ts";
import type { Responder } from "../http/responder.ts";
import { runInTurns } from "../request/turns.ts";
import type { ApiGroup } from "./documents.ts";
import { once } from "./once.ts";
import { discoveryPaths } from "./openapi-discovery.ts";
import type { SchemaOf } from "./openapi-kinds.ts";
import { groupPathOf } from "./openapi-path.ts";
import { type OpenApi2, openApi2Document } from "./openapi-v2.ts";
import { encodeOpenApi2 } from "./openapi-v2-protobuf.ts";
import { openApi3Document, openApi3PathsDocument } from "./openapi-v3.ts";
import { type EncodedDocument, encodeDocument, hashOf, sendDocument } from "./send-document.ts";

export interface OpenApiOptions {
  readonly groups: readonly ApiGroup[];
  readonly remote: readonly RemoteApi[];
  readonly schemaOf: SchemaOf;
  /** The server's other paths, which the documents may describe. */
  readonly served: ReadonlySet<string>;
  readonly responder: Responder;
  /** The release whose kinds are served, `1.37`. */
  readonly target: string;
  readonly nowMs: () => number;
  /**
   * Documents by their hash, from earlier calls with other groups. Unchanged ones are reused; the current documents
   * then replace the content.
   */
  readonly made: Map<string, LazyDocument>;
}

/** A group version of another server, with its OpenAPI documents if they are known. */
export interface RemoteApi extends ApiGroup {
  readonly documents?: {
    /** URL of its v3 document, including the hash. */
    readonly openApi3?: string;
    readonly openApi2?: MergeableParts;
  };
}

/** The parts that are merged from the v2 documents of several servers. */
type MergeableParts = Pick<OpenApi2, "paths" | "definitions" | "parameters">;

/** Handlers by path. */
export function openApiPaths(options: OpenApiOptions): ReadonlyMap<string, Handler> {
  const routes = new Map<string, Handler>([["/openapi/v2", v2Handler(options)]]);
  const documents = documentsOf(options);
  routes.set("/openapi/v3", async (exchange) => {
    const paths: [string, object][] = [];
    for (const { path, hash } of documents) paths.push([path, { serverRelativeURL: hashedUrl(path, hash) }]);
    for (const { documents: remote, ...group } of options.remote) {
      if (remote?.openApi3) paths.push([groupPathOf(group).slice(1), { serverRelativeURL: remote.openApi3 }]);
    }
    await options.responder.sendValue(exchange, 200, { paths: Object.fromEntries(paths) });
  });
  for (const namedDocument of documents) {
    routes.set(`/openapi/v3/${namedDocument.path}`, (exchange) =>
      answerV3(exchange, { ...namedDocument, nowMs: options.nowMs }),
    );
  }
  return routes;
}

/** Made at the first call, in turns with other work. */
type LazyDocument = () => Promise<EncodedDocument>;

interface NamedDocument {
  /** `apis/apps/v1`. */
  readonly path: string;
  /**
   * Hash of everything that the document is made of, so that it is known before the document is made. For custom
   * resources that includes the generation of the definition, even if a change does not affect the document.
   */
  readonly hash: string;
  readonly document: LazyDocument;
}

/** Returns the v3 documents. Documents of unchanged groups are reused. */
function documentsOf({ groups, served, made, schemaOf, target: version }: OpenApiOptions): readonly NamedDocument[] {
  const document = (path: string, content: unknown, make: () => Generator<void, object>) => {
    const hash = hashOf(JSON.stringify([program, version, path, content]));
    return { path, hash, document: made.get(hash) ?? once(async () => encodeDocument(await runInTurns(make()))) };
  };
  const options = { schemaOf, version };
  const documents = [
    ...[...discoveryPaths(groups, served)].map(([path, paths]) =>
      document(path, paths, () => openApi3PathsDocument(paths, options)),
    ),
    ...groups.map((group) => document(groupPathOf(group).slice(1), group, () => openApi3Document(group, options))),
  ];
  made.clear();
  for (const { hash, document } of documents) made.set(hash, document);
  return documents;
}

const jsonType = "application/json";
/** The server accepts both and responds with the first. */
const protobufTypes = [
  "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
  "application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
];

function v2Handler({ groups, remote, served, schemaOf, target, nowMs }: OpenApiOptions): Handler {
  const make = async () => {
    const document = mergeDocuments([
      await runInTurns(openApi2Document(groups, served, { schemaOf, version: target })),
      ...remote.flatMap(({ documents }) => documents?.openApi2 ?? []),
    ]);
    const json = encodeDocument(document);
    const protobuf = once(async () => ({ ...json, body: await runInTurns(encodeOpenApi2(document)) }));
    return { json, protobuf, lastModifiedMs: nowMs() };
  };
  let made: ReturnType<typeof make> | undefined;
  return async (exchange) => {
    const type = chooseMediaType(exchange, [jsonType, ...protobufTypes]);
    exchange.answer.setHeader("Vary", "Accept");
    if (type === undefined) return exchange.answer.send(406, new Uint8Array());
    made ??= make();
    const { json, protobuf, lastModifiedMs } = await made;
    if (type === jsonType) return sendDocument(exchange, json, { contentType: jsonType, lastModifiedMs });
    const [contentType = ""] = protobufTypes;
    await sendDocument(exchange, await protobuf(), { contentType, lastModifiedMs });
  };
}

/** Merges the documents of all servers; if several have an entry of the same name, the first wins. */
function mergeDocuments([own, ...others]: readonly [OpenApi2, ...MergeableParts[]]): object {
  if (others.length === 0) return own;
  const all = (member: keyof MergeableParts) =>
    Object.assign({}, ...others.toReversed().map((each) => each[member]), own[member]);
  return { ...own, paths: all("paths"), definitions: all("definitions"), parameters: all("parameters") };
}

/** Returns the offered type that the client prefers; undefined if it accepts none of them. */
function chooseMediaType({ headers }: Exchange, offered: readonly string[]): string | undefined {
  for (const wanted of acceptedTypes(headers.accept || "*/*")) {
    const found = offered.find((type) => wanted === type || wanted === "*/*" || wanted === anyOfFamily(type));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `application/*`. */
const anyOfFamily = (type: string): string => `${type.slice(0, type.indexOf("/"))}/*`;

const hashedUrl = (path: string, hash: string): string => `/openapi/v3/${path}?hash=${hash}`;

const yearMs = 365 * 24 * 3600 * 1000;

interface V3Source extends NamedDocument {
  readonly nowMs: () => number;
}

async function answerV3(exchange: Exchange, { path, hash, document, nowMs }: V3Source): Promise<void> {
  const { answer, query } = exchange;
  answer.setHeader("Vary", "Accept");
  if (chooseMediaType(exchange, [jsonType]) === undefined) return answer.send(406, new Uint8Array());
  const requestedHash = query.get("hash") ?? "";
  if (requestedHash !== "" && requestedHash !== hash) {
    answer.setHeader("Location", hashedUrl(path, hash));
    return answer.send(301, new Uint8Array());
  }
  if (requestedHash !== "") {
    answer.setHeader("Cache-Control", "public, immutable");
    answer.setHeader("Expires", new Date(nowMs() + yearMs).toUTCString());
  }
  await sendDocument(exchange, await document(), { contentType: jsonType });
}
