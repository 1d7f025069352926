/**
 * Keeps the number of owners small: the oldest ones who updated become one for each version.
 *
 * @module
 */
import { compareUtf8 } from "../../text/utf8.ts";
import { type FieldSet, noFields, unionOfAll } from "./field-set.ts";
import { identityOf, type Owner, type Owners, secondsOf } from "./owners.ts";

/** As many owners by update are distinguished. */
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
    // The first of a version stays until there is another one to unite it with.
    if (first === undefined) firstByVersion.set(apiVersion, identity);
    else {
      unite(capped, first, [identity, owner], united);
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

/** The sets of those that became one, by its identity: thousands are put together at once. */
type UnitedFields = Map<string, FieldSet[]>;

/** The time is that of the younger of both. */
function unite(
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
  // This may be the bucket itself: the API server forgets it then.
  if (identity === bucket) united.delete(bucket);
  owners.delete(identity);
}
