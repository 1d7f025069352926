#!/usr/bin/env node
/**
 * The program as a user starts it: dist/clustervet.cjs, next to the parts that hold everything. It is
 * CommonJS as they are: Node loads what imports ES modules for the first of them.
 *
 * @module
 */
import type { main } from "./main.ts";
import { loadPart } from "./part-loader.ts";
import { filesBeside } from "./program-files.ts";

const program = loadPart(`${import.meta.dirname}/parts/`, "main.cjs") as { readonly main: typeof main };
void program.main(filesBeside(new URL(import.meta.url))).then(() => {
  // All is written. Node by itself waits for V8, which compiles what will never run.
  if (process.argv[2] === "lint") process.exit();
});
