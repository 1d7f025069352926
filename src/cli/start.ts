#!/usr/bin/env node
/**
 * The program as a user starts it: dist/clustervet.mjs, next to the parts that hold everything.
 *
 * @module
 */
import type { main } from "./main.ts";
import { loadPart } from "./part-loader.ts";

const program = loadPart(`${import.meta.dirname}/parts/`, "main.cjs") as { readonly main: typeof main };
await program.main(new URL(import.meta.url));
// All is written. Node by itself waits for V8, which compiles what will never run.
if (process.argv[2] === "lint") process.exit();
