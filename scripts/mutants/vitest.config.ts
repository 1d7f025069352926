import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Runs the tests that `scripts/mutants.mjs` lists in MUTANTS_TESTS. */
export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  cacheDir: "build/vitest",
  test: { include: (process.env["MUTANTS_TESTS"] ?? "").split(" "), testTimeout: 30_000 },
});
