/**
 * Limits the number of owners by update: merges the oldest of them into one owner for each version.
 *
 * @module
 */
import { compareUtf8 } from "../../text/utf8.ts";
import { type FieldSet, noFields, unionOfAll } from "./field-set.ts";
import { identityOf, type Owner, type Owners, secondsOf } from "./owners.ts";

/** The maximum number of owners with the operation `Update`. */
export const maxUpdateOwners = 10;

const ancient = "ancient-changes";

export function capUpdateOwners(owners: Owners): Owners {
  const updaters = [...owners].filter(([, { operation }]) => operation === "Update");
  let surplus = updaters.length - maxUpdateOwners;
  if (surplus <= 0) return owners;
  const capped = new Map(owners);
  const united: UnitedFields = new Map();
  const firstByVersion = new Map<string, string>();
  for (const [identity, owner] of updaters.sort(byAge)) {
    if (surplus === 0) break;
    const { apiVersion } = owner;
    const first = firstByVersion.get(apiVersion);
    // The first owner of a version stays until another owner of that version is merged with it.
    if (first === undefined) firstByVersion.set(apiVersion, identity);
    else {
      mergeOwner(capped, first, [identity, owner], united);
      surplus--;
    }
  }
  for (const [bucket, owner] of capped) {
    const sets = united.get(bucket);
    if (sets) capped.set(bucket, { ...owner, fields: unionOfAll(sets) });
  }
  return capped;
}

const byAge = ([aIdentity, a]: readonly [string, Owner], [bIdentity, b]: readonly [string, Owner]): number =>
  secondsOf(a) - secondsOf(b) || compareUtf8(aIdentity, bIdentity);

/**
 * The field sets of merged owners, by the identity of the result. They are united at the end, since there can be
 * thousands.
 */
type UnitedFields = Map<string, FieldSet[]>;

/** Merges an owner into that of its version. The result has the later of the two times. */
function mergeOwner(
  owners: Map<string, Owner>,
  first: string,
  [identity, owner]: readonly [string, Owner],
  united: UnitedFields,
): void {
  const { apiVersion, time } = owner;
  const actor = { manager: ancient, operation: "Update", apiVersion, subresource: "", time } as const;
  const bucket = identityOf(actor);
  const known = owners.get(bucket) ?? owners.get(first);
  if (!owners.has(bucket)) owners.delete(first);
  const sets = united.get(bucket) ?? (known ? [known.fields] : []);
  sets.push(owner.fields);
  united.set(bucket, sets);
  owners.set(bucket, { ...actor, fields: noFields });
  // If this owner is itself the bucket, kube-apiserver deletes the bucket and with it all its fields.
  if (identity === bucket) united.delete(bucket);
  owners.delete(identity);
}
