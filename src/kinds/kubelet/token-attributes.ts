/**
 * The service account tokens that the kubelet passes to a credential provider.
 *
 * @module
 */
import type { ServiceAccountTokenAttributes } from "../../api/types/kubelet-v1.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";

const cacheTypes = ["ServiceAccount", "Token"] as const;

const keyFields = ["requiredServiceAccountAnnotationKeys", "optionalServiceAccountAnnotationKeys"] as const;

const required = rule<ServiceAccountTokenAttributes>(
  {
    id: "credential-provider/token-attributes",
    severity: "error",
    cause: "required",
    summary: "`tokenAttributes` sets the audience, the cache type and whether a service account is required",
  },
  (attributes, place, visit) => {
    if (!attributes.serviceAccountTokenAudience) {
      place.at("serviceAccountTokenAudience").say("`serviceAccountTokenAudience` must be set");
    }
    if (attributes.requireServiceAccount === undefined) {
      place.at("requireServiceAccount").say("`requireServiceAccount` must be true or false; it has no default");
    }
    const { cacheType = "" } = attributes;
    if (!visit.reaches("1.34") || cacheTypes.some((known) => known === cacheType)) return;
    const at = place.at("cacheType");
    if (cacheType === "") at.say('`cacheType` must be "ServiceAccount" or "Token"');
    else {
      const message = `must be "ServiceAccount" or "Token"; got "${cacheType}"`;
      at.say(message, { cause: "unsupported", value: cacheType });
    }
  },
);

const annotationKeys = rule<ServiceAccountTokenAttributes>(
  {
    id: "credential-provider/annotation-keys",
    severity: "error",
    summary: "annotation keys are valid and unique; required keys need a required service account",
  },
  (attributes, place) => {
    const [requiredField, optionalField] = keyFields;
    const { [requiredField]: requiredKeys = [], [optionalField]: optionalKeys = [] } = attributes;
    if (attributes.requireServiceAccount === false && requiredKeys.length > 0) {
      const message = "may not be set while `requireServiceAccount` is false";
      place
        .at(requiredField)
        .say(message, { cause: "forbidden", help: "list the keys in `optionalServiceAccountAnnotationKeys`" });
    }
    for (const name of keyFields) {
      const keys = attributes[name] ?? [];
      for (const [index, key] of keys.entries()) {
        for (const fault of validateQualifiedName(key.toLowerCase())) {
          place.at(name, index).say(fault, { value: key });
        }
      }
      for (const { index, text: key } of findRepeats(keys)) {
        place.at(name, index).say(`must be unique; got "${key}" again`, { cause: "duplicate", value: key });
      }
    }
    const both = [...new Set(requiredKeys)].filter((key) => optionalKeys.includes(key)).sort();
    if (both.length === 0) return;
    place.say(`must not repeat required keys; both lists have ${both.join(", ")}`);
  },
);

/** Paths are relative to the attributes. */
export const tokenAttributeRules: readonly Rule<ServiceAccountTokenAttributes>[] = [required, annotationKeys];
