/**
 * A thread that does tasks on large objects.
 *
 * @module
 */
import { parentPort, workerData } from "node:worker_threads";
import { settle } from "../../engine/options.ts";
import { servedCodecs } from "../http/codecs.ts";
import { taskRunner } from "./run-task.ts";
import type { Task, VettingTarget } from "./task.ts";

const settings = settle(workerData as VettingTarget);
const runner = servedCodecs(settings.contextFor("v1").isEnabled).then((codecs) => taskRunner(settings, codecs));
parentPort?.on("message", async (task: Task) => parentPort?.postMessage((await runner)(task)));
