/**
 * Sends responses in the media type and form that the client prefers.
 *
 * @module
 */
import { formatJson } from "../../json/format-json.ts";
import type { ApiList, ApiObject } from "../request/api-object.ts";
import { internalError } from "../request/failures.ts";
import { encodeText } from "../request/own-pages.ts";
import { listOf, type ObjectType, type ServedResource } from "../request/served-resource.ts";
import { isLargeImmutable } from "../request/size.ts";
import { type Status, StatusError } from "../request/status.ts";
import { nextTurn } from "../request/turns.ts";
import { answerFields } from "../tracing/request-spans.ts";
import { traced } from "../tracing/span.ts";
import { asListItem, type Codec, hasStream, type StreamCodec } from "./codec.ts";
import type { Exchange } from "./exchange.ts";
import { Frames } from "./frames.ts";
import { compress, compressStream, maxPlainBytes, wantsGzip } from "./gzip.ts";
import { jsonCodec } from "./json-codec.ts";
import { listText, prettyIndent } from "./list-text.ts";
import {
  acceptableOutput,
  codecOfBody,
  maxAcceptLength,
  negotiateOutput,
  type Output,
  wantsPretty,
} from "./negotiate.ts";
import { metadataIn, RunEncodings } from "./run-encodings.ts";
import type { ListForm, Transform } from "./transform.ts";
import { writeWarnings } from "./warnings.ts";
import { WatchQueues } from "./watch-queues.ts";
import { WriteBatches } from "./write-batches.ts";

export interface ResponderOptions {
  /** The first is the default. */
  readonly codecs: readonly Codec[];
  readonly transforms: readonly Transform[];
  readonly nowMs: () => number;
}

export class Responder {
  readonly codecs: readonly Codec[];
  /** Encodes the events of watches. */
  readonly frames: Frames;
  /** Batches the writes of watches. */
  readonly batches = new WriteBatches();
  /** Counts the events that wait for slow clients of watches. */
  readonly queues = new WatchQueues();
  private readonly runs = new RunEncodings();
  private readonly transforms: readonly Transform[];
  private readonly nowMs: () => number;

  constructor({ codecs, transforms, nowMs }: ResponderOptions) {
    this.codecs = codecs;
    this.transforms = transforms;
    this.nowMs = nowMs;
    this.frames = new Frames(
      (object, { resource, output, exchange }, isFollowUp) =>
        this.encodeObject(object, resource, output, exchange, isFollowUp),
      nowMs,
    );
  }

  /**
   * @param resource - the resource of the response
   * @throws {StatusError} NotAcceptable
   */
  negotiate(exchange: Exchange, resource?: ServedResource): Output {
    const { headers, query, info } = exchange;
    const { codecs, transforms } = this;
    const offer = {
      codecs,
      transforms,
      ...(resource ? { shape: resource, responseResource: { resource, subresource: info.subresource } } : {}),
    };
    return negotiateOutput(headers.accept, offer, wantsPretty(query, headers["user-agent"]));
  }

  /**
   * Negotiates the media type and form of a watch.
   *
   * @throws {StatusError} NotAcceptable; BadRequest if the query does not fit the form
   */
  negotiateStream({ headers, query }: Exchange, shape: ServedResource): Output<StreamCodec> {
    const offer = { codecs: this.codecs.filter(hasStream), transforms: this.transforms, shape, isStream: true };
    const output = negotiateOutput(headers.accept, offer, false);
    output.transform?.form.assertQuery?.(query);
    return output;
  }

  /** @throws {StatusError} UnsupportedMediaType */
  bodyCodec(exchange: Exchange): Codec {
    return codecOfBody(exchange.headers["content-type"], this.codecs);
  }

  /** Encodes a single object in the form of the output. */
  encodeObject(object: ApiObject, resource: ServedResource, output: Output, exchange: Exchange, isFollowUp = false) {
    const { codec, transform } = output;
    if (transform) {
      const context = { query: exchange.query, version: transform.version, nowMs: this.nowMs(), isFollowUp };
      return encodeValue(transform.form.object(object, resource, context), output, shapeOf(output));
    }
    if (output.isPretty && codec === jsonCodec) {
      return encodeValue({ kind: resource.kind, apiVersion: resource.apiVersion, ...object }, output);
    }
    return codec.encodeObject(object, resource);
  }

