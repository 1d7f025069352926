/**
 * AuthenticationConfiguration of apiserver.config: who may authenticate, with which token issuers, or anonymously.
 *
 * @module
 */

import type { Kind } from "../../kind/kind.ts";
import { trimEnd } from "../../lexical/trim-end.ts";
import { repeated, reportRepeats } from "../../rule/repeated.ts";
import type { Rule } from "../../rule/rule.ts";
import { eachItem, type Part, within } from "../../rule/within.ts";
import { flag, list, type Static, struct, text } from "../../schema/fields.ts";
import { expressionRules } from "../expression/expression-rules.ts";
import { authenticationExpressions } from "./authentication-expressions.ts";
import { claimMappings, claimMappingsRules } from "./claim-mappings.ts";
import { claimValidationRule, claimValidationRulesRules } from "./claim-validation-rule.ts";
import { issuer, issuerRules } from "./issuer.ts";
import { issuerEgress } from "./issuer-egress.ts";
import { userValidationRule, userValidationRulesRules } from "./user-validation-rule.ts";

const jwtAuthenticator = struct({
  issuer,
  claimValidationRules: list(claimValidationRule, {
    description: "Conditions on the token's claims; all must hold.",
    "x-list-type": "atomic",
  }),
  claimMappings,
  userValidationRules: list(userValidationRule, {
    description: "Conditions on the user that the claims were mapped to; all must hold.",
    "x-list-type": "atomic",
  }),
});

const anonymousCondition = struct({
  path: text({ description: "A request path, compared exactly.", "x-required": true }),
});

const anonymous = struct(
  {
    enabled: flag({
      description: "Whether requests without credentials are let in; false when absent.",
      "x-required": true,
    }),
    conditions: list(anonymousCondition, {
      description: "Paths that anonymous requests may ask for; without any, every path.",
      "x-list-type": "atomic",
    }),
  },
  {
    description: "Anonymous access; takes the place of the flag --anonymous-auth.",
    "x-pointer": true,
    "x-since": "1.31",
    "x-gate": "AnonymousAuthConfigurableEndpoints",
  },
);

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    jwt: list(jwtAuthenticator, {
      description: "Issuers of JSON web tokens, tried in this order.",
      "x-list-type": "atomic",
    }),
    anonymous,
  },
  { $id: "AuthenticationConfiguration" },
);

export type AuthenticationConfiguration = Static<typeof schema>;
export type JwtAuthenticator = Static<typeof jwtAuthenticator>;
type AuthenticationRule = Rule<AuthenticationConfiguration>;

/** More authenticators than this are refused. */
const maxAuthenticators = 64;

/** Until it was locked on, the gate decided whether the flag may be used at all. */
const featureGate: AuthenticationRule = {
  id: "authentication/feature-gate",
  severity: "error",
  cause: "forbidden",
  summary: "before 1.34, the configuration needs the feature gate StructuredAuthenticationConfiguration",
  check(_object, context, report) {
    const gate = "StructuredAuthenticationConfiguration";
    if (context.reaches("1.34") || context.isEnabled(gate)) return;
    report({ path: ["kind"], message: `may be used only with the feature gate ${gate}, which is off` });
  },
};

const authenticatorCount: AuthenticationRule = {
  id: "authentication/authenticator-count",
  severity: "error",
  cause: "too-many",
  summary: "there may be at most 64 JWT authenticators",
  check({ jwt = [] }, _context, report) {
    if (jwt.length <= maxAuthenticators) return;
    report({ path: ["jwt"], atKey: true, message: `must have at most ${maxAuthenticators} items; got ${jwt.length}` });
  },
};

const issuerUnique: AuthenticationRule = {
  id: "authentication/issuer-url-unique",
  severity: "error",
  cause: "duplicate",
  summary: "the issuer URLs of the authenticators must be different",
  check({ jwt = [] }, _context, report) {
    const urls = jwt.map((authenticator) => authenticator.issuer?.url ?? "");
    const pathOf = (index: number) => ["jwt", index, "issuer", "url"];
    reportRepeats(urls, { item: "authenticator", what: "issuer", pathOf }, report);
  },
};

const issuerNearRepeat: AuthenticationRule = {
  id: "authentication/issuer-url-near-repeat",
  severity: "warning",
  summary: "issuer URLs that differ only in case or a final slash are different issuers to the API server",
  check({ jwt = [] }, _context, report) {
    const urls = jwt.map((authenticator) => authenticator.issuer?.url || undefined);
    for (const { index, first } of repeated(urls.map((url) => url && trimEnd("/", url.toLowerCase())))) {
      if (urls[index] === urls[first]) continue;
      report({
        path: ["jwt", index, "issuer", "url"],
        message: `differs from the issuer of authenticator ${first} only in case or a final slash`,
        help: "a token's `iss` claim must equal the URL exactly; keep the form that the issuer uses",
        see: { path: ["jwt", first, "issuer", "url"], message: "the other issuer" },
      });
    }
  },
};

