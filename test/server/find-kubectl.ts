/**
 * Finds kubectl: in the environment variable KUBECTL, else in the PATH. Some packages install a dispatcher there, with
 * one program for each release in the same directory.
 *
 * @module
 */
import { accessSync, constants, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

export function findKubectl(): string | undefined {
  const given = process.env["KUBECTL"];
  if (given) return given;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = folders.map((folder) => join(folder, "kubectl")).find(isExecutable);
  if (found === undefined) return undefined;
  const home = dirname(realpathSync(found));
  const versioned = readdirSync(home).filter((name) => /^kubectl\.1\.\d+$/.test(name));
  const newest = versioned.sort((a, b) => minorOf(b) - minorOf(a))[0];
  return newest === undefined ? found : join(home, newest);
}

const minorOf = (name: string): number => Number(name.split(".").at(-1));

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
