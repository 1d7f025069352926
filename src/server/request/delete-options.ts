/**
 * The options of a deletion: from its body when it has one, else from the query.
 *
 * @module
 */
import { flag, int64, list, struct, text, field as withNotes } from "../../schema/fields.ts";
import { invalidOptions } from "./failures.ts";
import { numberOf, optionalFlagOf } from "./query.ts";
import type { Shape } from "./served-resource.ts";
import type { StatusCause, StatusError } from "./status.ts";
import { dryRunFaults } from "./write-options.ts";

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground";
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly isDryRun: boolean;
  readonly ignoresReadErrors: boolean;
}

/** The option to delete what cannot be read. */
const unsafeOption = "ignoreStoreReadErrorWithClusterBreakingPotential";

const preconditions = struct({
  uid: text({ "x-proto": 1, "x-pointer": true, description: "The object must have this uid." }),
  resourceVersion: text({ "x-proto": 2, "x-pointer": true, description: "The object must have this version." }),
});

const fields = struct({
  apiVersion: text(),
  kind: text(),
  gracePeriodSeconds: int64({
    "x-proto": 1,
    "x-pointer": true,
    description: "Seconds until the object is to be gone; 0 is at once.",
  }),
  preconditions: withNotes(preconditions, { "x-proto": 2, description: "What must be true for the deletion." }),
  orphanDependents: flag({
    "x-proto": 3,
    "x-pointer": true,
    description: "Whether dependents stay; `propagationPolicy` says it better.",
  }),
  propagationPolicy: text({
    "x-proto": 4,
    "x-pointer": true,
    description: "What becomes of dependents: `Orphan`, `Background` or `Foreground`.",
  }),
  dryRun: list(text(), { "x-proto": 5, description: "`All`: nothing is deleted." }),
  [unsafeOption]: flag({
    "x-proto": 6,
    "x-pointer": true,
    description: "Delete the object although it cannot be read.",
  }),
});

/** What the body of a deletion holds. */
export const deleteOptionsShape: Shape = {
  apiVersion: "v1",
  kind: "DeleteOptions",
  schema: fields,
};

/** The options as they are written in the body. */
export interface DeleteOptionsBody {
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
  readonly dryRun?: readonly string[];
  readonly ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/** The options as they are written in the query. */
export function deleteOptionsOfQuery(query: URLSearchParams): DeleteOptionsBody {
  const gracePeriodSeconds = numberOf(query, "gracePeriodSeconds");
  const orphanDependents = optionalFlagOf(query, "orphanDependents");
  const propagationPolicy = query.get("propagationPolicy");
  const ignoresReadErrors = optionalFlagOf(query, unsafeOption);
  return {
    ...(ignoresReadErrors === undefined ? {} : { [unsafeOption]: ignoresReadErrors }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagationPolicy === null ? {} : { propagationPolicy }),
    dryRun: query.getAll("dryRun").filter((value) => value !== ""),
  };
}

const policies = ["Foreground", "Background", "Orphan"] as const;
const knownPolicy = (text: string | undefined) => policies.find((each) => each === text);

/** @throws {StatusError} Invalid */
export function checkDeleteOptions(body: DeleteOptionsBody): DeleteOptions {
  const { gracePeriodSeconds, orphanDependents, propagationPolicy, dryRun = [] } = body;
  const causes = [...dryRunFaults(dryRun), ...policyFaults(propagationPolicy, orphanDependents), ...unsafeFaults(body)];
  if (causes.length > 0) throw invalidOptions("DeleteOptions", causes);
  const orphaning = orphanDependents ? "Orphan" : "Background";
  const policy = knownPolicy(propagationPolicy) ?? (orphanDependents === undefined ? undefined : orphaning);
  return {
    isDryRun: dryRun.length > 0,
    ignoresReadErrors: body[unsafeOption] ?? false,
    ...(body.preconditions === undefined ? {} : { preconditions: body.preconditions }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds: Number(gracePeriodSeconds) }),
    ...(policy === undefined ? {} : { propagationPolicy: policy }),
  };
}

/** An object that cannot be read has nothing that these could be about. */
const notWithUnsafe = ["propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions"] as const;

function unsafeFaults(body: DeleteOptionsBody): StatusCause[] {
  if (!body[unsafeOption]) return [];
  return notWithUnsafe
    .filter((option) => body[option] !== undefined)
    .map((option) => unsafeFault(`cannot be set together with .${option}`));
}

const unsafeFault = (why: string): StatusCause => ({
  reason: "FieldValueInvalid",
  message: `Invalid value: true: ${why}`,
  field: unsafeOption,
});

/** Only a single object can be deleted although it cannot be read. */
export const notForCollections = (): StatusError =>
  invalidOptions("DeleteOptions", [
    unsafeFault("is not allowed with DELETECOLLECTION, try again after removing the option"),
  ]);

function policyFaults(policy: string | undefined, orphanDependents: boolean | undefined): StatusCause[] {
  const field = "propagationPolicy";
  if (policy === undefined) return [];
  if (orphanDependents !== undefined) {
    const message = `Invalid value: ${JSON.stringify(policy)}: orphanDependents and deletionPropagation cannot be both set`;
    return [{ reason: "FieldValueInvalid", message, field }];
  }
  if (knownPolicy(policy)) return [];
  const supported = [...policies, "nil"].map((item) => JSON.stringify(item)).join(", ");
  const message = `Unsupported value: ${JSON.stringify(policy)}: supported values: ${supported}`;
  return [{ reason: "FieldValueNotSupported", message, field }];
}
