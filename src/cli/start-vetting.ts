/**
 * The entry point of the thread that vets large objects, built as dist/parts/start-vetting.cjs. It uses code that V8
 * compiled at build time, because it starts in the middle of a request.
 *
 * @module
 */
import { loadPart } from "./part-loader.ts";

loadPart(`${import.meta.dirname}/`, "vetting.cjs");
