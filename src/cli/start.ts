#!/usr/bin/env node
/**
 * The entry point of the program, built as dist/clustervet.cjs next to the parts with all other code. It is CommonJS
 * like the parts, because otherwise Node.js would load its code for ES modules.
 *
 * @module
 */
import type { main } from "./main.ts";
import { loadPart } from "./part-loader.ts";
import { filesBeside } from "./program-files.ts";

const program = loadPart(`${import.meta.dirname}/parts/`, "main.cjs") as { readonly main: typeof main };
void program.main(filesBeside(new URL(import.meta.url))).then(() => {
  // All output is written. Without this call, Node.js would wait until V8 has compiled functions that never run.
  if (process.argv[2] === "lint") process.exit();
});
