/**
 * Gives rules access to the machine: files of the node's file system below a root directory, and checks of
 * certificates.
 *
 * @module
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { FileState, Host } from "../rule/host.ts";
import { keyPairFault, parseCertificates, signatureFault } from "./certificates.ts";
import { isWithin, shownPath } from "./shown-path.ts";

/** @param root - the directory that represents the node's file system; without it, no files are looked up */
export function nodeHost(root: string | undefined): Host {
  if (root === undefined) return { parseCertificates, keyPairFault, signatureFault };
  const base = resolve(root);
  return {
    parseCertificates,
    keyPairFault,
    signatureFault,
    stat: (path) => stat(base, path),
    readFile: (path) => readFile(base, path),
    nameOf: (path) => shownPath(join(base, path)),
    nodePathOf: (name) => nodePathOf(base, name),
  };
}

function stat(base: string, path: string): FileState {
  try {
    const stats = statSync(resolveInside(base, path));
    return stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
  } catch {
    return "missing";
  }
}

function readFile(base: string, path: string): Uint8Array | undefined {
  try {
    const real = resolveInside(base, path);
    // Reading a pipe or a device may never end.
    return statSync(real).isFile() ? readFileSync(real) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the path of a file on the node, with slashes; undefined if the file is not below the root. */
function nodePathOf(base: string, name: string): string | undefined {
  const path = relative(base, resolve(name)).split(sep).join("/");
  return path.startsWith("..") || isAbsolute(path) ? undefined : `/${path}`;
}

/** Resolves a node's path below the root. Throws if the path does not exist or a link leads out of the root. */
function resolveInside(base: string, path: string): string {
  const real = realpathSync(join(base, path));
  const realBase = realpathSync(base);
  if (!isWithin(real, realBase)) throw new Error(`${path} is outside of the root directory`);
  return real;
}
