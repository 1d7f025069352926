/**
 * Conversion of custom resources by a webhook: ConversionReview, and what of its answer counts.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import type { CustomResourceDefinition } from "../../api/types/apiextensions-v1.ts";
import { formatJson } from "../../json/format-json.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { ApiObject } from "../request/api-object.ts";
import type { ConvertObjects } from "../request/served-resource.ts";
import { StatusError } from "../request/status.ts";
import type { WebhookClient } from "../webhook/webhook-client.ts";
import { WebhookFault } from "../webhook/webhook-fault.ts";

/** Longest that one conversion may take. */
const timeoutMs = 30_000;
/** Most bytes of an answer, which may be a whole list. */
const maxAnswerBytes = 64 * 1024 * 1024;

const group = "apiextensions.k8s.io";
const internalError = 500;

type Json = Readonly<Record<string, unknown>>;

/** Undefined for a definition whose objects are converted without asking anyone. */
export function conversionBy(
  { spec: { conversion } = {} }: CustomResourceDefinition,
  client: WebhookClient,
): ConvertObjects | undefined {
  if (conversion?.strategy !== "Webhook") return undefined;
  const { clientConfig = {}, conversionReviewVersions: known } = conversion.webhook ?? {};
  return async (objects, from, to) => {
    if (objects.length === 0) return [];
    const kind = `${from.apiVersion}, Kind=${from.kind}`;
    const failed = (why: string) => new StatusError(internalError, "", `conversion webhook for ${kind} ${why}`);
    const version = known?.find((each) => each === "v1" || each === "v1beta1");
    if (version === undefined) throw failed("failed: no supported conversion review versions");
    const uid = randomUUID();
    const asked = objects.map((object) => ({ apiVersion: from.apiVersion, kind: from.kind, ...object }));
    const body = formatJson({
      kind: "ConversionReview",
      apiVersion: `${group}/${version}`,
      request: { uid, desiredAPIVersion: to.apiVersion, objects: asked },
    });
    try {
      const answer = await client.post(clientConfig, { body, timeoutMs, maxAnswerBytes, tellsTimeout: false });
      const converted = convertedIn(answer, version, uid);
      if (converted.length !== objects.length) {
        throw failed(`returned ${converted.length} objects, expected ${objects.length}`);
      }
      return converted.map((object, index) => {
        const fault = faultIn(object, asked[index] ?? {}, { apiVersion: to.apiVersion, index });
        if (fault !== undefined) throw failed(`returned invalid object${fault}`);
        return withMetadataOf(object as Json, objects[index] as ApiObject);
      });
    } catch (error) {
      throw error instanceof WebhookFault ? failed(`failed: ${error.message}`) : error;
    }
  };
}

/** @throws {WebhookFault} for an answer to another question, and for one that says no */
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
    throw new WebhookFault(String(message || `response.result.status was '${status}', not 'Success'`));
  }
  return Array.isArray(convertedObjects) ? convertedObjects : [];
}

interface Wanted {
  readonly apiVersion: string;
  readonly index: number;
}

/** Why an object is not the other one in another version; what follows "invalid object". */
function faultIn(object: unknown, asked: Json, { apiVersion, index }: Wanted): string | undefined {
  if (!isPlainObject(object)) return ": it must be an object";
  if (object["apiVersion"] !== apiVersion) {
    return ` at index ${index}: invalid groupVersion (expected ${apiVersion}, received ${String(object["apiVersion"] ?? "")})`;
  }
  if (object["kind"] !== asked["kind"]) {
    return ` at index ${index}: invalid kind (expected ${String(asked["kind"])}, received ${String(object["kind"] ?? "")})`;
  }
  const { metadata } = object;
  if (!isPlainObject(metadata)) return ": missing metadata in converted object";
  const before = asked["metadata"] as Json;
  for (const name of ["name", "namespace", "uid"] as const) {
    const [wanted, found] = [before[name] ?? "", metadata[name] ?? ""];
    if (wanted !== found) return `: must have the same ${name === "uid" ? "UID" : name}: ${wanted} != ${found}`;
  }
  return undefined;
}

/** A webhook may change labels and annotations; all else of the metadata is as it was. */
function withMetadataOf({ apiVersion: _version, kind: _kind, ...converted }: Json, original: ApiObject): ApiObject {
  const { labels: _labels, annotations: _annotations, ...metadata } = original.metadata;
  const { labels, annotations } = converted["metadata"] as ApiObject["metadata"];
  return {
    ...converted,
    metadata: { ...metadata, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) },
  };
}
