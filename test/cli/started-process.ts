import { spawn } from "node:child_process";
import { resolve } from "node:path";

const bundle = resolve("dist/clustervet.cjs");

/** The command line as a process that goes on. */
export interface StartedProcess {
  /** Waits until this was written since the last call, on either stream. @returns all that was written until then */
  shown(text: RegExp): Promise<string>;
  /** Ctrl-C. @returns the exit code */
  interrupt(): Promise<number | null>;
}

/** Starts the built command line in a directory. */
export function startProcess(args: readonly string[], cwd: string): StartedProcess {
  // One pipe, so that the streams stay in the order in which they were written.
  const child = spawn("sh", ["-c", 'exec "$0" "$@" 2>&1', process.execPath, bundle, ...args], { cwd });
  const ended = new Promise<number | null>((done) => child.on("close", done));
  let output = "";
  let look = () => {};
  const gather = (chunk: Buffer) => {
    output += chunk.toString();
    look();
  };
  child.stdout.on("data", gather);
  return {
    shown: (text) =>
      new Promise((done, fail) => {
        look = () => {
          const found = text.exec(output);
          if (!found) return;
          const end = found.index + found[0].length;
          done(output.slice(0, end));
          output = output.slice(end);
          look = () => {};
        };
        look();
        child.once("close", () => fail(new Error(`ended before ${text}: ${output}`)));
      }),
    interrupt() {
      child.kill("SIGINT");
      return ended;
    },
  };
}
