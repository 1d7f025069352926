/**
 * Content negotiation: from `Accept` to the codec of the answer and the form it takes, from `Content-Type` to the codec of
 * the body.
 *
 * @module
 */
import { badRequest, notAcceptable, notProduced, unsupportedMediaType } from "../request/failures.ts";
import type { ObjectType, ServedResource } from "../request/served-resource.ts";
import { type Codec, hasStream } from "./codec.ts";
import type { Transform } from "./transform.ts";

/** The client's preferred one of the media types that the server has. */
export interface Output<C extends Codec = Codec> {
  readonly codec: C;
  readonly transform?: { readonly form: Transform; readonly version: string };
  readonly isPretty: boolean;
}

/** The media types and forms that there are for a resource. */
export interface Offer<C extends Codec = Codec> {
  /** The first is for clients that do not care. */
  readonly codecs: readonly C[];
  readonly transforms: readonly Transform[];
  /** Of what is sent, where not every encoding may have it. */
  readonly shape?: ObjectType;
  /** The objects that are sent, where not every form may have them. */
  readonly shown?: { readonly resource: ServedResource; readonly subresource: string };
  /** Whether the answer is a watch. */
  readonly isStream?: boolean;
}

/** A media type that an `Accept` header names. */
export interface Clause {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/** Longest `Accept` header that is looked at, in UTF-16 units. */
export const maxAcceptLength = 8192;

/** @throws {StatusError} NotAcceptable when the server has nothing that the client takes */
export function negotiateOutput<C extends Codec>(
  accept: string | undefined,
  offer: Offer<C>,
  isPretty: boolean,
): Output<C> {
  const [fallback] = offer.codecs;
  if (!fallback) throw new Error("an offer has a codec");
  const header = accept?.trim() ?? "";
  if (header === "") return { codec: fallback, isPretty };
  if (header.length > maxAcceptLength) throw badRequest("the Accept header is too long");
  const output = acceptableOutput(header, offer, isPretty);
  if (output) return output;
  throw notAcceptable(offer.codecs.map(({ mediaType }) => (offer.isStream ? `${mediaType};stream=watch` : mediaType)));
}

/**
 * As kube-apiserver's routes of built-in resources look at a request first: types are compared as they are written, without their
 * parameters, and only all of them at once may be meant by a star.
 *
 * @throws {StatusError} NotAcceptable
 */
export function assertProduced(accept: string | undefined, codecs: readonly Codec[], hasStreams: boolean): void {
  const header = accept?.trim() ?? "";
  if (header === "" || header.length > maxAcceptLength) return;
  const isProduced = (type: string) => type === "*/*" || codecs.some(({ mediaType }) => mediaType === type);
  if (header.split(",").some((clause) => isProduced(clause.split(";", 1)[0]?.trim() ?? ""))) return;
  const types = codecs.map(({ mediaType }) => mediaType);
  const streams = codecs.filter(hasStream).map(({ mediaType }) => `${mediaType};stream=watch`);
  throw notProduced(hasStreams ? [...types, ...streams] : types);
}

/** @returns undefined when the server has nothing that the client takes */
export function acceptableOutput<C extends Codec>(
  accept: string,
  offer: Offer<C>,
  isPretty: boolean,
): Output<C> | undefined {
  for (const clause of clausesOf(accept)) {
    const output = outputFor(clause, offer, isPretty);
    if (output) return output;
  }
  return undefined;
}

function outputFor<C extends Codec>(clause: Clause, offer: Offer<C>, isPretty: boolean): Output<C> | undefined {
  for (const codec of offer.codecs) {
    const output = isNamed(codec, clause) ? outputOf(codec, clause, offer) : undefined;
    if (output) return { ...output, isPretty: isPretty || clause.parameters.get("pretty") === "1" };
  }
  return undefined;
}

const isNamed = ({ mediaType }: Codec, { type }: Clause): boolean =>
  type === "*/*" || type === mediaType || (type === "application/*" && isApplication(mediaType));

function outputOf<C extends Codec>(
  codec: C,
  { parameters }: Clause,
  offer: Offer<C>,
): Omit<Output<C>, "isPretty"> | undefined {
  const as = parameters.get("as");
  if (as === undefined) return offer.shape && codec.canEncode?.(offer.shape) === false ? undefined : { codec };
  const group = parameters.get("g") ?? "";
  const version = parameters.get("v") ?? "";
  const form = offer.transforms.find(
    (item) => item.as === as && item.group === group && item.versions.includes(version),
  );
  if (form && offer.shown && form.isOf?.(offer.shown.resource, offer.shown.subresource) === false) return undefined;
  return form && (codec.isText || form.shape) ? { codec, transform: { form, version } } : undefined;
}

const isApplication = (mediaType: string): boolean => mediaType.startsWith("application/");

/** The one that was read last: a request asks twice, and a client sends the same header again and again. */
let lastRead: { readonly header: string; readonly clauses: readonly Clause[] } | undefined;

function clausesOf(header: string): readonly Clause[] {
  if (lastRead?.header !== header) lastRead = { header, clauses: readAccept(header) };
  return lastRead.clauses;
}

/** Best first; of equal ones in the order of the header. */
function readAccept(header: string): readonly Clause[] {
  return header
    .split(",")
    .map(readClause)
    .filter((clause) => clause !== undefined)
    .sort((a, b) => b.quality - a.quality);
}

/** The media types of an `Accept` header, with their parameters, best first. */
export function acceptedClauses(header: string): readonly Clause[] {
  return readAccept(header.slice(0, maxAcceptLength));
}

/** The types alone. */
export function acceptedTypes(header: string): readonly string[] {
  return acceptedClauses(header).map(({ type }) => type);
}

function readClause(text: string): Clause | undefined {
  const [type = "", ...rest] = text.split(";").map((part) => part.trim());
  if (!type.includes("/")) return undefined;
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const equals = parameter.indexOf("=");
    if (equals > 0)
      parameters.set(parameter.slice(0, equals).trim().toLowerCase(), unquote(parameter.slice(equals + 1)));
  }
  const quality = Number(parameters.get("q") ?? "1");
  return { type: type.toLowerCase(), parameters, quality: Number.isFinite(quality) ? quality : 1 };
}

const unquote = (text: string): string => text.trim().replace(/^"(.*)"$/, "$1");

/** @throws {StatusError} UnsupportedMediaType for a type that no codec reads */
export function codecOfBody(contentType: string | undefined, codecs: readonly Codec[]): Codec {
  const type = mediaTypeOf(contentType);
  const codec = contentType ? codecs.find(({ mediaType }) => mediaType === type) : codecs[0];
  if (!codec) throw unsupportedMediaType(codecs.map(({ mediaType }) => mediaType));
  return codec;
}

/** A `Content-Type` without its parameters. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Tools that people look at get indented JSON. */
const browsers = /^(?:curl|Wget|Mozilla\/5\.0)/;

export function wantsPretty(query: URLSearchParams, userAgent: string | undefined): boolean {
  const asked = query.get("pretty");
  if (asked !== null) return asked !== "false" && asked !== "0";
  return browsers.test(userAgent ?? "");
}
