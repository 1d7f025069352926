/**
 * The thread that vets large objects, dist/parts/start-vetting.cjs: it starts in the middle of a request, and takes what V8
 * compiled of the program before.
 *
 * @module
 */
import { loadPart } from "./part-loader.ts";

loadPart(`${import.meta.dirname}/`, "vetting.cjs");
