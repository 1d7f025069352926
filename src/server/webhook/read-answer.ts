/**
 * Decodes the body of a webhook's response.
 *
 * @module
 */
import { jsonType } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { valueText } from "../../json/value-text.ts";
import { parseJson } from "../../wire/parse-json.ts";
import { readYamlBody } from "../http/body-text.ts";
import { mediaTypeOf } from "../http/negotiate.ts";
import { typeMetaType } from "../request/go-scheme.ts";
import { StatusError } from "../request/status.ts";
import type { HttpResponse } from "./exchange-once.ts";
import { httpFault, WebhookFault } from "./webhook-fault.ts";

/** Deepest nesting of a response. */
const maxAnswerDepth = 500;

/** Matches a type and a subtype, with optional parameters. */
const mediaType = /^\s*[^\s/;,]+\/[^\s/;,]+\s*(?:;.*)?$/;

const firstSuccess = 200;
const lastSuccess = 206;

/** @throws {WebhookFault} for an HTTP error, and for a body that is not an object */
export function decodeResponse(answer: HttpResponse): Readonly<Record<string, unknown>> {
  const { text, type } = assertSuccess(answer);
  const { code, body } = answer;
  if (text === "") {
    throw new WebhookFault(`0-length response with status code: ${code} and content type: ${type}`);
  }
  const value = readText(text, body);
  // Null decodes to an empty object.
  if (value === null) return {};
  if (isPlainObject(value)) return value;
  throw unreadable(`json: cannot unmarshal ${jsonType(value)} into Go value of type ${typeMetaType}`);
}

/** @throws {WebhookFault} for an HTTP error */
export function assertSuccess({ code, headers, body }: HttpResponse): { readonly text: string; readonly type: string } {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const { "content-type": typeHeader = "application/json" } = headers;
  if (!mediaType.test(typeHeader))
    throw new WebhookFault(`Internal error occurred: mime: ${JSON.stringify(typeHeader)} is no media type`);
  const type = mediaTypeOf(typeHeader);
  if (code < firstSuccess || code > lastSuccess)
    throw statusFault(text) ?? httpFault(code, type.startsWith("text/") ? text.trim() : "", "retry-after" in headers);
  return { text, type };
}

/** The error of Go's decoder, which reads version and kind of an object first. */
const unreadable = (why: string): WebhookFault =>
  new WebhookFault(`couldn't get version/kind; json parse error: ${why}`);

/** Parses text that begins with a brace or bracket as JSON, all other text as YAML. */
function readText(text: string, body: Uint8Array): unknown {
  try {
    return /^\s*[{[]/.test(text) ? parseJson(text, maxAnswerDepth) : readYamlBody(body, "").value;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof StatusError) {
      throw unreadable(error.message.replace(/^Unexpected end/, "unexpected end"));
    }
    throw error;
  }
}

/** Status reasons after which kube-apiserver retries. */
const transientReasons: ReadonlySet<string> = new Set(["InternalError", "Timeout", "ServerTimeout", "TooManyRequests"]);

/** Returns the error for a body that is a Status with a failure; undefined for other bodies. */
function statusFault(text: string): WebhookFault | undefined {
  try {
    const value = parseJson(text, maxAnswerDepth);
    const isStatus = isPlainObject(value) && value["kind"] === "Status" && value["apiVersion"] === "v1";
    if (!isStatus || value["status"] === "Success") return undefined;
    const { message = "unknown", code, reason = "", details } = value;
    const delay = isPlainObject(details) ? Number(details["retryAfterSeconds"] ?? 0) : 0;
    const isTransient = delay > 0 || transientReasons.has(valueText(reason));
    return new WebhookFault(valueText(message), Number(code) || undefined, isTransient ? "transient" : "lasting");
  } catch {
    return undefined;
  }
}
