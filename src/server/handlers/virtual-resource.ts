/**
 * The contract of a resource that is an operation: it is asked with POST, answers at once, and nothing is stored.
 *
 * @module
 */
import type { FieldSchema } from "../../schema/decode-schema.ts";
import type { ApiResource } from "../discovery/api-resource.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Responder } from "../http/responder.ts";

export interface VirtualResource {
  readonly api: ApiResource;
  readonly schema: FieldSchema;
  handle(exchange: Exchange, responder: Responder): Promise<void>;
}
