/**
 * A thread beside the one of the command: takes batches of files as long as there are any, and says what came of them.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { examiner } from "./examination.ts";
import { batchSize, type Job, type JobReport } from "./jobs.ts";
import { hostOf, kindsOfFiles, settleFlags } from "./lint-settings.ts";

const { names, flags, project, named, next } = workerData as Job;
const settings = settleFlags(flags, project, hostOf(flags, project));
const examine = examiner(settings, { kindOf: kindsOfFiles(project, settings), named: new Set(named) });
for (let start = takeBatch(); start < names.length; start = takeBatch()) {
  const report: JobReport = { start, outcomes: names.slice(start, start + batchSize).map(examine) };
  parentPort?.postMessage(report);
}

function takeBatch(): number {
  return Atomics.add(next, 0, batchSize);
}
