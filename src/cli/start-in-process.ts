/**
 * dist/parts/in-process.cjs of the package, which `clustervet/server` loads: it is next to the part with the server.
 *
 * @module
 */
import type * as inProcess from "./in-process.ts";
import { loadPart } from "./part-loader.ts";

export const { startInProcess } = loadPart(`${import.meta.dirname}/`, "server.cjs") as typeof inProcess;
