/**
 * YAML directives and tags: parses `%YAML` and `%TAG` lines, and resolves tags to their full form.
 *
 * @module
 */

/** Prefixes by handle, as declared by `%TAG`. */
export type TagHandles = ReadonlyMap<string, string>;

const defaultHandles: TagHandles = new Map([
  ["!", "!"],
  ["!!", "tag:yaml.org,2002:"],
]);

/** Returns the full tag; undefined if its handle is not declared. */
export function resolveTagHandle(source: string, handles: TagHandles): string | undefined {
  if (source.startsWith("!<")) return decodeURIComponent(source.slice(2, -1));
  if (source === "!") return source;
  const handle = /^![\w-]*!/.exec(source)?.[0] ?? "!";
  const prefix = handles.get(handle) ?? defaultHandles.get(handle);
  const tag = prefix === undefined ? "" : prefix + decodeURIComponent(source.slice(handle.length));
  return tag === "" ? undefined : tag;
}

export type Directive =
  | { readonly kind: "version"; readonly version: string }
  | { readonly kind: "tag"; readonly handle: string; readonly prefix: string }
  | { readonly kind: "fault"; readonly message: string };

const versionDirective = /^%YAML[ \t]+(\d{1,2}\.\d{1,2})[ \t]*(?:#.*)?$/;
const tagDirective = /^%TAG[ \t]+(!(?:[\w-]*!)?)[ \t]+([\w\-;/?:@&=+$,.!~*'()[\]%]+)[ \t]*(?:[ \t]#.*)?$/;

/** @param line - from its `%` to the end of the line */
export function parseDirective(line: string): Directive {
  const version = versionDirective.exec(line)?.[1];
  if (version !== undefined) return { kind: "version", version };
  const [, handle, prefix] = tagDirective.exec(line) ?? [];
  if (handle !== undefined && prefix !== undefined) {
    if (hasBadEscape(prefix)) return { kind: "fault", message: "did not find URI escaped octet" };
    return { kind: "tag", handle, prefix: decodeURIComponent(prefix) };
  }
  const name = /^%([\w-]*)/.exec(line)?.[1] ?? "";
  if (name === "YAML") return { kind: "fault", message: versionProblem(line) };
  if (name === "TAG") return { kind: "fault", message: "did not find expected whitespace" };
  return {
    kind: "fault",
    message: name === "" ? "could not find expected directive name" : "found unknown directive name",
  };
}

function versionProblem(line: string): string {
  const isNumbered = /^%YAML[ \t]+\d{1,2}\.\d{1,2}(?!\d)/.test(line);
  return isNumbered ? "did not find expected comment or line break" : "did not find expected version number";
}

/** Whether a `%` in the text does not begin an escaped octet of UTF-8. */
export function hasBadEscape(uri: string): boolean {
  if (!uri.includes("%")) return false;
  try {
    decodeURIComponent(uri);
    return false;
  } catch {
    return true;
  }
}
