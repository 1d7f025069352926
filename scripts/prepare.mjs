/**
 * npm's `prepare`: builds a fresh clone. A global install from git runs this without the development dependencies that
 * building takes, so they are installed first; npm packs the result and drops the clone.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
if (!existsSync(join(root, "node_modules/rolldown"))) {
  execFileSync("npm", ["ci", "--ignore-scripts", "--include=dev"], {
    cwd: root,
    env: withoutGlobal(process.env),
    stdio: "inherit",
    shell: process.platform === "win32",
  });
}
await import("./build.mjs");

/** Left in place, the settings of the outer `npm install -g` would make this one global, too. */
function withoutGlobal(environment) {
  const outer = ["npm_config_global", "npm_config_location", "npm_config_prefix"];
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !outer.includes(name.toLowerCase())));
}
