/**
 * The issuer of a JWT authenticator: where tokens come from, and for which audiences they are.
 *
 * @module
 */

import type { Issuer } from "../../api/types/apiserver-v1.ts";
import type { Place } from "../../rule/place.ts";
import { reportRepeats } from "../../rule/repeated.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { type GoUrl, parseUrl } from "../../text/go-url.ts";
import { trimEnd } from "../../text/trim-end.ts";

const urlRequired = rule<Issuer>(
  {
    id: "authentication/issuer-url-required",
    severity: "error",
    cause: "required",
    summary: "an issuer must have a URL",
  },
  ({ url = "" }, place) => {
    if (url === "") place.at("url").say("`url` must be set", { help: "write the value of the tokens' `iss` claim" });
  },
);

const urlForm = rule<Issuer>(
  {
    id: "authentication/issuer-url-form",
    severity: "error",
    summary: "an issuer URL is an https URL without user, query or fragment",
  },
  ({ url = "" }, place) => {
    if (url !== "") checkUrl("url", url, place);
  },
);

const urlDisallowed = rule<Issuer>(
  {
    id: "authentication/issuer-url-disallowed",
    severity: "error",
    summary: "an issuer must not be one of the API server's own service account issuers",
  },
  ({ url = "" }, place, { serviceAccountIssuers }) => {
    if (url === "" || !serviceAccountIssuers.includes(url)) return;
    place
      .at("url")
      .say(`must not be a service account issuer of the API server (${serviceAccountIssuers.join(", ")})`, {
        help: "the API server verifies its own service account tokens; remove this authenticator",
        value: url,
      });
  },
);

const urlHost = rule<Issuer>(
  {
    id: "authentication/issuer-url-host",
    severity: "warning",
    summary: "an issuer URL without a host is accepted, but no discovery document can be fetched from it",
  },
  ({ url = "" }, place) => {
    const parsed = parseUrl(url);
    if (!parsed.ok || parsed.value.scheme !== "https" || parsed.value.host !== "") return;
    place.at("url").say(`must name a host, or the API server cannot fetch a discovery document; got "${url}"`, {
      help: "write https://host or https://host/path",
      value: url,
    });
  },
);

const discoveryForm = rule<Issuer>(
  {
    id: "authentication/discovery-url-form",
    severity: "error",
    summary: "a discovery URL is an https URL without user, query or fragment",
  },
  ({ discoveryURL = "" }, place) => {
    if (discoveryURL !== "") checkUrl("discoveryURL", discoveryURL, place);
  },
);

const discoveryDiffers = rule<Issuer>(
  {
    id: "authentication/discovery-url-differs",
    severity: "error",
    summary: "a discovery URL must differ from the issuer URL",
  },
  ({ url = "", discoveryURL = "" }, place) => {
    if (discoveryURL === "" || url === "" || trimEnd("/", url) !== trimEnd("/", discoveryURL)) return;
    place.at("discoveryURL").say("must differ from `url`; got the same URL", {
      help: "remove it: the default is `url` followed by /.well-known/openid-configuration",
      see: place.at("url").note("the issuer URL"),
      value: discoveryURL,
    });
  },
);

const certificateAuthority = rule<Issuer>(
  {
    id: "authentication/certificate-authority",
    severity: "error",
    summary: "a certificate authority must be PEM text with certificates that parse",
  },
  ({ certificateAuthority: pem = "" }, place, { host }) => {
    if (pem === "") return;
    const result = host?.parseCertificates?.(pem);
    const at = place.at("certificateAuthority");
    if (!result) {
      at.say("clustervet did not check whether the certificates parse", { severity: "info" });
    } else if (!result.ok) {
      at.say(`must contain certificates in PEM form: ${result.error}`);
    }
  },
);

const audiencesRequired = rule<Issuer>(
  {
    id: "authentication/audiences-required",
    severity: "error",
    cause: "required",
    summary: "an issuer must have at least one audience, and none may be empty",
  },
  ({ audiences = [] }, place) => {
    if (audiences.length === 0) {
      const help = "list the client IDs that tokens for this cluster are issued for";
      place.at("audiences").say("`audiences` must have at least one item", { help });
    }
    for (const [index, audience] of audiences.entries()) {
      if (audience === "") place.at("audiences", index).say("must not be empty");
    }
  },
);

const audiencesUnique = rule<Issuer>(
  {
    id: "authentication/audiences-unique",
    severity: "error",
    cause: "duplicate",
    summary: "the audiences of an issuer must be different",
  },
  ({ audiences = [] }, place) => {
    const placeOf = (index: number) => place.at("audiences", index);
    reportRepeats(audiences, { item: "item", what: "audience", placeOf });
  },
);

const audienceMatchPolicy = rule<Issuer>(
  {
    id: "authentication/audience-match-policy",
    severity: "error",
    summary: "an issuer with several audiences must have the audience match policy MatchAny",
  },
  ({ audiences = [], audienceMatchPolicy: policy = "" }, place) => {
    if (audiences.length < 2 || policy !== "") return;
    place
      .at("audienceMatchPolicy")
      .say('`audienceMatchPolicy` must be "MatchAny" with several audiences; it is not set', {
        help: "write `audienceMatchPolicy: MatchAny`",
      });
  },
);

const egressGate = rule<Issuer>(
  {
    id: "authentication/egress-selector-gate",
    severity: "error",
    summary: "an egress selector needs the feature gate StructuredAuthenticationConfigurationEgressSelector",
  },
  ({ egressSelectorType = "" }, place, visit) => {
    const gate = "StructuredAuthenticationConfigurationEgressSelector";
    if (egressSelectorType === "" || visit.isEnabled(gate) || !visit.reaches("1.34")) return;
    place
      .at("egressSelectorType")
      .say(`may be set only with the feature gate ${gate}, which is off`, { value: egressSelectorType });
  },
);

export const issuerRules: readonly Rule<Issuer>[] = [
  urlRequired,
  urlForm,
  urlDisallowed,
  urlHost,
  discoveryForm,
  discoveryDiffers,
  certificateAuthority,
  audiencesRequired,
  audiencesUnique,
  audienceMatchPolicy,
  egressGate,
];

/** Validates a URL like kube-apiserver, which parses it by Go's net/url. */
function checkUrl(field: "url" | "discoveryURL", url: string, place: Place): void {
  const parsed = parseUrl(url);
  const fault = (message: string, help?: string) =>
    place.at(field).say(message, { value: url, ...(help === undefined ? {} : { help }) });
  if (!parsed.ok) {
    fault(`must be a URL: ${parsed.reason}`);
    return;
  }
  const { scheme, user, rawQuery, fragment } = parsed.value;
  if (scheme !== "https") fault(`must begin with https://; got "${url}"`, secureForm(url, parsed.value));
  if (user) fault("must not contain a user name or password");
  if (rawQuery !== "") fault(`must not contain a query; got "?${rawQuery}"`, "remove it");
  if (fragment !== "") fault(`must not contain a fragment; got "#${fragment}"`, "remove it");
}

function secureForm(url: string, { scheme, host }: GoUrl): string {
  if (scheme === "http" && host !== "") return `write https${url.slice("http".length)}`;
  return scheme === "" && /^[\w.-]+(?::\d+)?(?:\/|$)/.test(url) ? `write https://${url}` : "only https is accepted";
}
