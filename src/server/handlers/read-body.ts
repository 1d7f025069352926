/**
 * Decodes the body of a request to an object and passes it on to the audit event.
 *
 * @module
 */
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { Vetting } from "../vetting/vetting.ts";
import type { ReadOptions } from "./decode-object.ts";

/** The parts of a route that are needed to read a body. */
export interface BodyReader {
  readonly exchange: Exchange;
  readonly responder: Responder;
  readonly vetting: Vetting;
}

export interface ReadBodyOptions extends Omit<ReadOptions, "warn"> {
  /** Returns a copy of the object for the audit event of the request; default: the object as it was sent. */
  readonly prepareForAudit?: (object: ApiObject) => ApiObject;
}

/** @throws {StatusError} if the body is not an object of the shape */
export async function readBodyAs(
  shape: ObjectType,
  { exchange, responder, vetting }: BodyReader,
  { prepareForAudit = (object) => object, ...options }: ReadBodyOptions,
): Promise<ApiObject> {
  const codec = responder.bodyCodec(exchange);
  const warn = (text: string) => exchange.warnings.add(text);
  const object = await vetting.read(await exchange.readBody(), codec, shape, { ...options, warn });
  const { audit } = exchange;
  audit?.noteRequest(audit.wantsRequest ? prepareForAudit(object) : object, shape);
  return object;
}
