import { execFileSync } from "node:child_process";

/** Tests of the command line run what users run: the bundle. */
export function setup(): void {
  execFileSync(process.execPath, ["scripts/build.mjs", "--cli-only"], { stdio: "inherit" });
}
