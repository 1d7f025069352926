/**
 * Reads the file of `--token-auth-file`: comma-separated values with tokens and their users.
 *
 * @module
 */
import type { UserInfo } from "../../access/user.ts";

export interface TokenEntry {
  readonly token: string;
  readonly user: UserInfo;
}

export interface TokenFile {
  /** Of several lines with the same token, the last one is used. */
  readonly entries: readonly TokenEntry[];
  readonly warnings: readonly string[];
}

/** Token, user name and UID are required; groups are optional. */
const minColumns = 3;

/**
 * Parses the file.
 *
 * @throws {SyntaxError} for a file with which kube-apiserver would not start
 */
export function parseTokenFile(text: string): TokenFile {
  const entries = new Map<string, TokenEntry>();
  const warnings: string[] = [];
  for (const [index, record] of parseCsv(text).entries()) {
    const [token = "", username = "", uid = "", groups] = record;
    if (record.length < minColumns) {
      throw new SyntaxError(
        `must have at least ${minColumns} columns (token, user name, user uid); got ${record.length} in record ${index + 1}`,
      );
    }
    if (token === "") {
      warnings.push(`record ${index + 1} has no token and is ignored`);
      continue;
    }
    if (entries.has(token)) warnings.push(`record ${index + 1} has the token of an earlier one and replaces it`);
    const user = { username, uid, groups: groups === undefined ? [] : groups.split(","), extra: {} };
    entries.set(token, { token, user });
  }
  return { entries: [...entries.values()], warnings };
}

/** Parses records as in RFC 4180; their number of fields may differ. Skips empty lines. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at) : bareField(text, at);
    record.push(field.value);
    at = field.end;
    if (text[at] === ",") {
      at++;
      if (at < text.length && !/[\r\n]/.test(text[at] ?? "")) continue;
      record.push("");
    }
    if (record.length > 1 || record[0] !== "" || text[at - 1] === '"') records.push(record);
    record = [];
    at += lineBreakAt(text, at);
  }
  return records;
}

/** Returns the length of the line break at a position. */
const lineBreakAt = (text: string, at: number): number => (text.startsWith("\r\n", at) ? 2 : 1);

function bareField(text: string, start: number) {
  const length = text.slice(start).search(/,|\r?\n|$/);
  const value = text.slice(start, start + length);
  if (value.includes('"')) throw new SyntaxError('a bare field must not have a `"` in it');
  return { value, end: start + length };
}

function quotedField(text: string, start: number) {
  const pattern = /"((?:[^"]|"")*)"(?=,|\r?\n|$)/y;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (!match) throw new SyntaxError('a quoted field must end with a `"` before the next comma or line break');
  return { value: (match[1] ?? "").replaceAll('""', '"'), end: pattern.lastIndex };
}
