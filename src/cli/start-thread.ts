/**
 * A thread of the program as it starts: dist/parts/thread.cjs, beside the part that has its work.
 *
 * @module
 */
import { loadPart } from "./part-loader.ts";

loadPart(`${__dirname}/`, "job.cjs");
