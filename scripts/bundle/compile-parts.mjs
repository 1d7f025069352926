/**
 * Leaves beside the parts what V8 makes of them in runs over the fixtures, for `src/cli/part-loader.ts`. It fits the
 * version of Node that builds.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";

/** @param parts - the folder of the parts */
export async function compileParts(root, parts) {
  const recorder = join(root, "build/record-code.mjs");
  await build({
    entryPoints: [join(root, "scripts/bundle/record-code.mjs")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: recorder,
    logLevel: "warning",
  });
  execFileSync(process.execPath, [recorder, `${parts}/`], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}
