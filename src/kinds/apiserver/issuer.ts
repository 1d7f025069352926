/**
 * Issuer of a JWT authenticator: where tokens come from and whom they are for.
 *
 * @module
 */

import { type GoUrl, parseUrl } from "../../lexical/go-url.ts";
import { trimEnd } from "../../lexical/trim-end.ts";
import { reportRepeats } from "../../rule/repeated.ts";
import type { Finding, Rule } from "../../rule/rule.ts";
import { list, type Static, struct, text } from "../../schema/fields.ts";

export const issuer = struct(
  {
    url: text({
      description: "The issuer's https address; must equal the token's iss claim. Unique across authenticators.",
      "x-required": true,
      "x-form": "url",
    }),
    discoveryURL: text({
      description: "Where the discovery document is fetched instead of below url; used exactly as given.",
      "x-form": "url",
      "x-pointer": true,
    }),
    certificateAuthority: text({
      description: "PEM certificates that the issuer's server is verified with; the system's when absent.",
      "x-form": "pem",
    }),
    audiences: list(text(), {
      description: "Accepted audiences; at least one must be in the token's aud claim.",
      "x-required": true,
      "x-list-type": "set",
    }),
    audienceMatchPolicy: text({
      description: "How audiences are compared; must be MatchAny with several audiences.",
      enum: ["MatchAny"],
    }),
    egressSelectorType: text({
      description: "Through which egress dialer the issuer is reached.",
      enum: ["controlplane", "cluster"],
      "x-since": "1.34",
      "x-gate": "StructuredAuthenticationConfigurationEgressSelector",
    }),
  },
  { description: "The token issuer." },
);

export type Issuer = Static<typeof issuer>;
type Report = (finding: Finding) => void;

const urlRequired: Rule<Issuer> = {
  id: "authentication/issuer-url-required",
  severity: "error",
  cause: "required",
  summary: "an issuer must have a URL",
  check({ url = "" }, _context, report) {
    if (url === "")
      report({ path: ["url"], message: "`url` must be set", help: "write the value of the tokens' `iss` claim" });
  },
};

const urlForm: Rule<Issuer> = {
  id: "authentication/issuer-url-form",
  severity: "error",
  summary: "an issuer URL is an https URL without user, query or fragment",
  check({ url = "" }, _context, report) {
    if (url !== "") checkUrl("url", url, report);
  },
};

const urlDisallowed: Rule<Issuer> = {
  id: "authentication/issuer-url-disallowed",
  severity: "error",
  summary: "an issuer must not be one of the API server's own service account issuers",
  check({ url = "" }, { serviceAccountIssuers }, report) {
    if (url === "" || !serviceAccountIssuers.includes(url)) return;
    report({
      path: ["url"],
      message: `must not be a service account issuer of the API server (${serviceAccountIssuers.join(", ")})`,
      help: "the API server verifies its own service account tokens; remove this authenticator",
      value: url,
    });
  },
};

const urlHost: Rule<Issuer> = {
  id: "authentication/issuer-url-host",
  severity: "warning",
  summary: "an issuer URL without a host is accepted, but no discovery document can be fetched from it",
  check({ url = "" }, _context, report) {
    const parsed = parseUrl(url);
    if (!parsed.ok || parsed.value.scheme !== "https" || parsed.value.host !== "") return;
    report({
      path: ["url"],
      message: `names no host, so no discovery document can be fetched; got "${url}"`,
      help: "write https://host or https://host/path",
      value: url,
    });
  },
};

const discoveryForm: Rule<Issuer> = {
  id: "authentication/discovery-url-form",
  severity: "error",
  summary: "a discovery URL is an https URL without user, query or fragment",
  check({ discoveryURL = "" }, _context, report) {
    if (discoveryURL !== "") checkUrl("discoveryURL", discoveryURL, report);
  },
};

const discoveryDiffers: Rule<Issuer> = {
  id: "authentication/discovery-url-differs",
  severity: "error",
  summary: "a discovery URL must differ from the issuer URL",
  check({ url = "", discoveryURL = "" }, _context, report) {
    if (discoveryURL === "" || url === "" || trimEnd("/", url) !== trimEnd("/", discoveryURL)) return;
    report({
      path: ["discoveryURL"],
      message: "must differ from `url`; got the same URL",
      help: "remove it: discovery is then read from `url` followed by /.well-known/openid-configuration",
      see: { path: ["url"], message: "the issuer URL" },
      value: discoveryURL,
    });
  },
};

const certificateAuthority: Rule<Issuer> = {
  id: "authentication/certificate-authority",
  severity: "error",
  summary: "a certificate authority must be PEM text with certificates that parse",
  check({ certificateAuthority: pem = "" }, { host }, report) {
    if (pem === "") return;
    const result = host?.parseCertificates?.(pem);
    const path = ["certificateAuthority"];
    if (!result) {
      report({ path, severity: "info", message: "not checked: whether the certificates parse" });
    } else if ("error" in result) {
      report({ path, message: `must hold certificates in PEM form: ${result.error}` });
    }
  },
};

const audiencesRequired: Rule<Issuer> = {
  id: "authentication/audiences-required",
  severity: "error",
  cause: "required",
  summary: "an issuer must have at least one audience, and none may be empty",
  check({ audiences = [] }, _context, report) {
    if (audiences.length === 0) {
      const help = "list the client ids that tokens for this cluster are issued for";
      report({ path: ["audiences"], message: "`audiences` must have at least one item", help });
    }
    for (const [index, audience] of audiences.entries()) {
      if (audience === "") report({ path: ["audiences", index], message: "must not be empty" });
    }
  },
};

const audiencesUnique: Rule<Issuer> = {
  id: "authentication/audiences-unique",
  severity: "error",
  cause: "duplicate",
  summary: "the audiences of an issuer must be different",
  check({ audiences = [] }, _context, report) {
    const pathOf = (index: number) => ["audiences", index];
    reportRepeats(audiences, { item: "item", what: "audience", pathOf }, report);
  },
};

const audienceMatchPolicy: Rule<Issuer> = {
  id: "authentication/audience-match-policy",
  severity: "error",
  summary: "an issuer with several audiences must have the audience match policy MatchAny",
  check({ audiences = [], audienceMatchPolicy: policy = "" }, _context, report) {
    if (audiences.length < 2 || policy !== "") return;
    report({
      path: ["audienceMatchPolicy"],
      message: '`audienceMatchPolicy` must be "MatchAny" with several audiences; it is not set',
      help: "write `audienceMatchPolicy: MatchAny`",
    });
  },
};

const egressGate: Rule<Issuer> = {
  id: "authentication/egress-selector-gate",
  severity: "error",
  summary: "an egress selector needs the feature gate StructuredAuthenticationConfigurationEgressSelector",
  check({ egressSelectorType = "" }, context, report) {
    const gate = "StructuredAuthenticationConfigurationEgressSelector";
    if (egressSelectorType === "" || context.isEnabled(gate) || !context.reaches("1.34")) return;
    report({
      path: ["egressSelectorType"],
      message: `may be set only with the feature gate ${gate}, which is off`,
      value: egressSelectorType,
    });
  },
};

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

/** What the API server asks of both URLs; it reads them as Go's net/url does. */
function checkUrl(field: "url" | "discoveryURL", url: string, report: Report): void {
  const parsed = parseUrl(url);
  const fault = (message: string, help?: string) =>
    report({ path: [field], message, value: url, ...(help === undefined ? {} : { help }) });
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
