/**
 * The options of a deletion: from its body if it has one, otherwise from the query.
 *
 * @module
 */
import type { DeleteOptions } from "../../api/types/meta-v1.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { invalidOptions } from "./failures.ts";
import { numberOf, optionalFlagOf, textOf } from "./query.ts";
import type { ObjectType } from "./served-resource.ts";
import type { StatusCause, StatusError } from "./status.ts";
import { dryRunFaults } from "./write-options.ts";

/** How to treat the dependents of an object. */
export type PropagationPolicy = (typeof policies)[number];

/** Valid delete options. */
export interface Deletion extends Pick<DeleteOptions, "preconditions"> {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: PropagationPolicy;
  readonly isDryRun: boolean;
  /** The options as the client sent them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly ignoresReadErrors: boolean;
}

/** The option to delete an object that cannot be read. */
export const unsafeOption = "ignoreStoreReadErrorWithClusterBreakingPotential";

/** The type of the options in the body of a deletion. */
export const deleteOptionsShape: ObjectType = {
  apiVersion: "v1",
  kind: "DeleteOptions",
  schema: typeSchema("meta/v1.DeleteOptions"),
};

/** Reads the options from the query. */
export function deleteOptionsOfQuery(query: URLSearchParams): DeleteOptions {
  const gracePeriodSeconds = numberOf(query, "gracePeriodSeconds");
  const orphanDependents = optionalFlagOf(query, "orphanDependents");
  const propagationPolicy = query.get("propagationPolicy");
  const ignoresReadErrors = optionalFlagOf(query, unsafeOption);
  return {
    ...(ignoresReadErrors === undefined ? {} : { [unsafeOption]: ignoresReadErrors }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagationPolicy === null ? {} : { propagationPolicy }),
    ...preconditionsOfQuery(query),
    dryRun: query.getAll("dryRun"),
  };
}

function preconditionsOfQuery(query: URLSearchParams): Pick<DeleteOptions, "preconditions"> {
  const given = ["uid", "resourceVersion"].map((name) => [name, textOf(query, name)] as const);
  const preconditions = Object.fromEntries(given.filter(([, text]) => text !== ""));
  return Object.keys(preconditions).length === 0 ? {} : { preconditions };
}

const policies = ["Foreground", "Background", "Orphan"] as const;
const knownPolicy = (text: string | undefined) => policies.find((each) => each === text);

/** @throws {StatusError} Invalid */
export function checkDeleteOptions(body: DeleteOptions): Deletion {
  const { dryRun = [], ...options } = body;
  const { gracePeriodSeconds, orphanDependents, propagationPolicy } = options;
  const causes = [...policyFaults(propagationPolicy, orphanDependents), ...dryRunFaults(dryRun), ...unsafeFaults(body)];
  if (causes.length > 0) throw invalidOptions("DeleteOptions", causes);
  const orphaning = orphanDependents ? "Orphan" : "Background";
  const policy = knownPolicy(propagationPolicy) ?? (orphanDependents === undefined ? undefined : orphaning);
  return {
    isDryRun: dryRun.length > 0,
    options: { ...options, ...(dryRun.length > 0 ? { dryRun } : {}) },
    ignoresReadErrors: body[unsafeOption] ?? false,
    ...(body.preconditions === undefined ? {} : { preconditions: body.preconditions }),
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds: Number(gracePeriodSeconds) }),
    ...(policy === undefined ? {} : { propagationPolicy: policy }),
  };
}

/** Options that do not apply to an object that cannot be read. */
const incompatibleWithUnsafe = [
  "propagationPolicy",
  "orphanDependents",
  "gracePeriodSeconds",
  "preconditions",
] as const;

function unsafeFaults(body: DeleteOptions): StatusCause[] {
  if (!body[unsafeOption]) return [];
  return incompatibleWithUnsafe
    .filter((option) => body[option] !== undefined)
    .map((option) => unsafeFault(`cannot be set together with .${option}`));
}

const unsafeFault = (why: string): StatusCause => ({
  reason: "FieldValueInvalid",
  message: `Invalid value: true: ${why}`,
  field: unsafeOption,
});

/** The error for the unsafe option on a collection: only single objects that cannot be read may be deleted. */
export const notForCollections = (): StatusError =>
  invalidOptions("DeleteOptions", [
    unsafeFault("is not allowed with DELETECOLLECTION, try again after removing the option"),
  ]);

function policyFaults(policy: string | undefined, orphanDependents: boolean | undefined): StatusCause[] {
  const field = "propagationPolicy";
  if (policy === undefined) return [];
  const shown = JSON.stringify(policy);
  const faults: StatusCause[] = [];
  if (orphanDependents !== undefined) {
    const message = `Invalid value: ${shown}: orphanDependents and deletionPropagation cannot be both set`;
    faults.push({ reason: "FieldValueInvalid", message, field });
  }
  if (!knownPolicy(policy)) {
    const supported = [...policies, "nil"].map((item) => JSON.stringify(item)).join(", ");
    const message = `Unsupported value: ${shown}: supported values: ${supported}`;
    faults.push({ reason: "FieldValueNotSupported", message, field });
  }
  return faults;
}
