/**
 * The parts that the operations of the registry use, and the interface of admission, which they call.
 *
 * @module
 */

import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Storage } from "../../storage/storage.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { Caller } from "../request/caller.ts";
import type { ResourceName } from "../request/failures.ts";
import type { ServedKind, ServedResource } from "../request/served-resource.ts";
import type { UserInfo } from "../request/user.ts";
import type { Forms, TrackFields } from "./fields.ts";
import type { ObjectName } from "./keys.ts";
import type { Reflector } from "./reflector.ts";
import type { VersionConversion } from "./version-conversion.ts";
import type { WatchCache } from "./watch-cache.ts";

/** A write, or a connection to a running pod, service or node, as admission sees it. */
export interface AdmissionAttributes {
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly resource: ServedResource;
  /** Empty for the object itself. */
  readonly subresource: string;
  readonly target: ObjectName;
  /** Absent for a deletion. */
  readonly object?: ApiObject;
  /** Absent for a creation. */
  readonly oldObject?: ApiObject;
  /** Same meaning as in `RuleContext`. */
  readonly floats?: readonly FieldPath[] | undefined;
  readonly user: UserInfo;
  readonly isDryRun: boolean;
  /** The form in which the client wrote; absent: that of the resource. */
  readonly form?: ServedKind;
  /** The options of the request, such as `fieldManager`; absent if the client sent none. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Time when the client stops waiting, in milliseconds since 1970; absent if no client waits. */
  readonly deadlineMs?: number;
  /** The waiting client; absent if no client waits. */
  readonly caller?: Caller;
  /** Verb of the request, such as `patch`; absent for the server's own writes. */
  readonly verb?: string;
  /** For an update that creates the missing object: the name in the path of the request. */
  readonly nameInPath?: string;
  /** Sends a warning to the client. */
  warn(text: string): void;
  /**
   * Adds an annotation to the audit event of the request, unless the key has a value already; absent for the server's
   * own writes.
   */
  annotate?(key: string, value: string): void;
}

/** Decides on writes. Each step throws a StatusError to reject the write. */
export interface Admission {
  /** May change `object`. */
  mutate(attempt: AdmissionAttributes): Promise<void>;
  /** Validates the object against its kind. */
  validate(attempt: AdmissionAttributes): void | Promise<void>;
  /** The final check, on the object in the form in which it will be stored. */
  approve(attempt: AdmissionAttributes): Promise<void>;
}

/** Skips admission for a write that was already admitted in the form that the client sent. */
export const skipAdmission: Pick<Admission, "mutate" | "approve"> = {
  async mutate() {},
  async approve() {},
};

/**
 * Resources that are allocated for a write in addition to its object, such as an address. The caller calls exactly one
 * of the two methods, once.
 */
export interface Allocation {
  /** Completes a successful write: releases allocations that are no longer needed. */
  commit(): Promise<void>;
  /** Reverts a failed write: releases the allocations that were made for it. */
  rollBack(): Promise<void>;
}

/** The parts that all resources share. */
export interface RegistryParts {
  /** Returns the served forms of objects that are stored in the form of `own`. */
  formsOf(own: ServedResource): Forms;
  readonly storage: Storage;
  readonly reflector: Reflector;
  readonly admission: Admission;
  /** The context of rules and defaults for a version of a kind. */
  contextFor(version: string): RuleContext;
  /**
   * Allocates what a write needs, and fills it into the object; for a deletion, records what it releases. Throws a
   * StatusError to reject the write. Absent if no resource needs allocations.
   */
  claim?(attempt: AdmissionAttributes): Promise<Allocation | undefined>;
  /** Tracks managed fields; absent: `trackFields` does so synchronously. */
  readonly track?: TrackFields;
  nowMs(): number;
  newUid(): string;
}

/** The parts for one resource of the registry. */
export interface StoreParts extends RegistryParts {
  readonly resource: ServedResource;
  /** The resource as clients know it: possibly in another group than the one in which it is stored. */
  readonly clientResource: ResourceName & Pick<ServedResource, "version">;
  readonly cache: WatchCache;
  readonly forms: Forms;
  /** Absent if objects are stored in the version of the resource, or are converted without a webhook. */
  readonly conversion?: VersionConversion | undefined;
}

/** The user who writes, and the options of the write. */
export interface WriteContext
  extends Pick<
    AdmissionAttributes,
    "user" | "isDryRun" | "form" | "options" | "deadlineMs" | "caller" | "verb" | "nameInPath" | "warn" | "annotate"
  > {
  /** Field manager of the written fields. */
  readonly fieldManager: string;
}
