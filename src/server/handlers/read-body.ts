/**
 * The body of a request as an object.
 *
 * @module
 */
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { Vetting } from "../vetting/vetting.ts";
import type { ReadOptions } from "./decode-object.ts";

/** The parts of a route that reading needs. */
export interface BodyReader {
  readonly exchange: Exchange;
  readonly responder: Responder;
  readonly vetting: Vetting;
}

export interface ReadBodyOptions extends Omit<ReadOptions, "warn"> {
  /** The object as the audit event of the request shows it, a copy; default: as it came. */
  readonly asNoted?: (object: ApiObject) => ApiObject;
}

/** @throws {StatusError} for a body that is no such object */
export async function readBodyAs(
  shape: ObjectType,
  { exchange, responder, vetting }: BodyReader,
  { asNoted = (object) => object, ...options }: ReadBodyOptions,
): Promise<ApiObject> {
  const codec = responder.bodyCodec(exchange);
  const warn = (text: string) => exchange.warnings.add(text);
  const object = await vetting.read(await exchange.readBody(), codec, shape, { ...options, warn });
  const { audit } = exchange;
  audit?.noteRequest(audit.wantsRequest ? asNoted(object) : object, shape);
  return object;
}
