/**
 * Keeps a second process out of a directory, until this one lets go or ends, however it ends.
 *
 * Node has no file locks. A process that wants the directory listens on a Unix socket of its own there, then looks for
 * sockets of others: one that answers belongs to a living process, one that does not was left behind. The process that comes
 * second has listened before it looks, so of two that come at once at least one sees the other. The operating system ends
 * the listening with the process, and it is seen across containers that share the directory. On Linux the process also takes a name
 * that is no file, which is not lost when somebody clears the directory.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, open, readdir, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { setTimeout } from "node:timers/promises";
import { keepPrivate } from "./durable-file.ts";
import { fileError } from "./file-error.ts";
import { StorageError } from "./storage.ts";

const socketName = /^lock-[0-9a-f]{16}$/;
/** Two that come at once may both give way; each then waits for a while of its own. */
const maxAttempts = 3;
const maxPauseMs = 100;

/**
 * @returns what lets go
 * @throws {StorageError} `locked`, `read-only`, `unavailable`
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  for (let attempt = 1; ; attempt++) {
    const release = await tryLock(directory).catch((error: unknown) => {
      throw fileError(directory, error);
    });
    if (release) return release;
    if (attempt === maxAttempts) throw new StorageError("locked", `${directory} is in use by another process`);
    await setTimeout(Math.random() * maxPauseMs);
  }
}

async function tryLock(directory: string): Promise<(() => Promise<void>) | undefined> {
  const handle = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  const server = createServer((socket) => socket.destroy());
  const unremovable = createServer((socket) => socket.destroy());
  const own = `lock-${randomBytes(8).toString("hex")}`;
  const release = async () => {
    for (const each of [server, unremovable]) if (each.listening) await new Promise((resolve) => each.close(resolve));
    await handle.close();
  };
  try {
    if (!(await takesName(unremovable, handle))) {
      await release();
      return undefined;
    }
    const path = socketPath(directory, handle, own);
    await listen(server, path);
    await keepPrivate(path);
    if ((await isAlone(directory, handle, own)) && (await isThere(directory, own))) return release;
    await release();
    return undefined;
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Takes a name for the directory that nobody can remove, where the system has such names: a second process of this machine stays
 * out even when the socket in the directory was deleted.
 *
 * @returns false when another process has it
 */
async function takesName(server: Server, handle: FileHandle): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const { dev, ino } = await handle.stat({ bigint: true });
  try {
    await listen(server, `\0clustervet-${dev}-${ino}`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
}

/** The system takes about 100 bytes for the path of a socket; Linux has a short name for any directory that is open. */
function socketPath(directory: string, handle: FileHandle, name: string): string {
  return process.platform === "linux" ? `/proc/self/fd/${handle.fd}/${name}` : `${directory}/${name}`;
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path, exclusive: true }, () => {
      server.unref();
      resolve();
    });
  });
}

/** Clears away what was left behind. */
async function isAlone(directory: string, handle: FileHandle, own: string): Promise<boolean> {
  for (const name of await readdir(directory)) {
    if (name === own || !socketName.test(name)) continue;
    if (await answers(socketPath(directory, handle, name))) return false;
    await unlink(`${directory}/${name}`).catch(() => {});
  }
  return true;
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code !== "ECONNREFUSED" && error.code !== "ENOENT");
    });
  });
}

/** Another process may have taken the socket for one left behind, before anybody listened on it. */
async function isThere(directory: string, name: string): Promise<boolean> {
  return access(`${directory}/${name}`).then(
    () => true,
    () => false,
  );
}
