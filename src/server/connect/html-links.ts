/**
 * Rewrites links in the HTML of a proxied page. Tokenizes the page like Go's golang.org/x/net/html. Rewrites start tags
 * in Go's format; everything else stays unchanged.
 *
 * @module
 */
import { fromByteString, toByteString } from "../../text/utf8.ts";

/** Attributes with URLs, by element. */
const linksByElement: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    a: "href",
    applet: "codebase",
    area: "href",
    audio: "src",
    base: "href",
    blockquote: "cite",
    body: "background",
    button: "formaction",
    command: "icon",
    del: "cite",
    embed: "src",
    form: "action",
    frame: "longdesc src",
    head: "profile",
    html: "manifest",
    iframe: "longdesc src",
    img: "longdesc src usemap",
    input: "src usemap formaction",
    ins: "cite",
    link: "href",
    object: "classid codebase data usemap",
    q: "cite",
    script: "src",
    source: "src",
    video: "poster src",
  }).map(([element, names]) => [element, new Set(names.split(" "))]),
);

/** Elements whose content is raw text, even if it contains tags. */
const rawElements: ReadonlySet<string> = new Set([
  "iframe",
  "noembed",
  "noframes",
  "noscript",
  "plaintext",
  "script",
  "style",
  "textarea",
  "title",
  "xmp",
]);

/**
 * @param page - its bytes, each as a character
 * @param linkFor - returns the new URL for an existing one
 */
export function rewriteLinks(page: string, linkFor: (url: string) => string): string {
  const written: string[] = [];
  let at = 0;
  while (at < page.length) {
    const tag = nextMarkupStart(page, at);
    written.push(page.slice(at, tag));
    if (tag === page.length) break;
    const token = readToken(page, tag);
    // Like Go, drop an unfinished tag at the end of the page.
    if (!token) break;
    at = token.end;
    if (!token.element) {
      written.push(page.slice(tag, at));
      continue;
    }
    written.push(writeTag(token, linkFor));
    if (!rawElements.has(token.element)) continue;
    const end = rawEnd(page, at, token.element);
    written.push(page.slice(at, end));
    at = end;
  }
  return written.join("");
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

interface Token {
  /** The name of the element for a start tag; undefined for all other tokens. */
  readonly element?: string;
  readonly attributes?: readonly Attribute[];
  readonly isSelfClosing?: boolean;
  readonly end: number;
}

/** Returns the next index at which something other than text begins; the end of the page if nothing does. */
function nextMarkupStart(page: string, from: number): number {
  const begins = /<(?:[A-Za-z!?]|\/[\s\S])/g;
  begins.lastIndex = from;
  return begins.exec(page)?.index ?? page.length;
}

function readToken(page: string, at: number): Token | undefined {
  const [, second = "", third = ""] = page.slice(at, at + 3);
  if (/[A-Za-z]/.test(second)) return readTag(page, at + 1);
  if (second === "/" && /[A-Za-z]/.test(third)) {
    const tag = readTag(page, at + 2);
    return tag && { end: tag.end };
  }
  if (page.startsWith("<!--", at)) return { end: commentEnd(page, at + 4) };
  return { end: indexAfter(page, ">", second === "/" ? at + 2 : at + 1) };
}

/** Returns the index after the next occurrence of the text, or the end of the page. */
function indexAfter(page: string, text: string, from: number): number {
  const found = page.indexOf(text, from);
  return found < 0 ? page.length : found + text.length;
}

function commentEnd(page: string, from: number): number {
  const ends = /^-?>|--!?>/g;
  const abrupt = /^-?>/.exec(page.slice(from, from + 2));
  if (abrupt) return from + abrupt[0].length;
  ends.lastIndex = from;
  return ends.exec(page) ? ends.lastIndex : page.length;
}

const spaces = /[ \n\r\t\f]*/y;
const tagName = /[^ \n\r\t\f/>]*/y;
const attributeName = /=?[^ \n\r\t\f/>=]*/y;
const bareValue = /[^ \n\r\t\f>]*/y;

/** @param pattern - sticky; always matches, possibly the empty string */
function matchEnd(pattern: RegExp, page: string, at: number): number {
  // At the end of the page, a failed match would reset the index to 0.
  if (at >= page.length) return page.length;
  pattern.lastIndex = at;
  pattern.test(page);
  return pattern.lastIndex;
}

/** @param at - index of the name */
function readTag(page: string, at: number): Token | undefined {
  let end = matchEnd(tagName, page, at);
  const element = lowerCaseAscii(page.slice(at, end));
  const attributes = new Map<string, Attribute>();
  let lastEnd = -1;
  for (end = matchEnd(spaces, page, end); end < page.length && page[end] !== ">"; end = matchEnd(spaces, page, end)) {
    const nameEnd = matchEnd(attributeName, page, end);
    const name = lowerCaseAscii(page.slice(end, nameEnd));
    const { value, valueEnd, next } = readValue(page, nameEnd);
    if (name !== "" && !attributes.has(name)) {
      attributes.set(name, { name, value });
      lastEnd = valueEnd;
    }
    end = next;
  }
  if (end >= page.length) return undefined;
  const isSelfClosing = page[end - 1] === "/" && lastEnd !== end;
  return { element, attributes: [...attributes.values()], isSelfClosing, end: end + 1 };
}

function readValue(page: string, nameEnd: number): { value: string; valueEnd: number; next: number } {
  const none = (next: number) => ({ value: "", valueEnd: nameEnd, next });
  const sign = matchEnd(spaces, page, nameEnd);
  if (page[sign] === "/") return none(sign + 1);
  if (page[sign] !== "=") return none(sign);
  const start = matchEnd(spaces, page, sign + 1);
  const quote = page[start];
  if (quote === '"' || quote === "'") {
    const close = page.indexOf(quote, start + 1);
    const valueEnd = close < 0 ? page.length : close;
    return { value: page.slice(start + 1, valueEnd), valueEnd, next: valueEnd + 1 };
  }
  const valueEnd = quote === ">" ? nameEnd : matchEnd(bareValue, page, start);
  return quote === ">" ? none(start) : { value: page.slice(start, valueEnd), valueEnd, next: valueEnd };
}

/** Lowercases only ASCII letters. */
const lowerCaseAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Returns the end of the content of a raw text element. */
function rawEnd(page: string, from: number, element: string): number {
  if (element === "plaintext") return page.length;
  if (element === "script") return scriptEnd(page, from);
  const ends = new RegExp(`</${element}[ \\n\\r\\t\\f/>]`, "gi");
  ends.lastIndex = from;
  return ends.exec(page)?.index ?? page.length;
}

/** Returns the end of a script. The end tag of a script that is nested in a comment does not end the outer script. */
function scriptEnd(page: string, from: number): number {
  const marks = /<!--|-->|<\/?script[ \n\r\t\f/>]/gi;
  marks.lastIndex = from;
  let isComment = false;
  let isInner = false;
  for (let mark = marks.exec(page); mark; mark = marks.exec(page)) {
    const [text] = mark;
    if (text === "-->") [isComment, isInner] = [false, false];
    else if (text === "<!--") {
      isComment = true;
      // The dashes may also belong to the end of the comment.
      marks.lastIndex -= 2;
    } else if (text[1] !== "/") isInner = isComment;
    else if (isInner) isInner = false;
    else return mark.index;
  }
  return page.length;
}

function writeTag({ element = "", attributes = [], isSelfClosing }: Token, linkFor: (url: string) => string): string {
  const links = linksByElement.get(element);
  const written = attributes.map(({ name, value }) => {
    const text = unescaped(value.replace(/\r\n?/g, "\n"));
    // Leave character references that this module does not know to the browser.
    if (text === undefined) return ` ${name}="${escaped(value, /['<>"\r]/g)}"`;
    const link = links?.has(name) ? toByteString(linkFor(fromByteString(text))) : text;
    return ` ${name}="${escaped(link, /[&'<>"\r]/g)}"`;
  });
  return `<${element}${written.join("")}${isSelfClosing ? "/" : ""}>`;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["'", "&#39;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&#34;"],
  ["\r", "&#13;"],
]);

