/**
 * Validators that were generated ahead of time, by `$id`. Empty in the source tree; the build puts them here, so that
 * start-up compiles nothing.
 *
 * @module
 */
import type { SchemaValidator } from "./translate.ts";

export const precompiled: ReadonlyMap<string, SchemaValidator> = new Map();
