/**
 * The contract of background work.
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
  /** As whom it writes. */
  readonly write: WriteContext;
  readonly log: Log;
}