  sendObject(exchange: Exchange, code: number, resource: ServedResource, object: ApiObject): Promise<void> {
    return traceResponse(exchange, () => this.answerObject(exchange, code, resource, object));
  }

  private async answerObject(
    exchange: Exchange,
    code: number,
    resource: ServedResource,
    object: ApiObject,
  ): Promise<void> {
    const output = this.negotiate(exchange, resource);
    if (isLargeImmutable(object)) await nextTurn();
    const { audit } = exchange;
    if (audit?.wantsResponse) {
      const shown = this.encodeObject(audit.toAuditForm(object), resource, { ...output, ...plainJson }, exchange);
      audit.noteResponse(textOf(shown));
    }
    await send(exchange, code, output, this.encodeObject(object, resource, output, exchange));
  }

  sendList(exchange: Exchange, resource: ServedResource, list: ApiList): Promise<void> {
    return traceResponse(exchange, () => this.answerList(exchange, resource, list));
  }

  private async answerList(exchange: Exchange, resource: ServedResource, list: ApiList): Promise<void> {
    const output = this.negotiate(exchange, resource);
    const { codec, transform } = output;
    await this.recordListForAudit(exchange, resource, list, output);
    if (transform?.form.list) {
      const form = transform.form.list(list, resource, this.contextOf(exchange, transform.version));
      const shape = shapeOf(output);
      if (shape)
        return send(exchange, 200, output, ...(await this.runs.encodeTransformedList(list, codec, shape, form.entry)));
      const items = form.compare ? list.items.toSorted(form.compare) : list.items;
      return sendGenerated(exchange, output, listText(form, items, output));
    }
    if (output.isPretty && codec === jsonCodec) {
      const head = headOf(list, resource);
      const form = { head, member: "items", entry: (item: ApiObject) => asListItem(resource, item) } as const;
      return sendGenerated(exchange, output, listText(form, list.items, output));
    }
    await send(exchange, 200, output, ...(await this.runs.encodeList(list, codec, resource)));
  }

  /** Records the list for the audit event. */
  private async recordListForAudit(
    exchange: Exchange,
    resource: ServedResource,
    list: ApiList,
    { transform }: Output,
  ): Promise<void> {
    const { audit } = exchange;
    if (!audit?.wantsResponse) return;
    const head = headOf(list, resource);
    const plain: ListForm = { head, member: "items", entry: (item) => asListItem(resource, item) };
    const context = this.contextOf(exchange, transform?.version ?? "");
    const form = transform?.form.list?.(list, resource, context) ?? plain;
    const shown = { ...form, entry: (item: ApiObject) => form.entry(audit.toAuditForm(item)) };
    const parts: Uint8Array[] = [];
    for await (const part of listText(shown, list.items, plainJson)) parts.push(part);
    audit.noteResponse(textOf(Buffer.concat(parts)));
  }

  private contextOf({ query }: Exchange, version: string) {
    return { query, version, nowMs: this.nowMs(), isFollowUp: false };
  }

  /**
   * Sends a body that contains its apiVersion and kind: a `Status`, a discovery document, or a non-persisted resource
   * with its shape. Documents without a kind, for example the version, are not recorded for the audit event.
   */
  async sendValue(exchange: Exchange, code: number, value: object, shape?: ObjectType): Promise<void> {
    await this.answerValue(exchange, code, value, this.negotiate(exchange), shape);
  }

  /**
   * Sends a `Status` that reports the success of a request about an object, in an encoding that supports the object.
   */
  async sendSuccess(exchange: Exchange, resource: ServedResource, status: Status): Promise<void> {
    await this.answerValue(exchange, 200, status, this.negotiate(exchange, resource));
  }

  private async answerValue(
    exchange: Exchange,
    code: number,
    value: object,
    preferredOutput: Output,
    shape?: ObjectType,
  ) {
    // If the client prefers an encoding that only supports objects, JSON is used, which all of these clients can
    // decode.
    const output =
      preferredOutput.codec.isSelfDescribing || shape || isStatus(value)
        ? preferredOutput
        : { ...preferredOutput, codec: jsonCodec };
    if (isStatus(value)) exchange.audit?.noteStatus(value);
    else if (exchange.audit?.wantsResponse && "kind" in value)
      exchange.audit.noteResponse(formatJson(exchange.audit.toAuditForm(value)));
    await send(exchange, code, output, encodeValue(value, output, shape));
  }

