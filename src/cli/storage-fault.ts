/**
 * Converts errors that keep a store from being opened to a UsageError if the user can fix them.
 *
 * @module
 */
import { isStorageError } from "../storage/storage.ts";
import { UsageError } from "./exit.ts";

/** @returns the error to throw instead of `error` */
export function storageFault(error: unknown): unknown {
  if (isStorageError(error)) return new UsageError(error.message);
  const isMissing = error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
  if (!isMissing || !error.message.includes("'lmdb'")) return error;
  const help = "run `npm install lmdb` where clustervet is installed; `serve` also runs with --storage memory or etcd";
  return new UsageError("the package lmdb, which keeps objects on disk, is not installed", help);
}
