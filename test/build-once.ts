import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const isSetUp = "CLUSTERVET_TESTS_SET_UP";

/**
 * Tests of the command line run what users run: the bundle, which is built unless it is there for these sources. Everything that tests and the programs they start put into
 * the temporary folder goes into one of this run, which is removed at its end, whatever became of the tests. Each project of
 * vitest calls this in one process; only the first call does anything.
 */
export function setup(): () => void {
  if (isSetUp in process.env) return () => {};
  process.env[isSetUp] = "true";
  const build = ["scripts/build.mjs", "--cli-only", "--unless-built"];
  const { status } = spawnSync(process.execPath, build, { stdio: "inherit" });
  // The build has said why. Vitest would end with a fault of its own about the error instead.
  if (status !== 0) process.exit(status ?? 1);
  const folder = mkdtempSync(join(tmpdir(), "clustervet-test-"));
  // Programs that run as another user must get through to their files.
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
