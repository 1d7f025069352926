import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** The tests of one room, which `scripts/mutants.mjs` names. */
export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  cacheDir: "build/vitest",
  test: { include: (process.env["MUTANTS_TESTS"] ?? "").split(" "), testTimeout: 30_000 },
});
