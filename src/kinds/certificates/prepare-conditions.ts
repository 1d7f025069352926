/**
 * Prepares the conditions of a CertificateSigningRequest for a write through `approval` or `status`.
 *
 * @module
 */
import type { CertificateSigningRequest, CertificateSigningRequestCondition } from "../../api/types/certificates-v1.ts";

/** Restores the stored conditions of a type, unless the write adds or removes conditions of that type. */
export function keepStoredConditions(
  type: string,
  object: CertificateSigningRequest,
  oldObject: CertificateSigningRequest,
): void {
  const conditions = object.status?.conditions ?? [];
  const stored = (oldObject.status?.conditions ?? []).filter((condition) => condition.type === type);
  if (conditions.filter((condition) => condition.type === type).length !== stored.length) return;
  for (const [index, condition] of conditions.entries()) {
    const kept = condition.type === type ? stored.shift() : undefined;
    if (kept) conditions[index] = kept;
  }
}

/**
 * Sets the times that conditions lack: a transition that is not new keeps its stored time.
 *
 * @param now - the time of the write: RFC 3339
 */
export function fillConditionTimes(
  { status }: CertificateSigningRequest,
  oldObject: CertificateSigningRequest,
  now: string,
): void {
  const stored = oldObject.status?.conditions ?? [];
  for (const condition of status?.conditions ?? []) {
    condition.lastUpdateTime ||= now;
    condition.lastTransitionTime ||= storedTransition(condition, stored) ?? now;
  }
}

function storedTransition(
  { type, status }: CertificateSigningRequestCondition,
  stored: readonly CertificateSigningRequestCondition[],
): string | undefined {
  const same = stored.find((other) => other.type === type && other.status === status && other.lastTransitionTime);
  return same?.lastTransitionTime ?? undefined;
}
