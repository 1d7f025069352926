/**
 * authentication.k8s.io/v1 TokenReview and TokenRequest: a query for the user of a token, and a request for a token.
 *
 * @module
 */
import type { TokenRequest, TokenReview } from "../../api/types/authentication-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { compareUtf8 } from "../../text/utf8.ts";
import { kind } from "../kind.ts";

const token = rule<TokenReview>(
  {
    id: "token-review/token",
    severity: "error",
    cause: "required",
    summary: "a TokenReview has a token",
  },
  ({ spec = {} }, place) => {
    if (spec.token) return;
    place.at("spec", "token").say("must be the token to review");
  },
);

const namespace = rule<TokenReview>(
  {
    id: "token-review/namespace",
    severity: "warning",
    cause: "forbidden",
    summary: "a TokenReview has no namespace",
  },
  ({ metadata = {} }, place) => {
    if (!metadata.namespace) return;
    const message = "has no effect: tokens have no namespace, and the API server drops the field";
    place.at("metadata", "namespace").say(message, { atKey: true, help: "leave it out" });
  },
);

export const tokenReview = kind("authentication/v1.TokenReview", {
  rules: [token, namespace],
});

/** kube-apiserver's limits and default for the lifetime of a token, in seconds. */
const minExpirationSeconds = 600;
const maxExpirationSeconds = 2 ** 32;
const defaultExpirationSeconds = 3600;

const expiration = rule<TokenRequest>(
  {
    id: "token-request/expiration",
    severity: "error",
    summary: "`expirationSeconds` is from 600 to 2^32",
  },
  ({ spec = {} }, place) => {
    const seconds = spec.expirationSeconds ?? defaultExpirationSeconds;
    // kube-apiserver's message, which kubectl shows together with the value.
    const refuse = (message: string) =>
      place.at("spec", "expirationSeconds").say(message, {
        cause: "invalid",
        value: Number(seconds),
        serverText: `${seconds}: ${message}`,
      });
    if (seconds < minExpirationSeconds) refuse("may not specify a duration less than 10 minutes");
    if (seconds > maxExpirationSeconds) refuse("may not specify a duration larger than 2^32 seconds");
  },
);

/**
 * Validates attestations: a token that is bound to a webhook attests the group of the reviews that it is for; other
 * tokens have no attestations.
 */
const attestations = rule<TokenRequest>(
  {
    id: "token-request/attestations",
    severity: "error",
    summary: "only a token that is bound to a webhook configuration has attestations: the API group of its reviews",
  },
  ({ spec = {} }, place, { groupDomain, reaches }) => {
    if (!reaches(attestationsSince)) return;
    const { attestations: attested = {}, boundObjectRef } = spec;
    const count = spec.audiences?.length ?? 0;
    const path = ["spec", "attestations"];
    const names = Object.keys(attested);
    if (!isWebhook(boundObjectRef, groupDomain)) {
      if (names.length === 0) return;
      const shown = showGoValue(Object.fromEntries(Object.entries(attested).sort(([a], [b]) => compareUtf8(a, b))));
      place.along(path).say("must be absent unless `boundObjectRef` is a webhook configuration", {
        atKey: true,
        // kube-apiserver reports no other fault of the request.
        hides: [],
        serverText: `${shown}: attestations may only be specified with a webhook bound object reference`,
      });
      return;
    }
    if (count !== 1) {
      const message = `must have one item for a token that is bound to a webhook; has ${count}`;
      place.at("spec", "audiences").say(message);
    }
    if (names.length !== 1) {
      place.along(path).say(`must have the one entry "${attestedGroups}"; has ${names.length} entries`);
      return;
    }
    for (const [name, values] of Object.entries(attested)) checkAttestation(name, values, [...path, name], place);
  },
);

const attestationsSince = "1.37";
const attestedGroups = "admissionReviewAPIGroups";

function checkAttestation(name: string, given: readonly string[] | null, path: FieldPath, place: Place): void {
  if (name !== attestedGroups) {
    place.along(path).say(`must be "${attestedGroups}"; got "${name}"`, { atKey: true, cause: "unsupported" });
    return;
  }
  const values = given ?? [];
  const [group = ""] = values;
  if (values.length !== 1) place.along(path).say(`must have one value; has ${values.length}`);
  else if (group === "") place.along(path).at(0).say('must be an API group or "*"; it is empty');
  else if (group !== "*") {
    for (const fault of validateDns1123Subdomain(group)) {
      place.along(path).at(0).say(`must be an API group: ${fault}`, { value: group });
    }
  }
}

const webhookKinds = ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"];

const isWebhook = (
  reference: { readonly kind?: string; readonly apiVersion?: string } | null | undefined,
  groupDomain: string,
): boolean =>
  webhookKinds.includes(reference?.kind ?? "") && reference?.apiVersion === `admissionregistration.${groupDomain}/v1`;

export const tokenRequest = kind("authentication/v1.TokenRequest", {
  rules: [expiration, attestations],
  applyDefaults(object) {
    object.spec ??= {};
    object.spec.expirationSeconds ??= defaultExpirationSeconds;
  },
});
