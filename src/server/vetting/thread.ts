/**
 * The program of a thread that runs tasks on large objects.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { settle } from "../../engine/options.ts";
import { servedCodecs } from "../http/codecs.ts";
import { transferableBuffers } from "../request/own-pages.ts";
import { systemThread } from "./processor-time.ts";
import { taskRunner } from "./run-task.ts";
import type { Task, ThreadStart, VettingTarget } from "./task.ts";

parentPort?.postMessage({ outcome: "started", thread: systemThread() } satisfies ThreadStart);
const settings = settle(workerData as VettingTarget);
const runner = servedCodecs(settings.contextFor("v1").isEnabled).then((codecs) => taskRunner(settings, codecs));
parentPort?.on("message", async (task: Task) => {
  const result = (await runner)(task);
  const { json, entries } = result.outcome === "done" ? result : {};
  parentPort?.postMessage(result, transferableBuffers([json, entries]));
});
