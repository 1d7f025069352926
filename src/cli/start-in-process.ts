/**
 * The entry point that `clustervet/server` loads, built as dist/parts/in-process.cjs. It is in the same folder as the
 * part with the server.
 *
 * @module
 */
import type * as inProcess from "./in-process.ts";
import { loadPart } from "./part-loader.ts";

export const { startInProcess } = loadPart(`${import.meta.dirname}/`, "server.cjs") as typeof inProcess;
