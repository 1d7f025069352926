/**
 * AuthenticationConfiguration of apiserver.config: which token issuers kube-apiserver trusts, and which anonymous
 * requests it allows.
 *
 * @module
 */

import type { AuthenticationConfiguration } from "../../api/types/apiserver-v1.ts";
import type { Place } from "../../rule/place.ts";
import { findRepeats, reportRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { within } from "../../rule/within.ts";
import { trimEnd } from "../../text/trim-end.ts";
import { expressionRules } from "../expression/expression-rules.ts";
import { kind } from "../kind.ts";
import { authenticationExpressions } from "./authentication-expressions.ts";
import { claimMappingsRules } from "./claim-mappings.ts";
import { claimValidationRulesRules } from "./claim-validation-rule.ts";
import { needsGate } from "./feature-gate.ts";
import { issuerRules } from "./issuer.ts";
import { issuerEgress } from "./issuer-egress.ts";
import { ownGroupVersions } from "./own-group.ts";
import { userValidationRulesRules } from "./user-validation-rule.ts";

type AuthenticationRule = Rule<AuthenticationConfiguration>;
type AuthenticationPlace = Place<AuthenticationConfiguration>;
type AuthenticationVisit = Visit<AuthenticationConfiguration>;

/** The maximum number of authenticators. */
const maxAuthenticators = 64;

const featureGate = needsGate("authentication/feature-gate", "StructuredAuthenticationConfiguration", "1.34");

const authenticatorCount = rule<AuthenticationConfiguration>(
  {
    id: "authentication/authenticator-count",
    severity: "error",
    cause: "too-many",
    summary: "there may be at most 64 JWT authenticators",
  },
  ({ jwt = [] }, place) => {
    if (jwt.length <= maxAuthenticators) return;
    place.at("jwt").say(`must have at most ${maxAuthenticators} items; got ${jwt.length}`, { atKey: true });
  },
);

const issuerUnique = rule<AuthenticationConfiguration>(
  {
    id: "authentication/issuer-url-unique",
    severity: "error",
    cause: "duplicate",
    summary: "the issuer URLs of the authenticators must be different",
  },
  ({ jwt = [] }, place) => {
    const urls = jwt.map((authenticator) => authenticator.issuer?.url ?? "");
    const placeOf = (index: number) => place.at("jwt", index, "issuer", "url");
    reportRepeats(urls, { item: "authenticator", what: "issuer", placeOf });
  },
);

const issuerNearRepeat = rule<AuthenticationConfiguration>(
  {
    id: "authentication/issuer-url-near-repeat",
    severity: "warning",
    summary: "issuer URLs that differ only in case or a final slash are different issuers to the API server",
  },
  ({ jwt = [] }, place) => {
    const urls = jwt.map((authenticator) => authenticator.issuer?.url || undefined);
    for (const { index, first } of findRepeats(urls.map((url) => url && trimEnd("/", url.toLowerCase())))) {
      if (urls[index] === urls[first]) continue;
      place
        .at("jwt", index, "issuer", "url")
        .say(`differs from the issuer of authenticator ${first} only in case or a final slash`, {
          help: "a token's `iss` claim must equal the URL exactly; keep the form that the issuer uses",
          see: place.at("jwt", first, "issuer", "url").note("the other issuer"),
        });
    }
  },
);

const discoveryUnique = rule<AuthenticationConfiguration>(
  {
    id: "authentication/discovery-url-unique",
    severity: "error",
    cause: "duplicate",
    summary: "the discovery URLs of the authenticators must be different",
  },
  ({ jwt = [] }, place) => {
    const urls = jwt.map((authenticator) => authenticator.issuer?.discoveryURL || undefined);
    const placeOf = (index: number) => place.at("jwt", index, "issuer", "discoveryURL");
    reportRepeats(urls, { item: "authenticator", what: "discovery URL", placeOf });
  },
);

const anonymousGate = rule<AuthenticationConfiguration>(
  {
    id: "authentication/anonymous-gate",
    severity: "error",
    cause: "forbidden",
    summary: "before 1.34, an anonymous block needs the feature gate AnonymousAuthConfigurableEndpoints",
  },
  ({ anonymous: access }, place, visit) => {
    const gate = "AnonymousAuthConfigurableEndpoints";
    const isGated = visit.reaches("1.31") && !visit.reaches("1.34");
    if (!access || !isGated || visit.isEnabled(gate)) return;
    place.at("anonymous").say(`may be set only with the feature gate ${gate}, which is off`, { atKey: true });
  },
);

const anonymousConditions = rule<AuthenticationConfiguration>(
  {
    id: "authentication/anonymous-conditions",
    severity: "error",
    summary: "anonymous conditions need anonymous access to be enabled",
  },
  ({ anonymous: access }, place) => {
    if (!access?.conditions?.length || access.enabled) return;
    place.at("anonymous", "conditions").say("may be set only with `enabled: true`; anonymous access is not enabled", {
      atKey: true,
      help: "set `anonymous.enabled: true`, or remove the conditions",
    });
  },
);

const anonymousPath = rule<AuthenticationConfiguration>(
  {
    id: "authentication/anonymous-path",
    severity: "warning",
    summary: "an anonymous condition's path is compared with the whole request path, so it must start with a slash",
  },
  ({ anonymous: access }, place) => {
    for (const [index, { path = "" }] of (access?.conditions ?? []).entries()) {
      const spot = place.at("anonymous", "conditions", index, "path");
      if (!path.startsWith("/")) {
        spot.say(`matches no request: paths start with "/"; got "${path}"`, { value: path });
      } else if (path.endsWith("*")) {
        const message = `matches only the path "${path}" itself: wildcards are not supported`;
        spot.say(message, { help: "list each path", value: path });
      }
    }
  },
);

const anonymousOff = rule<AuthenticationConfiguration>(
  {
    id: "authentication/anonymous-off",
    severity: "warning",
    summary: "an anonymous block without `enabled` turns anonymous access off, although the flag's default is on",
  },
  ({ anonymous: access }, place) => {
    if (!access || access.enabled !== undefined || access.conditions?.length) return;
    place.at("anonymous").say("turns anonymous access off, because `enabled` is absent", {
      atKey: true,
      help: "write `enabled: false`, or remove the block for the default",
    });
  },
);

export const authenticationConfiguration = kind("apiserver/v1.AuthenticationConfiguration", {
  moreVersions: ownGroupVersions,
  loader: { flag: "--authentication-config", emptyFile: "error", unknownFields: "error", mayOmit: "nothing" },
  projectRules: [issuerEgress],
  rules: [
    featureGate,
    authenticatorCount,
    ...within(issuerRules, ({ jwt = [] }: AuthenticationConfiguration, place, visit) =>
      jwt.map(({ issuer = {} }, index) => visit.part(issuer, place.at("jwt", index, "issuer"))),
    ),
    issuerUnique,
    issuerNearRepeat,
    discoveryUnique,
    ...within(claimValidationRulesRules, ({ jwt = [] }: AuthenticationConfiguration, place, visit) =>
      jwt.map(({ claimValidationRules: own = [] }, index) =>
        visit.part(own, place.at("jwt", index, "claimValidationRules")),
      ),
    ),
    ...within(claimMappingsRules, authenticators),
    ...within(userValidationRulesRules, ({ jwt = [] }: AuthenticationConfiguration, place, visit) =>
      jwt.map(({ userValidationRules: own = [] }, index) =>
        visit.part(own, place.at("jwt", index, "userValidationRules")),
      ),
    ),
    ...expressionRules(authenticationExpressions),
    anonymousGate,
    anonymousConditions,
    anonymousPath,
    anonymousOff,
  ].map(skipIfTooMany),
});

/**
 * Skips a rule if there are too many authenticators: kube-apiserver then validates only the feature gate and the
 * number.
 */
function skipIfTooMany(given: AuthenticationRule): AuthenticationRule {
  if (given === authenticatorCount || given === featureGate) return given;
  return rule(given, (object, place, visit) => {
    if ((object.jwt?.length ?? 0) <= maxAuthenticators) given.run(object, place, visit);
  });
}

function authenticators({ jwt }: AuthenticationConfiguration, place: AuthenticationPlace, visit: AuthenticationVisit) {
  return visit.each(jwt, place.at("jwt"));
}
