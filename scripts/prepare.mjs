/**
 * npm's `prepare` script: builds a fresh clone. A global install from git runs it without the development dependencies,
 * which the build needs, so it installs them first. npm packs the result and deletes the clone.
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

/** Removes settings of the outer `npm install -g`, which would make this install global, too. */
function withoutGlobal(environment) {
  const outer = ["npm_config_global", "npm_config_location", "npm_config_prefix"];
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !outer.includes(name.toLowerCase())));
}
