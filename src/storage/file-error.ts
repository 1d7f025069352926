/**
 * Translates file errors of the operating system and of LMDB to StorageErrors.
 *
 * @module
 */
import { isStorageError, StorageError } from "./storage.ts";

const readOnlyCodes = new Set<unknown>(["EACCES", "EPERM", "EROFS", 13, 1, 30]);
const fullCodes = new Set<unknown>(["ENOSPC", "EDQUOT", "EFBIG", 28, 122, 27, -30792]);
const damageCodes = new Set<unknown>([-30797, -30796, -30794, -30793]);
const helpByCode = {
  "read-only": "may not be written by this process",
  full: "has no room left",
  corrupt: "differs from what was written",
  unavailable: "cannot be used",
} as const;

/** Returns the error for a path. @param path - the file or directory that could not be used */
export function fileError(path: string, error: unknown): StorageError {
  if (isStorageError(error)) return error;
  const code = codeFor(error instanceof Error && "code" in error ? error.code : undefined);
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageError(code, `${path} ${helpByCode[code]}: ${reason}`, { cause: error });
}

/**
 * Returns the StorageError code.
 *
 * @param code - Node's name, or the number of the system or of LMDB (negative: MAP_FULL, PAGE_NOTFOUND, ...)
 */
function codeFor(code: unknown): keyof typeof helpByCode {
  if (readOnlyCodes.has(code)) return "read-only";
  if (fullCodes.has(code)) return "full";
  return damageCodes.has(code) ? "corrupt" : "unavailable";
}
