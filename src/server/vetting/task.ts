/**
 * Tasks on large objects: plain data as input and output, so that a thread can run them.
 *
 * @module
 */
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { SchemaByVersion } from "../../kinds/apiextensions/custom-kind.ts";
import type { GateSettings } from "../../release/feature-gates.ts";
import type { ApplyOptions } from "../handlers/apply-object.ts";
import type { OtherVersions } from "../handlers/decode-object.ts";
import type { Conversion } from "../registry/conversions.ts";
import type { Tracking } from "../registry/fields.ts";
import type { JsonParts } from "../request/object-json.ts";
import type { SentFloat } from "../request/sent-floats.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { RefusedObject, Status } from "../request/status.ts";
import type { FieldValidation } from "../request/write-options.ts";

/** The definition of the kind of a task, for kinds that are not built in. */
interface DefinedTask {
  readonly definedBy?: CustomResourceDefinition;
}

/**
 * A task for a thread. A shape is text such as `v1 ConfigMap`. Objects are passed as JSON, which threads decode faster
 * than a structured clone, and which often exists already.
 */
export type Task = ObjectTask | SchemasTask;

/** A task that reads the schemas of a definition. */
interface SchemasTask {
  readonly name: "schemas";
  readonly definition: JsonParts;
}

export type ObjectTask = DefinedTask & TaskInput;

type TaskInput =
  | {
      readonly name: "read";
      readonly shape: string;
      readonly body: Uint8Array;
      readonly mediaType: string;
      readonly otherVersions: OtherVersions;
      readonly fieldValidation: FieldValidation;
    }
  | {
      readonly name: "patch";
      readonly shape: string;
      readonly body: Uint8Array;
      readonly type: string;
      readonly current: JsonParts;
      readonly fieldValidation: FieldValidation;
    }
  | {
      readonly name: "apply";
      readonly shape: string;
      readonly body: Uint8Array;
      readonly mediaType: string;
      /** Absent if the object does not exist yet. */
      readonly current: JsonParts | undefined;
      readonly options: Omit<ApplyOptions, "warn">;
    }
  | {
      readonly name: "track";
      readonly shape: string;
      readonly written: string;
      /** Absent for a new object. */
      readonly live: JsonParts | undefined;
      /** Without its managed fields, if they are those of `live`. */
      readonly object: JsonParts;
      readonly keepsEntries: boolean;
      readonly tracking: Omit<Tracking, "forms" | "stored" | "written">;
    }
  | {
      readonly name: "validate";
      readonly shape: string;
      readonly object: JsonParts;
      readonly oldObject: JsonParts | undefined;
      readonly floats?: readonly FieldPath[] | undefined;
      readonly subresource: string;
      readonly target: { readonly name: string };
    };

/** The result of a task. */
export type TaskResult =
  | {
      readonly outcome: "done";
      /** The object as JSON. */
      readonly json?: Uint8Array;
      /** Size of the object without its managed fields. */
      readonly bytes?: number;
      /** The floating-point numbers in the object as sent. */
      readonly floats?: readonly SentFloat[];
      /** For the task `track`: the managed fields as JSON. */
      readonly entries?: Uint8Array;
      /** Whether the object has the managed fields of the patched object, which `json` then leaves out. */
      readonly keepsEntries?: boolean;
      /** The schemas of a definition. */
      readonly schemas?: SchemaByVersion;
      readonly warnings: readonly string[];
    }
  /** The task must run again with the result of this conversion. */
  | { readonly outcome: "asks"; readonly conversion: Conversion }
  | { readonly outcome: "refused"; readonly status: Status; readonly refused: RefusedObject | undefined }
  /** An internal error of clustervet. */
  | { readonly outcome: "failed"; readonly error: string };

/** The first message from a thread. */
export interface ThreadStart {
  readonly outcome: "started";
  /** Path of the thread below /proc; undefined if the system does not have it. */
  readonly thread: string | undefined;
}

export const shapeKey = ({ apiVersion, kind }: Pick<ObjectType, "apiVersion" | "kind">): string =>
  `${apiVersion} ${kind}`;

/** The settings for vetting; the same on the threads as in the server. */
export interface VettingTarget {
  readonly target: string;
  readonly groupDomain: string;
  readonly featureGates: GateSettings;
}