const discoveryUnique: AuthenticationRule = {
  id: "authentication/discovery-url-unique",
  severity: "error",
  cause: "duplicate",
  summary: "the discovery URLs of the authenticators must be different",
  check({ jwt = [] }, _context, report) {
    const urls = jwt.map((authenticator) => authenticator.issuer?.discoveryURL || undefined);
    const pathOf = (index: number) => ["jwt", index, "issuer", "discoveryURL"];
    reportRepeats(urls, { item: "authenticator", what: "discovery URL", pathOf }, report);
  },
};

const anonymousGate: AuthenticationRule = {
  id: "authentication/anonymous-gate",
  severity: "error",
  cause: "forbidden",
  summary: "before 1.34, an anonymous block needs the feature gate AnonymousAuthConfigurableEndpoints",
  check({ anonymous: access }, context, report) {
    const gate = "AnonymousAuthConfigurableEndpoints";
    const isGated = context.reaches("1.31") && !context.reaches("1.34");
    if (!access || !isGated || context.isEnabled(gate)) return;
    report({
      path: ["anonymous"],
      atKey: true,
      message: `may be set only with the feature gate ${gate}, which is off`,
    });
  },
};

const anonymousConditions: AuthenticationRule = {
  id: "authentication/anonymous-conditions",
  severity: "error",
  summary: "anonymous conditions need anonymous access to be enabled",
  check({ anonymous: access }, _context, report) {
    if (!access?.conditions?.length || access.enabled) return;
    report({
      path: ["anonymous", "conditions"],
      atKey: true,
      message: "may be set only with `enabled: true`; anonymous access is not enabled",
      help: "set `anonymous.enabled: true`, or remove the conditions",
    });
  },
};

const anonymousPath: AuthenticationRule = {
  id: "authentication/anonymous-path",
  severity: "warning",
  summary: "an anonymous condition's path is compared with the whole request path, so it must start with a slash",
  check({ anonymous: access }, _context, report) {
    for (const [index, { path = "" }] of (access?.conditions ?? []).entries()) {
      const at = ["anonymous", "conditions", index, "path"];
      if (!path.startsWith("/")) {
        report({ path: at, message: `matches no request: paths start with "/"; got "${path}"`, value: path });
      } else if (path.endsWith("*")) {
        const message = `matches only the path "${path}" itself: there are no wildcards here`;
        report({ path: at, message, help: "list each path", value: path });
      }
    }
  },
};

const anonymousOff: AuthenticationRule = {
  id: "authentication/anonymous-off",
  severity: "warning",
  summary: "an anonymous block without `enabled` turns anonymous access off, although the flag's default is on",
  check({ anonymous: access }, _context, report) {
    if (!access || access.enabled !== undefined || access.conditions?.length) return;
    report({
      path: ["anonymous"],
      atKey: true,
      message: "turns anonymous access off, because `enabled` is absent",
      help: "say so with `enabled: false`, or remove the block for the default",
    });
  },
};

export const authenticationConfiguration: Kind<AuthenticationConfiguration> = {
  kind: "AuthenticationConfiguration",
  group: "apiserver.config.<domain>",
  versions: [
    { name: "v1", schema, since: "1.34" },
    { name: "v1beta1", schema, since: "1.30" },
    { name: "v1alpha1", schema, since: "1.29" },
    { name: "v1beta1", group: "apiserver.<domain>", exceptIn: "k8s.io", schema },
    { name: "v1alpha1", group: "apiserver.<domain>", exceptIn: "k8s.io", schema },
  ],
  description:
    "How the API server authenticates requests: JWT issuers with their claim mappings, and anonymous access.",
  loader: { flag: "--authentication-config", emptyFile: "error", unknownFields: "error", mayOmit: "nothing" },
  projectRules: [issuerEgress],
  rules: [
    featureGate,
    authenticatorCount,
    ...within(
      issuerRules,
      inAuthenticators("issuer", (authenticator) => authenticator.issuer ?? {}),
    ),
    issuerUnique,
    issuerNearRepeat,
    discoveryUnique,
    ...within(
      claimValidationRulesRules,
      inAuthenticators("claimValidationRules", (authenticator) => authenticator.claimValidationRules ?? []),
    ),
    ...within(
      claimMappingsRules,
      inAuthenticators("claimMappings", ({ claimMappings: mappings = {}, claimValidationRules = [] }) => ({
        claimMappings: mappings,
        claimValidationRules,
      })),
    ),
    ...within(
      userValidationRulesRules,
      inAuthenticators("userValidationRules", (authenticator) => authenticator.userValidationRules ?? []),
    ),
    ...expressionRules(authenticationExpressions),
    anonymousGate,
    anonymousConditions,
    anonymousPath,
    anonymousOff,
  ].map(unlessTooMany),
};

/** With too many authenticators the API server looks at nothing else in the file. */
function unlessTooMany(rule: AuthenticationRule): AuthenticationRule {
  if (rule === authenticatorCount || rule === featureGate) return rule;
  return {
    ...rule,
    check(object, context, report) {
      if ((object.jwt?.length ?? 0) <= maxAuthenticators) rule.check(object, context, report);
    },
  };
}

/** A part of every authenticator, for the rules of that part. */
function inAuthenticators<U>(field: string, part: (authenticator: JwtAuthenticator) => U) {
  return ({ jwt }: AuthenticationConfiguration): Part<U>[] =>
    eachItem(["jwt"], jwt).map(({ path, value }) => ({ path: [...path, field], value: part(value) }));
}
