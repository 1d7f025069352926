import { defineConfig } from "vitest/config";

/**
 * Tests of functions: they change nothing of their process, so the files of a thread share it, and the modules that it has
 * loaded. To load those anew for each file takes as much processor time as the tests. What mocks a module is not here.
 */
const ofFunctions = [
  "test/engine/!(sources).test.ts",
  ..."access api cel fixtures flags json kind kinds patch policy regex release report rule schema source suite text wire x509"
    .split(" ")
    .map((room) => `test/${room}/**/*.test.ts`),
];

/**
 * Rooms of the server whose tests close what they open, so their files share a process as well. To load the server's modules
 * takes half a second of processor time, as long as half of these files run. Those that mock modules or clocks are left out.
 */
const ofServer = "admission aggregation audit authn authz bootstrap certificates connect discovery"
  .split(" ")
  .map((room) => `test/server/${room}/**/!(kubernetes-service|pod-security).test.ts`);

export default defineConfig({
  cacheDir: "build/vitest",
  test: {
    globalSetup: ["test/build-once.ts"],
    setupFiles: ["test/property-seed.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: "functions", include: ofFunctions, pool: "threads", isolate: false } },
      { extends: true, test: { name: "server", include: ofServer, pool: "forks", isolate: false } },
      {
        extends: true,
        test: { name: "program", include: ["test/**/*.test.ts"], exclude: [...ofFunctions, ...ofServer] },
      },
    ],
  },
});
