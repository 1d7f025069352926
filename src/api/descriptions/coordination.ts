/**
 * The purpose of the types and fields of `coordination`.
 *
 * @module
 */
export const coordination: Readonly<Record<string, string>> = {
  "coordination/v1.Lease": "Who holds a role, and until when.",
  "coordination/v1beta1.LeaseCandidate": "One who would take a lease.",
};
