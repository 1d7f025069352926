/**
 * What a handler has besides the exchange: the resource that the path names, and the means to answer.
 *
 * @module
 */
import type { ObjectName } from "../registry/keys.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { ResourceStore } from "../registry/resource-store.ts";
import type { BodyReader } from "./read-body.ts";

export interface Route extends BodyReader {
  readonly store: ResourceStore;
  /** Of the path; empty for the whole cluster. */
  readonly namespace: string;
  /** Throws Forbidden unless the user may do this to the target too. */
  permit(verb: string): Promise<void>;
}

/** Answers one verb. */
export type VerbHandler = (route: Route) => Promise<void>;

/** The object that the path names. */
export function targetOf({ exchange, namespace }: Route): ObjectName {
  return { namespace, name: exchange.info.name };
}

export function writeContext({ exchange }: Route, isDryRun: boolean): WriteContext {
  return { user: exchange.user, isDryRun, warn: (text) => exchange.warnings.add(text) };
}
