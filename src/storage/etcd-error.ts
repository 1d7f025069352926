/**
 * Translates errors of etcd and gRPC to StorageErrors.
 *
 * @module
 */
import { status as codes } from "@grpc/grpc-js";
import { isStorageError, StorageError, type StorageErrorCode } from "./storage.ts";

/** By gRPC code; if a code has several meanings, `words` matches etcd's message. */
const meanings: readonly { readonly code: number; readonly words?: RegExp; readonly means: StorageErrorCode }[] = [
  { code: codes.OUT_OF_RANGE, words: /compacted/, means: "compacted" },
  { code: codes.OUT_OF_RANGE, words: /future revision/, means: "future-revision" },
  { code: codes.RESOURCE_EXHAUSTED, words: /space exceeded/, means: "full" },
  { code: codes.RESOURCE_EXHAUSTED, words: /larger than max/, means: "too-large" },
  { code: codes.INVALID_ARGUMENT, words: /request is too large/, means: "too-large" },
  { code: codes.INVALID_ARGUMENT, words: /user name is empty|authentication failed/, means: "refused" },
  { code: codes.PERMISSION_DENIED, means: "refused" },
  { code: codes.UNAUTHENTICATED, means: "refused" },
  { code: codes.DATA_LOSS, means: "corrupt" },
];

export function etcdError(error: unknown): StorageError {
  if (isStorageError(error)) return error;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const text = error instanceof Error && "details" in error ? String(error.details) : String(error);
  const meaning = meanings.find((each) => each.code === code && (each.words === undefined || each.words.test(text)));
  return new StorageError(meaning?.means ?? "unavailable", `etcd: ${text}`, { cause: error });
}

/** Returns the error for a canceled watch, for which etcd sends only a message. */
export function cancelError(reason: string): StorageError {
  if (/compacted/.test(reason)) return new StorageError("compacted", `etcd: ${reason}`);
  return new StorageError(/permission denied/.test(reason) ? "refused" : "unavailable", `etcd: ${reason}`);
}
