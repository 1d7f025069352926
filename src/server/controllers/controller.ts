/**
 * The interface of controllers, which work in the background.
 *
 * @module
 */
import type { Log } from "../http/log.ts";
import type { WriteContext } from "../registry/parts.ts";
import type { Registry } from "../registry/registry.ts";

export interface Controller {
  stop(): void;
}

export interface ControllerOptions {
  readonly registry: Registry;
  /** The context, with the user, in which the controller writes. */
  readonly write: WriteContext;
  readonly log: Log;
}
