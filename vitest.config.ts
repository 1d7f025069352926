import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * Tests of functions: they change nothing of their process, so the files of a thread share it, and the modules that it has
 * loaded. To load those again for each file takes as much processor time as the tests. Tests that mock a module are elsewhere.
 */
const ofFunctions = [
  "test/engine/!(sources|repeated-definitions).test.ts",
  ..."access api cel cel-kubernetes fixtures flags json kind kinds patch policy regex release report rollout rule schema source suite text wire x509"
    .split(" ")
    .map((room) => `test/${room}/**/*.test.ts`),
];

/**
 * Tests of the server and of commands: they close the servers that they open and restore clocks and variables, so the files
 * share a process as well. To load the modules of the server takes half a second of processor time, as long as half of these
 * files run.
 */
const ofRooms = "cli docs house kubelet server shapes".split(" ").map((room) => `test/${room}/**/*.test.ts`);

/** Tests that mock modules, methods or the event loop of what the process shares, measure the process, or do little but start others. */
const isolated = [
  "test/cli/run-command.test.ts",
  "test/server/process/**/*.test.ts",
  "test/server/vetting/threads.test.ts",
  "test/server/{in-process,quiet-heap,running,work-queue}.test.ts",
  "test/server/handlers/watch.test.ts",
  "test/server/{admission/pod-security,bootstrap/kubernetes-service,registry/create,registry/turns}.test.ts",
  "test/shapes/fuzz-readers.test.ts",
];

export default defineConfig({
  cacheDir: "build/vitest",
  test: {
    experimental: { fsModuleCache: true, fsModuleCachePath: "build/vitest/modules" },
    globalSetup: ["test/build-once.ts"],
    setupFiles: ["test/property-seed.ts"],
    // By itself it leaves a processor to a terminal that waits for changes: half of a machine of two.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Two files at a time may keep each other waiting, where a test measures time.
    retry: process.env["CI"] ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Files share the modules of their process: a round of the event loop that never ends would be that of all files after.
    fakeTimers: { toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] },
    projects: [
      { extends: true, test: { name: "functions", include: ofFunctions, pool: "threads", isolate: false } },
      { extends: true, test: { name: "rooms", include: ofRooms, exclude: isolated, pool: "forks", isolate: false } },
      {
        extends: true,
        test: { name: "program", include: ["test/**/*.test.ts"], exclude: [...ofFunctions, ...ofRooms] },
      },
      { extends: true, test: { name: "isolated", include: isolated } },
    ],
  },
});
