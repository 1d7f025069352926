/**
 * Work on large objects, as plain data in and out, so that a thread can do it.
 *
 * @module
 */
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { ReadSchemas } from "../../kinds/apiextensions/custom-kind.ts";
import type { GateSettings } from "../../release/feature-gates.ts";
import type { ApplyOptions } from "../handlers/apply-object.ts";
import type { OtherVersions } from "../handlers/decode-object.ts";
import type { Conversion } from "../registry/conversions.ts";
import type { Tracking } from "../registry/fields.ts";
import type { Parts } from "../request/object-json.ts";
import type { SentFloat } from "../request/sent-floats.ts";
import type { ObjectType } from "../request/served-resource.ts";
import type { RefusedObject, Status } from "../request/status.ts";
import type { FieldValidation } from "../request/write-options.ts";

/** The definition that defines the shape of a task, where not every server knows it. */
interface OfDefinition {
  readonly definedBy?: CustomResourceDefinition;
}

/** Shapes are `v1 ConfigMap`. Objects come and go as JSON: threads read it faster than a structured clone, and often it is there already. */
export type Task = ObjectTask | SchemasTask;

/** Reads the schemas of a definition. */
interface SchemasTask {
  readonly name: "schemas";
  readonly definition: Parts;
}

export type ObjectTask = OfDefinition & Work;

type Work =
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
      readonly current: Parts;
      readonly fieldValidation: FieldValidation;
    }
  | {
      readonly name: "apply";
      readonly shape: string;
      readonly body: Uint8Array;
      readonly mediaType: string;
      /** Absent where there is no object yet. */
      readonly current: Parts | undefined;
      readonly options: Omit<ApplyOptions, "warn">;
    }
  | {
      readonly name: "track";
      readonly shape: string;
      readonly written: string;
      /** Absent for a new object. */
      readonly live: Parts | undefined;
      /** Without entries of owners that are those of `live`. */
      readonly object: Parts;
      readonly keepsEntries: boolean;
      readonly tracking: Omit<Tracking, "forms" | "stored" | "written">;
    }
  | {
      readonly name: "validate";
      readonly shape: string;
      readonly object: Parts;
      readonly oldObject: Parts | undefined;
      readonly floats?: readonly FieldPath[] | undefined;
      readonly subresource: string;
      readonly target: { readonly name: string };
    };

/** The outcome of a task. */
export type TaskResult =
  | {
      readonly outcome: "done";
      /** The object as JSON. */
      readonly json?: Uint8Array;
      /** Of it, without who owns what of it. */
      readonly bytes?: number;
      /** Those that came with it. */
      readonly floats?: readonly SentFloat[];
      /** Of a task that tracks: who owns what, as JSON. */
      readonly entries?: Uint8Array;
      /** The object has the entries of owners that the one that was patched has, and comes without them. */
      readonly keepsEntries?: boolean;
      /** Of a definition. */
      readonly schemas?: ReadSchemas;
      readonly warnings: readonly string[];
    }
  /** To be done again with the answer. */
  | { readonly outcome: "asks"; readonly conversion: Conversion }
  | { readonly outcome: "refused"; readonly status: Status; readonly refused: RefusedObject | undefined }
  /** A fault of ours. */
  | { readonly outcome: "failed"; readonly error: string };

/** The first message of a thread. */
export interface ThreadStart {
  readonly outcome: "started";
  /** Where the system shows its processor time; absent where it does not. */
  readonly thread: string | undefined;
}

export const shapeKey = ({ apiVersion, kind }: Pick<ObjectType, "apiVersion" | "kind">): string =>
  `${apiVersion} ${kind}`;

/** The settings of vetting; the same on threads as in the server. */
export interface VettingTarget {
  readonly target: string;
  readonly groupDomain: string;
  readonly featureGates: GateSettings;
}
