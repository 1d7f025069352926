/**
 * Locks a directory against other processes until this process releases it or ends, even if it crashes.
 *
 * Node has no file locks. A process that wants the directory listens on a Unix socket with a unique name in it, then
 * tries to connect to the other sockets there: one that accepts belongs to a living process, one that does not was left
 * behind. Since each process listens before it checks, at least one of two simultaneous processes notices the other.
 * The operating system closes the socket with the process, and the lock also works across containers that share the
 * directory. On Linux, the process also binds an abstract socket name, which is not a file and therefore survives the
 * deletion of the directory's content.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, open, readdir, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { setTimeout } from "node:timers/promises";
import { makePrivate } from "./durable-file.ts";
import { fileError } from "./file-error.ts";
import { StorageError } from "./storage.ts";

const socketName = /^lock-[0-9a-f]{16}$/;
/** Two simultaneous processes may both give way; each then waits for a random time. */
const maxAttempts = 3;
const maxPauseMs = 100;

/**
 * Locks the directory.
 *
 * @returns a function that releases the lock
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
  const abstractServer = createServer((socket) => socket.destroy());
  const own = `lock-${randomBytes(8).toString("hex")}`;
  const release = async () => {
    for (const each of [server, abstractServer])
      if (each.listening) await new Promise((resolve) => each.close(resolve));
    await handle.close();
  };
  try {
    if (!(await bindAbstractName(abstractServer, handle))) {
      await release();
      return undefined;
    }
    const path = socketPath(directory, handle, own);
    await listen(server, path);
    await makePrivate(path);
    if ((await hasNoOtherOwner(directory, handle, own)) && (await hasSocketFile(directory, own))) return release;
    await release();
    return undefined;
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Binds a socket name for the directory that cannot be deleted, if the system has them. It keeps other processes of
 * this machine out even if the socket file in the directory is deleted.
 *
 * @returns false if another process has the name
 */
async function bindAbstractName(server: Server, handle: FileHandle): Promise<boolean> {
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

/**
 * Returns a path for a socket. The system limits it to about 100 bytes; on Linux, `/proc/self/fd` is a short path to
 * any open directory.
 */
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

/** Whether no other process has the directory. Removes sockets that were left behind. */
async function hasNoOtherOwner(directory: string, handle: FileHandle, own: string): Promise<boolean> {
  for (const name of await readdir(directory)) {
    if (name === own || !socketName.test(name)) continue;
    if (await isListening(socketPath(directory, handle, name))) return false;
    await unlink(`${directory}/${name}`).catch(() => {});
  }
  return true;
}

function isListening(path: string): Promise<boolean> {
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

/**
 * Whether the socket still exists. Another process may have removed it as left behind, before this one listened on it.
 */
async function hasSocketFile(directory: string, name: string): Promise<boolean> {
  return access(`${directory}/${name}`).then(
    () => true,
    () => false,
  );
}
