/**
 * A thread that does tasks on large objects.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { settle } from "../../engine/options.ts";
import { taskRunner } from "./run-task.ts";
import type { Task, VettingTarget } from "./task.ts";

const run = taskRunner(settle(workerData as VettingTarget));
parentPort?.on("message", (task: Task) => parentPort?.postMessage(run(task)));