  /** Responds to a request that failed. If a stream has begun, it can only be aborted. */
  sendFailure(exchange: Exchange, error: unknown): void {
    const { answer } = exchange;
    if (answer.isStarted) {
      answer.abort();
      return;
    }
    const { auditId } = exchange;
    const failure = error instanceof StatusError ? error : internalError(`see ${auditId} in the log of the server`);
    const { retryAfterSeconds = 0 } = failure.details ?? {};
    if (retryAfterSeconds > 0) answer.setHeader("Retry-After", String(retryAfterSeconds));
    answer.setHeader("X-Content-Type-Options", "nosniff");
    const codec = this.failureCodec(exchange);
    writeHeaders(exchange, codec.mediaType);
    const status = failure.toStatus();
    exchange.audit?.noteStatus(status);
    const { query, headers } = exchange;
    answer.send(failure.code, encodeValue(status, { codec, isPretty: wantsPretty(query, headers["user-agent"]) }));
  }

  /**
   * Returns the codec for a failure. Failures have no other forms, and clients that accept no supported type get them
   * in JSON.
   */
  private failureCodec({ headers }: Exchange): Codec {
    const { accept = "" } = headers;
    const offer = { codecs: this.codecs, transforms: [] };
    if (accept.length > maxAcceptLength) return jsonCodec;
    return acceptableOutput(accept, offer, false)?.codec ?? jsonCodec;
  }
}

const traceResponse = (exchange: Exchange, answer: () => Promise<void>): Promise<void> =>
  traced("SerializeObject", () => answerFields(exchange), answer);

/** The type of the transformed object, if the encoding needs it. */
const shapeOf = ({ codec, transform }: Output): ObjectType | undefined =>
  codec.isText ? undefined : transform?.form.shape?.(transform.version);

/** The output for bodies in audit events. */
const plainJson = { codec: jsonCodec, isPretty: false } as const;

/** Converts a body to the text for an audit event. */
const textOf = (body: Uint8Array): string => Buffer.from(body).toString().trimEnd();

const headOf = (list: ApiList, resource: ServedResource) => ({
  kind: listOf(resource).kind,
  apiVersion: resource.apiVersion,
  metadata: metadataIn(list, resource),
});

const isStatus = (value: object): value is Status => "kind" in value && value.kind === "Status";

function encodeValue(
  value: object,
  { codec, isPretty }: Pick<Output, "codec" | "isPretty">,
  shape?: ObjectType,
): Uint8Array {
  if (isPretty && codec === jsonCodec) return encodeText(formatJson(value, prettyIndent));
  return codec.encodeValue(value, shape);
}

async function send(
  exchange: Exchange,
  code: number,
  { codec }: Output,
  ...parts: readonly Uint8Array[]
): Promise<void> {
  writeHeaders(exchange, codec.mediaType);
  const { answer, headers } = exchange;
  const sizeBytes = parts.reduce((sum, part) => sum + part.length, 0);
  if (!wantsGzip(headers, sizeBytes)) return answer.sendParts(code, parts);
  useGzip(exchange);
  answer.send(code, await compress(parts));
}

/** Sends a list that is made while the client reads. A small list is sent as a whole. */
async function sendGenerated(
  exchange: Exchange,
  output: Output,
  parts: AsyncGenerator<Uint8Array, void>,
): Promise<void> {
  const made: Uint8Array[] = [];
  let madeBytes = 0;
  while (madeBytes <= maxPlainBytes) {
    const { value, done } = await parts.next();
    if (done) return send(exchange, 200, output, ...made);
    made.push(value);
    madeBytes += value.length;
  }
  writeHeaders(exchange, output.codec.mediaType);
  const all = concatenate(made, parts);
  if (!wantsGzip(exchange.headers, madeBytes)) return exchange.answer.sendStream(200, all);
  useGzip(exchange);
  await exchange.answer.sendStream(200, compressStream(all));
}

async function* concatenate(
  first: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield* first;
  yield* rest;
}

function useGzip({ answer }: Exchange): void {
  answer.setHeader("Content-Encoding", "gzip");
  answer.setHeader("Vary", "Accept-Encoding");
}

function writeHeaders(exchange: Exchange, contentType: string): void {
  exchange.answer.setHeader("Content-Type", contentType);
  writeWarnings(exchange);
}
