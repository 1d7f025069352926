/**
 * How long the proofs of the server take: seconds in the suite, minutes with `PROOFS=long` (`npm run proofs`).
 */
const isLong = process.env["PROOFS"] === "long";

export function effort(short: number, long: number): number {
  return isLong ? long : short;
}

/** Timeout of a test whose short form takes seconds. */
export const proofTimeoutMs = isLong ? 1_800_000 : 120_000;
