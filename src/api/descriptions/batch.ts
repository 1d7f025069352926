/**
 * The purpose of the types and fields of `batch`.
 *
 * @module
 */
export const batch: Readonly<Record<string, string>> = {
  "batch/v1.CronJob": "Starts jobs by the clock.",
  "batch/v1.Job": "Runs pods until enough of them have succeeded.",
};
