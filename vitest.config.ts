import { defineConfig } from "vitest/config";

export default defineConfig({
  cacheDir: "build/vitest",
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/build-once.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
