import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const isSetUp = "CLUSTERVET_TESTS_SET_UP";

/**
 * Builds the bundle for the tests of the command line, which run the same program as users, unless a bundle of these
 * sources exists. Also creates a temporary folder for all files of the tests and of the programs that they start, and
 * removes it when the run ends, even if tests fail. Vitest calls this once for each project, in one process; only the
 * first call has an effect.
 */
export function setup(): () => void {
  if (isSetUp in process.env) return () => {};
  process.env[isSetUp] = "true";
  const build = ["scripts/build.mjs", "--cli-only", "--unless-built"];
  const { status } = spawnSync(process.execPath, build, { stdio: "inherit" });
  // The build has printed the reason. Throwing an error would make Vitest report a second one.
  if (status !== 0) process.exit(status ?? 1);
  const folder = mkdtempSync(join(tmpdir(), "clustervet-test-"));
  // Programs that run as another user must be able to reach their files.
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
