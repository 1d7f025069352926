/**
 * Parses file sizes such as `64MiB`.
 *
 * @module
 */
const bytesByUnit: ReadonlyMap<string, number> = new Map([
  ["KiB", 1024],
  ["MiB", 1024 ** 2],
  ["GiB", 1024 ** 3],
]);

/**
 * Upper limit for `--max-file-size`: a string in V8 holds half a billion characters, so larger files can't be read as
 * one string.
 */
export const maxFileMiB = 256;

/** Returns the size in bytes, or undefined if the text is not a size or exceeds `maxFileMiB`. */
export function parseFileSize(text: string): number | undefined {
  const [, digits = "", unit = ""] = /^([1-9]\d{0,9})(KiB|MiB|GiB)$/.exec(text) ?? [];
  const bytes = Number(digits) * (bytesByUnit.get(unit) ?? 0);
  return bytes > 0 && bytes <= maxFileMiB * 1024 ** 2 ? bytes : undefined;
}

export const fileSizeDemand = `must be a size up to ${maxFileMiB}MiB, such as 64MiB`;
