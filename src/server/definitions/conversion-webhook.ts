/**
 * Converts custom resources by the webhook of their definition: sends a ConversionReview, and validates its response.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { valueText } from "../../json/value-text.ts";
import { validateLabelValue, validateQualifiedName } from "../../text/names.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ConvertObjects } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import type { WebhookClient } from "../webhook/webhook-client.ts";
import { WebhookFault } from "../webhook/webhook-fault.ts";

/** Timeout of one conversion. */
const timeoutMs = 30_000;
/** Maximum size of a response in bytes. A response may contain a whole list. */
const maxAnswerBytes = 64 * 1024 * 1024;

const group = "apiextensions.k8s.io";
const internalError = 500;

type Json = Readonly<Record<string, unknown>>;

/** Returns the conversion of a definition; undefined if its objects are converted without a webhook. */
export function conversionBy(
  { spec: { conversion } = {} }: CustomResourceDefinition,
  client: WebhookClient,
): ConvertObjects | undefined {
  if (conversion?.strategy !== "Webhook") return undefined;
  const { clientConfig = {}, conversionReviewVersions: known } = conversion.webhook ?? {};
  return async (objects, from, to) => {
    // An object without fields is the same in each version.
    const sentObjects = objects
      .filter(hasFields)
      .map((object) => ({ apiVersion: from.apiVersion, kind: from.kind, ...object }));
    if (sentObjects.length === 0) return objects;
    const kind = `${from.apiVersion}, Kind=${from.kind}`;
    const failed = (why: string) => new StatusError(internalError, "", `conversion webhook for ${kind} ${why}`);
    const version = known?.find((each) => each === "v1" || each === "v1beta1");
    if (version === undefined) throw failed("failed: no supported conversion review versions");
    const uid = randomUUID();
    const body = formatJson({
      kind: "ConversionReview",
      apiVersion: `${group}/${version}`,
      request: { uid, desiredAPIVersion: to.apiVersion, objects: sentObjects },
    });
    try {
      const answer = await client.post(clientConfig, { body, timeoutMs, maxAnswerBytes, sendsTimeout: false });
      const converted = convertedIn(answer, version, uid);
      if (converted.length !== sentObjects.length) {
        throw failed(`returned ${converted.length} objects, expected ${sentObjects.length}`);
      }
      for (const [index, object] of converted.entries()) {
        const fault = faultIn(object, sentObjects[index] ?? {}, to.apiVersion);
        if (fault) throw failed(`returned invalid ${faultText(fault, sentObjects.length > 1 ? index : undefined)}`);
      }
      const rest = converted.values();
      return objects.map((object) => (hasFields(object) ? withMetadataOf(rest.next().value as Json, object) : object));
    } catch (error) {
      throw error instanceof WebhookFault ? failed(`failed: ${error.message}`) : error;
    }
  };
}

const hasFields = (object: object): boolean => Object.keys(object).length > 0;

/**
 * Returns the converted objects of a review.
 *
 * @throws {WebhookFault} if the review does not match the request, or reports a failure
 */
function convertedIn(answer: Json, version: string, uid: string): readonly unknown[] {
  const { response, apiVersion = "", kind = "" } = answer;
  const isReview =
    (kind === "" || kind === "ConversionReview") && (apiVersion === "" || apiVersion === `${group}/${version}`);
  if (!isReview) {
    throw new WebhookFault(`no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`);
  }
  if (version === "v1" && (apiVersion === "" || kind === "")) {
    const wanted = `${group}/v1, Kind=ConversionReview`;
    throw new WebhookFault(`expected webhook response of ${wanted}, got ${apiVersion || "/"}, Kind=${kind}`);
  }
  if (!isPlainObject(response)) throw new WebhookFault("no response provided");
  const { uid: answered = "", result = {}, convertedObjects = [] } = response;
  if (version === "v1" && answered !== uid) {
    throw new WebhookFault(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`);
  }
  const { status = "", message = "" } = isPlainObject(result) ? result : {};
  if (status !== "Success") {
    throw new WebhookFault(
      message ? valueText(message) : `response.result.status was '${valueText(status)}', not 'Success'`,
    );
  }
  return Array.isArray(convertedObjects) ? convertedObjects : [];
}

interface Fault {
  /** The part of the response that kube-apiserver's message names. */
  readonly about: "version" | "object" | "metadata";
  readonly why: string;
}

/**
 * Returns the error message.
 *
 * @param index - index in a list; undefined for a single object
 */
function faultText({ about, why }: Fault, index: number | undefined): string {
  if (about === "metadata")
    return index === undefined ? `metadata: ${why}` : `metadata in object at index ${index}: ${why}`;
  if (index !== undefined) return `converted object at index ${index}: ${why}`;
  return about === "version" ? `object at index 0: ${why}` : `object: ${why}`;
}

/** Returns why an object is not a valid conversion of the requested object; undefined if it is valid. */
function faultIn(object: unknown, asked: Json, apiVersion: string): Fault | undefined {
  if (!isPlainObject(object)) return { about: "object", why: "it must be an object" };
  const { apiVersion: version = "", kind = "", metadata } = object;
  const differs = (name: string, wanted: unknown, received: unknown) => ({
    about: "version" as const,
    why: `invalid ${name} (expected ${valueText(wanted)}, received ${valueText(received)})`,
  });
  if (version !== apiVersion) return differs("groupVersion", apiVersion, version);
  if (kind !== asked["kind"]) return differs("kind", asked["kind"], kind);
  const [before, after] = [asked["metadata"] ?? {}, isPlainObject(metadata) ? metadata : {}] as [Json, Json];
  for (const name of ["name", "namespace", "uid"] as const) {
    const [wanted, found] = [before[name] ?? "", after[name] ?? ""];
    if (wanted !== found) {
      return {
        about: "object",
        why: `must have the same ${name === "uid" ? "UID" : name}: ${valueText(wanted)} != ${valueText(found)}`,
      };
    }
  }
  if (metadata === undefined) return { about: "metadata", why: "missing metadata in converted object" };
  if (!isPlainObject(metadata)) return { about: "metadata", why: "the metadata in the converted object must be a map" };
  const why = textsFault("labels", before, after) ?? textsFault("annotations", before, after);
  return why === undefined ? undefined : { about: "metadata", why };
}

/** Returns the error of labels or annotations. Unchanged entries are valid even if their names or values are not. */
function textsFault(name: "labels" | "annotations", before: Json, after: Json): string | undefined {
  const texts = after[name] ?? {};
  if (!isPlainObject(texts)) return `metadata.${name} must be a map in the converted object`;
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value !== "string") return `metadata.${name}[${key}] must be a string in the converted object`;
  }
  if (isDeepStrictEqual(texts, before[name] ?? {})) return undefined;
  const faults = Object.entries(texts as Readonly<Record<string, string>>).flatMap(([key, value]) => [
    ...validateQualifiedName(name === "labels" ? key : key.toLowerCase()),
    ...(name === "labels" ? validateLabelValue(value) : []),
  ]);
  return faults.length > 0 ? `metadata.${name}: ${faults.join(", ")}` : undefined;
}

/**
 * Takes labels and annotations from the converted object, and all other metadata from the original, which may be only a
 * part of an object and have no metadata.
 */
function withMetadataOf(
  { apiVersion: _version, kind: _kind, ...converted }: Json,
  original: Partial<ApiObject>,
): ApiObject {
  const { labels: _labels, annotations: _annotations, ...metadata } = original.metadata ?? {};
  const { labels, annotations } = converted["metadata"] as ApiObject["metadata"];
  return {
    ...converted,
    metadata: { ...metadata, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) },
  };
}
