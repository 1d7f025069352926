import { spawn } from "node:child_process";
import { resolve } from "node:path";

const bundle = resolve("dist/clustervet.cjs");

/** The command line in a process that keeps running. */
export interface StartedProcess {
  /**
   * Waits until the text appears on either stream, after the text of the last call. @returns the output up to its end
   */
  shown(text: RegExp): Promise<string>;
  /**
   * Sends SIGINT, as Ctrl-C does.
   *
   * @returns the exit code
   */
  interrupt(): Promise<number | null>;
}

/** Starts the built command line in a directory. */
export function startProcess(args: readonly string[], cwd: string): StartedProcess {
  // Merges both streams into one pipe, so that their output stays in order.
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