const escaped = (text: string, what: RegExp): string => text.replace(what, (sign) => escapes.get(sign) ?? sign);

const characterByName: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);

/** Resolves character references; undefined if the value contains names other than the common ones. */
function unescaped(value: string): string | undefined {
  let isKnown = true;
  const text = value.replace(
    /&(?:#[xX]([0-9a-fA-F]+);?|#([0-9]+);?|([A-Za-z][A-Za-z0-9]*)(;?)(=?))/g,
    (whole, hex, decimal, name, end, sign) => {
      if (name === undefined)
        return toByteString(character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)));
      const isName = end === ";" || (sign === "" && name !== "apos");
      const known = isName ? characterByName.get(name) : undefined;
      if (known !== undefined) return toByteString(known) + sign;
      // Without a semicolon it is a query parameter.
      if (end === ";") isKnown = false;
      return whole;
    },
  );
  return isKnown ? text : undefined;
}

const maxCodePoint = 0x10_ff_ff;

/** The characters of Windows-1252 from 0x80 on; a literal table, since Node decodes that encoding as Latin-1. */
const windows1252Characters =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/** Returns the character of a numeric reference, by Windows-1252 for codes of control characters. */
function character(code: number): string {
  const windowsCharacter = code >= 0x80 ? windows1252Characters[code - 0x80] : undefined;
  if (windowsCharacter !== undefined) return windowsCharacter;
  const isNone = code === 0 || (code >= 0xd8_00 && code <= 0xdf_ff) || code > maxCodePoint;
  return isNone ? "\ufffd" : String.fromCodePoint(code);
}
