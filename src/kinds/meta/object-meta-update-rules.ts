/**
 * Faults in the metadata of an update that the API server rejects.
 *
 * @module
 */
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import type { Cause, FieldPath } from "../../diagnostic/diagnostic.ts";
import { maxShownLength } from "../../json/go-value.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { quoteGo } from "../../text/go-quote.ts";
import { compareUtf8 } from "../../text/utf8.ts";

interface HasMetadata {
  readonly metadata?: ObjectMeta;
}

const fixedFields = ["name", "namespace", "uid", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

/** Fields that only a deletion of the object can set. */
const setByDeletion: ReadonlySet<string> = new Set(["deletionTimestamp", "deletionGracePeriodSeconds"]);

/**
 * Reports changes of immutable fields. kube-apiserver copies absent ones from the stored object, except for the name.
 */
const immutable = rule<HasMetadata>(
  {
    id: "meta/immutable",
    severity: "error",
    summary: "name, namespace, uid and deletion time of an object are immutable",
  },
  ({ metadata = {} }, place, { oldObject }) => {
    if (oldObject === undefined) return;
    const { metadata: stored = {} } = oldObject;
    for (const name of fixedFields) {
      // A zero time is null, which differs from an absent value.
      const { [name]: value = "" } = metadata;
      const before = stored[name];
      const isFilledIn = value === "" && name !== "name";
      const isFixed = before !== undefined || setByDeletion.has(name);
      if (isFilledIn || !isFixed || value === before) continue;
      const message = `field is immutable: must stay ${before === undefined ? "absent" : valueText(before)}; got ${valueText(value)}`;
      place.at("metadata", name).say(message, { after: ["metadata"], ...(typeof value === "bigint" ? {} : { value }) });
    }
  },
);

const valueText = (value: string | number | bigint | null): string =>
  typeof value === "string" ? JSON.stringify(value) : String(value);

const noLateFinalizers = rule<HasMetadata>(
  {
    id: "meta/late-finalizers",
    severity: "error",
    cause: "forbidden",
    summary: "no finalizer is added to an object that is being deleted",
  },
  ({ metadata }, place, { oldObject }) => {
    const stored = oldObject?.metadata;
    if (!stored?.deletionTimestamp) return;
    const known = new Set(stored.finalizers);
    const late = new Set(metadata?.finalizers?.filter((name) => !known.has(name)));
    const shown = [...late].sort(compareUtf8).map(quoteGo).join(", ").slice(0, maxShownLength);
    metadata?.finalizers?.forEach((name, index) => {
      if (!late.has(name)) return;
      place
        .at("metadata", "finalizers", index)
        .say(`must not be added while the object is being deleted; got ${JSON.stringify(name)}`, {
          field: ["metadata", "finalizers"],
          value: name,
          serverText: `no new finalizers can be added if the object is being deleted, found new finalizers []string{${shown}}`,
        });
    });
  },
);

interface ServerError {
  readonly cause: Cause;
  readonly serverText: string;
  readonly after?: FieldPath;
}

interface ImmutableOptions<T> {
  /** Whether the fields of a stored object are immutable. Default: always. */
  readonly applies?: (stored: T) => boolean;
  readonly equal?: (a: unknown, b: unknown) => boolean;
  /** kube-apiserver's error. Default: the field is immutable. */
  readonly serverError?: ServerError | ((name: string) => ServerError);
}

/** Returns a rule that reports changes of the fields `names`. */
export function immutableFields<T extends object>(
  info: { readonly id: string; readonly summary: string },
  names: readonly (keyof T & string)[],
  { applies = () => true, equal = semanticEqual, serverError }: ImmutableOptions<T> = {},
): Rule<T> {
  return rule<T>({ ...info, severity: "error" }, (object, place, { oldObject }) => {
    if (oldObject === undefined || !applies(oldObject)) return;
    for (const name of names) {
      if (equal(object[name], oldObject[name])) continue;
      place.along([name]).say("field is immutable", {
        atKey: true,
        ...(typeof serverError === "function" ? serverError(name) : serverError),
      });
    }
  });
}

/**
 * The error about a field that the API declares immutable: kube-apiserver shows no value, and reports it after all
 * others.
 */
export const declaredImmutableError = { cause: "invalid", serverText: "null: field is immutable", after: [] } as const;

/** The error about changes of a ConfigMap or Secret that is marked as immutable. */
export const markedImmutableError = {
  cause: "forbidden",
  serverText: "field is immutable when `immutable` is set",
} as const;

export const updateRules: readonly Rule<HasMetadata>[] = [immutable, noLateFinalizers];
