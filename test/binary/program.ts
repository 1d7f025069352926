import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

const program = resolve("build/binary/clustervet");

/** Whether the executable exists. `npm run binary` builds it and then runs these tests. */
export const isBuilt = existsSync(program);

/** Runs the single executable in a folder, without PATH. */
export function runBinary(args: readonly string[], cwd: string, file = program) {
  const { PATH: _path, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, env, encoding: "utf8", timeout: 120_000 });
  return { code: status, stdout, stderr };
}

export { program };
