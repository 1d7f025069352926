/**
 * `/statusz` and `/flagz`: the server's flags, start time and versions, as text for people and as objects of
 * `config.k8s.io` for programs.
 *
 * @module
 */
import type { Codec } from "../http/codec.ts";
import type { Exchange, Handler } from "../http/exchange.ts";
import { acceptedClauses } from "../http/negotiate.ts";
import type { Responder } from "../http/responder.ts";
import { notAcceptable } from "../request/failures.ts";

const group = "config.k8s.io";
const versions = ["v1beta1", "v1alpha1"];
const deprecatedVersion = "v1alpha1";
const component = "apiserver";
const textType = "text/plain";

/** The content of a page in its two forms. */
interface Page {
  /** `Statusz`; in lower case it is the path of the page. */
  readonly kind: string;
  /** The text that follows the title and the warning. */
  text(): string;
  /** The fields of the object, except for apiVersion, kind and metadata. */
  fields(): object;
}

export interface StatusFacts {
  readonly startMs: number;
  readonly nowMs: () => number;
  /** `1.37`. */
  readonly target: string;
  /** The paths that `/` lists. */
  readonly paths: () => readonly string[];
}

export function statusPage(responder: Responder, { startMs, nowMs, target, paths }: StatusFacts): Handler {
  const uptimeSeconds = () => Math.max(0, Math.floor((nowMs() - startMs) / 1000));
  const facts = {
    goVersion: `node ${process.version}`,
    binaryVersion: `${target}.0`,
    emulationVersion: target,
  };
  return pageHandler(responder, {
    kind: "Statusz",
    text: () =>
      [
        "",
        `Started: ${unixDate(startMs)}`,
        `Up: ${clockText(uptimeSeconds())}`,
        `Go version: ${facts.goVersion}`,
        `Binary version: ${facts.binaryVersion}`,
        `Emulation version: ${facts.emulationVersion}`,
        `Paths: ${rootsOf(paths()).join(" ")}`,
      ].join("\n"),
    fields: () => ({
      startTime: `${new Date(startMs).toISOString().slice(0, "2026-01-01T00:00:00".length)}Z`,
      uptimeSeconds: uptimeSeconds(),
      ...facts,
      paths: rootsOf(paths()),
    }),
  });
}

/** @param flags - the values of the flags by name */
export function flagsPage(responder: Responder, flags: ReadonlyMap<string, string>): Handler {
  const sorted = [...flags].sort(([a], [b]) => (a < b ? -1 : 1));
  return pageHandler(responder, {
    kind: "Flagz",
    text: () => sorted.map(([name, value]) => `${name}=${value}`).join("\n"),
    fields: () => ({ flags: Object.fromEntries(sorted) }),
  });
}

function pageHandler(responder: Responder, page: Page): Handler {
  // Excludes Protobuf: the numbers of the fields are not specified.
  const codecs = responder.codecs.filter(({ isSelfDescribing }) => isSelfDescribing);
  return async (exchange) => {
    const form = negotiate(exchange.headers.accept ?? "", page, codecs);
    if (form === "text") sendPage(exchange, page);
    else sendObject(exchange, page, form);
  };
}

interface ObjectForm {
  readonly codec: Codec;
  readonly version: string;
}

/** @throws {StatusError} NotAcceptable if the client accepts neither the text nor one of the versions */
function negotiate(accept: string, { kind }: Page, codecs: readonly Codec[]): ObjectForm | "text" {
  if (accept.trim() === "") return "text";
  for (const { type, parameters } of acceptedClauses(accept)) {
    const as = parameters.get("as");
    const version = parameters.get("v") ?? "";
    if (as === undefined) {
      if (matches(type, textType)) return "text";
    } else if (as === kind && parameters.get("g") === group && versions.includes(version)) {
      const codec = codecs.find(({ mediaType }) => matches(type, mediaType));
      if (codec) return { codec, version };
    }
  }
  throw notAcceptable([...codecs.map(({ mediaType }) => mediaType), textType]);
}

/** @param asked - a media type from `Accept`, which may contain wildcards */
function matches(asked: string, type: string): boolean {
  return asked === "*/*" || asked === type || asked === `${type.split("/", 1)[0]}/*`;
}

const encoder = new TextEncoder();

function sendPage({ answer }: Exchange, { kind, text }: Page): void {
  answer.setHeader("Content-Type", `${textType}; charset=utf-8`);
  const warning = "Warning: this page is for people; its form may change at any time, so programs must not read it.";
  answer.send(200, encoder.encode(`\n${component} ${kind.toLowerCase()}\n${warning}\n${text()}\n`));
}

function sendObject({ answer }: Exchange, { kind, fields }: Page, { codec, version }: ObjectForm): void {
  answer.setHeader("Content-Type", `${codec.mediaType};g=${group};v=${version};as=${kind}`);
  if (version === deprecatedVersion) {
    const advice = `This version of the ${kind.toLowerCase()} endpoint is deprecated. Please use a newer version.`;
    answer.setHeader("Warning", `299 - "${advice}"`);
  }
  const object = { kind, apiVersion: `${group}/${version}`, metadata: { name: component }, ...fields() };
  answer.send(200, codec.encodeValue(object));
}

/** Roots that the page omits: those of discovery and other documents, which have their own pages. */
const otherRoots: ReadonlySet<string> = new Set(["/api", "/apis", "/openapi", "/openid", "/.well-known"]);

/** The first segments of paths, sorted. */
function rootsOf(paths: readonly string[]): readonly string[] {
  const roots = new Set(paths.map((path) => `/${path.split("/")[1] ?? ""}`));
  return [...roots].filter((root) => root !== "/" && !otherRoots.has(root)).sort();
}

/** `Thu Nov 26 22:07:49 UTC 2026`. */
function unixDate(ms: number): string {
  const [weekday = "", day = "", month = "", year = "", time = ""] = new Date(ms).toUTCString().split(/,? /);
  return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} UTC ${year}`;
}

const secondsPerHour = 3600;

/** `1 hr 02 min 03 sec`. */
function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60) % 60;
  return `${Math.floor(seconds / secondsPerHour)} hr ${two(minutes)} min ${two(seconds % 60)} sec`;
}
