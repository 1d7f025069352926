/**
 * Content negotiation: selects the codec and the form of the response from `Accept`, and the codec of the body from
 * `Content-Type`.
 *
 * @module
 */
import { badRequest, notAcceptable, notProduced, unsupportedMediaType } from "../request/failures.ts";
import type { ObjectType, ServedResource } from "../request/served-resource.ts";
import { type Codec, hasStream } from "./codec.ts";
import type { Transform } from "./transform.ts";

/** The media type and form that the client prefers among those that the server supports. */
export interface Output<C extends Codec = Codec> {
  readonly codec: C;
  readonly transform?: { readonly form: Transform; readonly version: string };
  readonly isPretty: boolean;
}

/** The media types and forms that the server supports for a resource. */
export interface Offer<C extends Codec = Codec> {
  /** The first is the default. */
  readonly codecs: readonly C[];
  readonly transforms: readonly Transform[];
  /** The type of the response, if some encodings may not support it. */
  readonly shape?: ObjectType;
  /** The objects in the response, if some forms may not support them. */
  readonly responseResource?: { readonly resource: ServedResource; readonly subresource: string };
  /** Whether the response is a watch. */
  readonly isStream?: boolean;
}

/** A media type in an `Accept` header. */
export interface Clause {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/** Limit for the `Accept` header, in UTF-16 units. */
export const maxAcceptLength = 8192;

/** @throws {StatusError} NotAcceptable if the client accepts none of the supported media types */
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
 * Performs the check with which kube-apiserver's routes of built-in resources begin: types are compared literally,
 * without their parameters, and the only wildcard is the one for all types.
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

/** @returns undefined if the client accepts none of the supported media types */
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
    const output = isAccepted(codec, clause) ? outputOf(codec, clause, offer) : undefined;
    if (output) return { ...output, isPretty: isPretty || clause.parameters.get("pretty") === "1" };
  }
  return undefined;
}

const isAccepted = ({ mediaType }: Codec, { type }: Clause): boolean =>
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
  if (
    form &&
    offer.responseResource &&
    form.isAvailableFor?.(offer.responseResource.resource, offer.responseResource.subresource) === false
  )
    return undefined;
  return form && (codec.isText || form.shape) ? { codec, transform: { form, version } } : undefined;
}

const isApplication = (mediaType: string): boolean => mediaType.startsWith("application/");

/** The header that was parsed last: each request needs it twice, and clients repeat the same header. */
let lastParsedHeader: { readonly header: string; readonly clauses: readonly Clause[] } | undefined;

function clausesOf(header: string): readonly Clause[] {
  if (lastParsedHeader?.header !== header) lastParsedHeader = { header, clauses: readAccept(header) };
  return lastParsedHeader.clauses;
}

/** Parses the header. Sorts by quality, and equal qualities in the order of the header. */
function readAccept(header: string): readonly Clause[] {
  return header
    .split(",")
    .map(readClause)
    .filter((clause) => clause !== undefined)
    .sort((a, b) => b.quality - a.quality);
}

/** Returns the media types of an `Accept` header with their parameters, sorted by preference. */
export function acceptedClauses(header: string): readonly Clause[] {
  return readAccept(header.slice(0, maxAcceptLength));
}

/** Returns only the media types, sorted by preference. */
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

/** @throws {StatusError} UnsupportedMediaType if no codec decodes the type */
export function codecOfBody(contentType: string | undefined, codecs: readonly Codec[]): Codec {
  const type = mediaTypeOf(contentType);
  const codec = contentType ? codecs.find(({ mediaType }) => mediaType === type) : codecs[0];
  if (!codec) throw unsupportedMediaType(codecs.map(({ mediaType }) => mediaType));
  return codec;
}

/** Returns a `Content-Type` without its parameters. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Interactive tools, which get indented JSON. */
const browsers = /^(?:curl|Wget|Mozilla\/5\.0)/;

export function wantsPretty(query: URLSearchParams, userAgent: string | undefined): boolean {
  const asked = query.get("pretty");
  if (asked !== null) return asked !== "false" && asked !== "0";
  return browsers.test(userAgent ?? "");
}
