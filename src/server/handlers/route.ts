/**
 * The inputs of a handler: the exchange, the resource that the path names, and the means to respond.
 *
 * @module
 */
import { fromByteString } from "../../text/utf8.ts";
import { deadlineOf } from "../http/deadline.ts";
import type { Exchange } from "../http/exchange.ts";
import type { RequestLimits } from "../http/request-limits.ts";
import type { ObjectName } from "../registry/keys.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import { managerOf, writeOptionsOfQuery } from "../request/write-options.ts";
import type { BodyReader } from "./read-body.ts";

export interface Route extends BodyReader {
  readonly store: ResourceStore;
  /** The namespace in the path; empty for cluster-wide requests. */
  readonly namespace: string;
  readonly limits: Required<RequestLimits>;
  /** Throws Forbidden unless the user may also use this verb on the target, or on a subresource of it. */
  assertPermitted(verb: string, subresource?: string): Promise<void>;
}

/** Handles the requests with one verb. */
export type VerbHandler = (route: Route) => Promise<void>;

/** Returns the object that the path names. */
export function targetOf({ exchange, namespace }: Route): ObjectName {
  return { namespace, name: exchange.info.name };
}

interface WriteContextOptions {
  readonly isDryRun: boolean;
  /** Empty if the request specifies no field manager; default empty. */
  readonly fieldManager?: string;
  /** The options as the client sent them; default: those of the query. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export function writeContext(
  exchange: Exchange,
  { isDryRun, fieldManager, options }: WriteContextOptions,
): WriteContext {
  const { user, headers, warnings, auditAnnotations, query } = exchange;
  return {
    user,
    isDryRun,
    options: options ?? writeOptionsOfQuery(query),
    deadlineMs: deadlineOf(exchange),
    caller: exchange,
    verb: exchange.info.verb,
    fieldManager: fieldManager || managerOf(fromByteString(headers["user-agent"] ?? "")),
    warn: (text) => warnings.add(text),
    annotate(key, value) {
      if (!auditAnnotations.has(key)) auditAnnotations.set(key, value);
    },
  };
}
