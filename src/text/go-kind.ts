/**
 * Formats kinds as Go does.
 *
 * @module
 */

/** Returns `apps/v1, Kind=Deployment` or `/v1, Kind=Pod`; the group before the slash may be empty. */
export function goKind(apiVersion: string, kind: string): string {
  return `${apiVersion.includes("/") ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}
