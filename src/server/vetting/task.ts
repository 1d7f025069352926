/**
 * Work on large objects, as plain data in and out, so that a thread can do it.
 *
 * @module
 */
import type { ApplyOptions } from "../handlers/apply-object.ts";
import type { OtherVersions } from "../handlers/decode-object.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { Shape } from "../request/served-resource.ts";
import type { Status } from "../request/status.ts";
import type { FieldValidation } from "../request/write-options.ts";

/** Shapes are `v1 ConfigMap`. */
export type Task =
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
      readonly current: ApiObject;
      readonly fieldValidation: FieldValidation;
    }
  | {
      readonly name: "apply";
      readonly shape: string;
      readonly body: Uint8Array;
      /** Absent where there is no object yet. */
      readonly current: ApiObject | undefined;
      readonly options: Omit<ApplyOptions, "warn">;
    }
  | {
      readonly name: "validate";
      readonly shape: string;
      readonly object: ApiObject;
      readonly oldObject: ApiObject | undefined;
      readonly subresource: string;
      readonly target: { readonly name: string };
    };

/** What came of a task. */
export type TaskResult =
  | { readonly outcome: "done"; readonly object: ApiObject | undefined; readonly warnings: readonly string[] }
  | { readonly outcome: "refused"; readonly status: Status }
  /** A fault of ours. */
  | { readonly outcome: "failed"; readonly error: string };

export const shapeKey = ({ apiVersion, kind }: Pick<Shape, "apiVersion" | "kind">): string => `${apiVersion} ${kind}`;

/** What objects are vetted for; the same on threads as in the server. */
export interface VettingTarget {
  readonly target: string;
  readonly groupDomain: string;
}
