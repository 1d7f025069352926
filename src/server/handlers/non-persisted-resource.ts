/**
 * Resources that are operations: clients create them with POST, the server responds at once and stores nothing.
 *
 * @module
 */
import { clearSystemMetadata } from "../../kind/new-metadata.ts";
import { sentValue } from "../../schema/go-values.ts";
import type { Exchange } from "../http/exchange.ts";
import type { ApiObject } from "../request/api-object.ts";
import { methodNotAllowed, namespaceMismatch, noSuchResource } from "../request/failures.ts";
import type { ServedResource } from "../request/served-resource.ts";
import type { Status } from "../request/status.ts";
import { readWriteOptions, type WriteOptions } from "../request/write-options.ts";
import { type BodyReader, readBodyAs } from "./read-body.ts";
import { writeContext } from "./route.ts";
import { recordFieldOwner } from "./sender.ts";

export interface NonPersistedResource {
  readonly resource: ServedResource;
  /**
   * Returns the request object with the result in `status`, or a Status that reports success.
   *
   * @throws {StatusError} if the object is invalid
   */
  execute(requestObject: ApiObject, exchange: Exchange, options: WriteOptions): Promise<ApiObject | Status>;
}

export async function handleNonPersisted(nonPersisted: NonPersistedResource, reader: BodyReader): Promise<void> {
  const { exchange, responder } = reader;
  const { resource } = nonPersisted;
  const { info } = exchange;
  const matchesScope = resource.isNamespaced === (info.namespace !== "");
  if (info.subresource !== "" || info.isItem || !matchesScope) throw noSuchResource();
  if (exchange.method !== "POST") throw methodNotAllowed();
  responder.negotiate(exchange, resource);
  const options = readWriteOptions(exchange.query, "CreateOptions");
  const requestObject = await readBodyAs(resource, reader, { fieldValidation: options.fieldValidation });
  clearSystemMetadata(requestObject.metadata);
  const { namespace } = requestObject.metadata;
  if (resource.isNamespaced && namespace && namespace !== info.namespace) {
    throw namespaceMismatch();
  }
  if (resource.isNamespaced) requestObject.metadata.namespace = info.namespace;
  else delete requestObject.metadata.namespace;
  recordFieldOwner(
    requestObject,
    { kind: resource, subresource: "", write: writeContext(exchange, options) },
    exchange,
  );
  const answer = await nonPersisted.execute(requestObject, exchange, options);
  if (isStatus(answer)) await responder.sendValue(exchange, 201, answer);
  else await responder.sendObject(exchange, 201, resource, sentValue(answer, resource.schema));
}

/** Objects have no `kind` here, but a Status has. */
const isStatus = (answer: ApiObject | Status): answer is Status => answer.kind === "Status";
