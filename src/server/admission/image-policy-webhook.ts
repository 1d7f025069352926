/**
 * ImagePolicyWebhook: a webhook decides whether the images of a pod may run. Its responses are cached for a limited
 * time. If the webhook cannot be called, pods are rejected, or admitted if the configuration says so.
 *
 * @module
 */

import type { Pod } from "../../api/types/core-v1.ts";
import type { ImageReviewStatus } from "../../api/types/imagepolicy-v1alpha1.ts";
import type { AdmissionConfig } from "../../api/types/imagepolicywebhook-unversioned.ts";
import { formatJson } from "../../json/format-json.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { ExpiringCache } from "../request/expiring-cache.ts";
import { callWithRetries, reviewBackoff } from "../webhook/backoff.ts";
import { booleanAt, objectAt, reviewStatus, textAt } from "../webhook/review-answer.ts";
import type { Target } from "../webhook/target.ts";
import { WebhookFault } from "../webhook/webhook-fault.ts";
import { type AdmissionPlugin, isForResource, type PluginParts, refused } from "./plugin.ts";

/** The location of the webhook, and the settings for its calls. */
export interface ImagePolicySettings {
  readonly target: Target;
  readonly imagePolicy: NonNullable<AdmissionConfig["imagePolicy"]>;
}

const reviewType = { kind: "ImageReview", apiVersion: "imagepolicy.k8s.io/v1alpha1" } as const;

/** Maximum number of cached responses. */
const maxCachedAnswers = 1024;
/** Maximum size of a response, in bytes. */
const maxAnswerBytes = 1024 * 1024;
/** Timeout of one call if the request has no deadline. */
const callTimeoutMs = 60_000;

const defaultAllowSeconds = 300;
const defaultDenySeconds = 30;
const defaultBackoffMs = 500;
const msPerSecond = 1000;

const auditPrefix = "imagepolicywebhook.image-policy.k8s.io/";
/** Part of the annotation keys of a pod that are sent to the webhook. */
const shownAnnotation = ".image-policy.k8s.io/";
const failedOpenAnnotation = "alpha.image-policy.k8s.io/failed-open";

type Status = Readonly<Required<ImageReviewStatus>>;

export function imagePolicyWebhook({ configurationOf, webhooks, nowMs, log }: PluginParts): AdmissionPlugin {
  const settings = configurationOf<ImagePolicySettings>("ImagePolicyWebhook");
  if (!settings) return {};
  const { target, imagePolicy: policy } = settings;
  const answers = new ExpiringCache<Status>(maxCachedAnswers, nowMs);
  const lifetimesMs = {
    allowed: duration(policy.allowTTL, defaultAllowSeconds) * msPerSecond,
    denied: duration(policy.denyTTL, defaultDenySeconds) * msPerSecond,
  };
  const backoff = { ...reviewBackoff, firstMs: duration(policy.retryBackoff, defaultBackoffMs) };
  const reviewImages = async (spec: string, { caller, deadlineMs }: AdmissionAttributes): Promise<Status> => {
    const known = answers.get(spec);
    if (known) return known;
    const body = `{"kind":"${reviewType.kind}","apiVersion":"${reviewType.apiVersion}","metadata":{},"spec":${spec},"status":{"allowed":false}}`;
    const timeoutMs = deadlineMs === undefined ? callTimeoutMs : Math.max(1, deadlineMs - nowMs());
    const signal = caller?.signal;
    const call = { body, timeoutMs, maxAnswerBytes, ...(signal && { signal }) };
    const status = statusOf(await callWithRetries(() => webhooks.postTo(target, call), backoff, signal));
    answers.set(spec, status, lifetimesMs[status.allowed ? "allowed" : "denied"]);
    return status;
  };
  return {
    async approve(attempt) {
      const spec = reviewedPart(attempt);
      if (spec === undefined) return;
      let status: Status;
      try {
        status = await reviewImages(formatJson(spec), attempt);
      } catch (error) {
        if (!(error instanceof WebhookFault)) throw error;
        log.warn({ error: error.message }, "the image policy webhook could not be asked");
        if (policy.defaultAllow !== true) throw refused(attempt, error.message);
        failOpen(attempt);
        return;
      }
      for (const [key, value] of Object.entries(status.auditAnnotations)) attempt.annotate?.(auditPrefix + key, value);
      if (!status.allowed) throw refused(attempt, denialOf(status));
    },
  };
}

/**
 * Returns a duration of the configuration in its own unit, seconds or milliseconds: 0 means the default, and -1 means
 * zero.
 */
function duration(value: number | bigint = 0, byDefault: number): number {
  const given = Number(value);
  return given === 0 ? byDefault : Math.max(0, given);
}

/** Returns the `spec` of the review; undefined if the request does not set the images of a pod. */
function reviewedPart(attempt: AdmissionAttributes): object | undefined {
  const { operation, subresource, target, object } = attempt;
  const isWrite = operation === "CREATE" || operation === "UPDATE";
  if (!isWrite || !isForResource(attempt, "", "pods") || !object) return undefined;
  if (subresource !== "" && subresource !== "ephemeralcontainers") return undefined;
  const { metadata, spec = {} } = object as Pod;
  const { containers, initContainers = [], ephemeralContainers = [] } = spec;
  const reviewed = subresource === "" ? [...(containers ?? []), ...initContainers] : ephemeralContainers;
  const annotations = Object.entries(metadata?.annotations ?? {}).filter(([key]) => key.includes(shownAnnotation));
  return {
    ...(reviewed.length > 0 && { containers: reviewed.map(({ image }) => (image ? { image } : {})) }),
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations.toSorted(byKey)) }),
    ...(target.namespace !== "" && { namespace: target.namespace }),
  };
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

function statusOf(answer: Readonly<Record<string, unknown>>): Status {
  const { allowed, reason, auditAnnotations } = reviewStatus(answer, reviewType);
  const at = "ImageReviewStatus.status.auditAnnotations";
  const annotations = Object.entries(objectAt(at, "map[string]string", auditAnnotations));
  return {
    allowed: booleanAt("ImageReviewStatus.status.allowed", allowed),
    reason: textAt("ImageReviewStatus.status.reason", reason),
    auditAnnotations: Object.fromEntries(annotations.map(([key, value]) => [key, textAt(at, value)])),
  };
}

const denialOf = ({ reason }: Status): string =>
  reason === ""
    ? "one or more images rejected by webhook backend"
    : `image policy webhook backend denied one or more images: ${reason}`;

/** Marks the pod and the audit event: the images were admitted without a review. */
function failOpen({ object, annotate }: AdmissionAttributes): void {
  annotate?.(`${auditPrefix}failed-open`, "true");
  if (!object) return;
  object.metadata.annotations = { ...object.metadata.annotations, [failedOpenAnnotation]: "true" };
}
