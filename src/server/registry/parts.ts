/**
 * The parts that the operations of the registry use, and admission, which they call.
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

/** A write, or a connection to what runs somewhere, as admission sees it. */
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
  /** As in `RuleContext`. */
  readonly floats?: readonly FieldPath[] | undefined;
  readonly user: UserInfo;
  readonly isDryRun: boolean;
  /** In which the client wrote; absent: that of the resource. */
  readonly form?: ServedKind;
  /** Fields of the options that the client gave, such as `fieldManager`; absent: it gave none. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** When the client no longer waits; absent: nobody asks. Milliseconds since 1970. */
  readonly deadlineMs?: number;
  /** Absent: no client waits. */
  readonly caller?: Caller;
  /** Of the request, such as `patch`; absent for the server's own writes. */
  readonly verb?: string;
  /** Of a creation by an update of an object that is not there: the name that the request has in its path. */
  readonly nameInPath?: string;
  /** A text for the client. */
  warn(text: string): void;
  /** Notes something in the audit event of the request, unless the key has a value; absent for the server's own writes. */
  annotate?(key: string, value: string): void;
}

/** Decides on writes. Each step throws the StatusError that refuses. */
export interface Admission {
  /** May change `object`. */
  mutate(attempt: AdmissionAttributes): Promise<void>;
  /** Whether the object is one that its kind allows. */
  validate(attempt: AdmissionAttributes): void | Promise<void>;
  /** The last word, about an object that is as it will be stored. */
  approve(attempt: AdmissionAttributes): Promise<void>;
}

/** Of a write that was admitted before, as the object that the client sent. */
export const admittedBefore: Pick<Admission, "mutate" | "approve"> = {
  async mutate() {},
  async approve() {},
};

/** Resources that a write takes in addition to its object, such as an address. One of the two is called, once. */
export interface Claim {
  /** The write is done: what it no longer needs goes. */
  settle(): Promise<void>;
  /** The write has failed: what was taken for it goes. */
  giveBack(): Promise<void>;
}

/** The settings shared by all resources. */
export interface RegistryParts {
  /** The forms in which objects that are stored in the form of `own` are served. */
  formsOf(own: ServedResource): Forms;
  readonly storage: Storage;
  readonly reflector: Reflector;
  readonly admission: Admission;
  /** The context of rules and defaults for a version of a kind. */
  contextFor(version: string): RuleContext;
  /**
   * Takes for a write what it needs, and fills that in; for a deletion notes what it frees. Throws the StatusError that
   * refuses. Absent where no write needs anything.
   */
  claim?(attempt: AdmissionAttributes): Promise<Claim | undefined>;
  /** Absent where `trackFields` does all of it at once. */
  readonly track?: TrackFields;
  nowMs(): number;
  newUid(): string;
}

/** One resource of the registry. */
export interface StoreParts extends RegistryParts {
  readonly resource: ServedResource;
  /** As clients know it, who may have it in another group than the one in which it is stored. */
  readonly called: ResourceName & Pick<ServedResource, "version">;
  readonly cache: WatchCache;
  readonly forms: Forms;
  /** Absent where objects are kept in the version of the resource, or are converted without asking anyone. */
  readonly conversion?: VersionConversion | undefined;
}

/** Who writes, and how. */
export interface WriteContext
  extends Pick<
    AdmissionAttributes,
    "user" | "isDryRun" | "form" | "options" | "deadlineMs" | "caller" | "verb" | "nameInPath" | "warn" | "annotate"
  > {
  /** Who is said to manage the fields that are written. */
  readonly fieldManager: string;
}
