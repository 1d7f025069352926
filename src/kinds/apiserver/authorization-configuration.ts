/**
 * AuthorizationConfiguration of apiserver.config: the chain of authorizers that decide whether to allow requests.
 *
 * @module
 */

import type { AuthorizationConfiguration, AuthorizerConfiguration } from "../../api/types/apiserver-v1.ts";
import { findRepeats, reportRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { enumValues } from "../../schema/type-schema.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { needsGate } from "./feature-gate.ts";
import { ownGroupVersions } from "./own-group.ts";
import { applyWebhookDefaults, webhookRules } from "./webhook-configuration.ts";

/** The authorizers that kube-apiserver supports. Only Webhook may be listed more than once. */
const authorizerTypes = () => enumValues("apiserver/v1.AuthorizerConfiguration", "type");

const featureGate = needsGate("authorization/feature-gate", "StructuredAuthorizationConfiguration", "1.32");

const authorizersRequired = rule<AuthorizationConfiguration>(
  {
    id: "authorization/authorizers-required",
    severity: "error",
    cause: "required",
    summary: "at least one authorizer must be listed",
  },
  ({ authorizers = [] }, place) => {
    if (authorizers.length > 0) return;
    place
      .at("authorizers")
      .say("`authorizers` must have at least one item", { help: "for example type Node and type RBAC" });
  },
);

const typeRequired = rule<AuthorizationConfiguration>(
  {
    id: "authorization/type-required",
    severity: "error",
    cause: "required",
    summary: "an authorizer must have a type",
  },
  ({ authorizers = [] }, place) => {
    for (const [index, { type }] of authorizers.entries()) {
      if (type) continue;
      place
        .at("authorizers", index, "type")
        .say("`type` must be set", { help: `one of ${authorizerTypes().join(", ")}` });
    }
  },
);

const typeUnique = rule<AuthorizationConfiguration>(
  {
    id: "authorization/type-unique",
    severity: "error",
    cause: "duplicate",
    summary: "only authorizers of type Webhook may be listed more than once",
  },
  ({ authorizers = [] }, place) => {
    const placeOf = (index: number) => place.at("authorizers", index, "type");
    reportRepeats(singularTypes(authorizers), { item: "authorizer", what: "type", placeOf });
  },
);

const nameRequired = rule<AuthorizationConfiguration>(
  {
    id: "authorization/name-required",
    severity: "error",
    cause: "required",
    summary: "an authorizer must have a name",
  },
  ({ authorizers = [] }, place) => {
    for (const [index, { type, name }] of validatedAuthorizers(authorizers)) {
      if (name) continue;
      const help =
        type === "Webhook" ? "choose a name; metrics will show it" : `write \`name: ${type?.toLowerCase()}\``;
      place.at("authorizers", index, "name").say("`name` must be set", { help });
    }
  },
);

/** Validates only names of webhooks: the names of other authorizers follow from their types. */
const nameForm = rule<AuthorizationConfiguration>(
  {
    id: "authorization/name-form",
    severity: "error",
    summary: "the name of a webhook authorizer is an RFC 1123 subdomain",
  },
  ({ authorizers = [] }, place) => {
    for (const [index, { type, name = "" }] of validatedAuthorizers(authorizers)) {
      if (type !== "Webhook" || name === "") continue;
      for (const message of validateDns1123Subdomain(name)) {
        place.at("authorizers", index, "name").say(`${message}; got "${name}"`, { value: name });
      }
    }
  },
);

const nameUnique = rule<AuthorizationConfiguration>(
  {
    id: "authorization/name-unique",
    severity: "error",
    cause: "duplicate",
    summary: "the names of authorizers must be different",
  },
  ({ authorizers = [] }, place) => {
    const names = new Map(validatedAuthorizers(authorizers).map(([index, { name }]) => [index, name || undefined]));
    const texts = authorizers.map((_item, index) => names.get(index));
    const placeOf = (index: number) => place.at("authorizers", index, "name");
    reportRepeats(texts, { item: "authorizer", what: "name", placeOf });
  },
);

/** A rule of kube-apiserver, in addition to those of every API server. */
const nameOfType = rule<AuthorizationConfiguration>(
  {
    id: "authorization/name-of-type",
    severity: "error",
    summary: "an authorizer other than a webhook is named after its type, in lower case",
  },
  ({ authorizers = [] }, place) => {
    for (const [index, { type = "", name = "" }] of validatedAuthorizers(authorizers)) {
      const expected = type.toLowerCase();
      if (type === "Webhook" || name === "" || name === expected) continue;
      place.at("authorizers", index, "name").say(`must be "${expected}" for type ${type}; got "${name}"`, {
        help: `write \`name: ${expected}\``,
        value: name,
      });
    }
  },
);

const webhookBlock = rule<AuthorizationConfiguration>(
  {
    id: "authorization/webhook-block",
    severity: "error",
    summary: "an authorizer of type Webhook has a webhook block, all others have none",
  },
  ({ authorizers = [] }, place) => {
    for (const [index, { type, webhook }] of validatedAuthorizers(authorizers)) {
      const at = place.at("authorizers", index, "webhook");
      if (type === "Webhook" && !webhook) at.required("`webhook` must be set for type Webhook");
      if (type !== "Webhook" && webhook) at.say(`may be set only for type Webhook; got type ${type}`, { atKey: true });
    }
  },
);

const unreachable = rule<AuthorizationConfiguration>(
  {
    id: "authorization/unreachable",
    severity: "warning",
    summary: "no authorizer follows AlwaysAllow or AlwaysDeny: they decide every request",
  },
  ({ authorizers = [] }, place) => {
    const final = authorizers.findIndex(({ type }) => type === "AlwaysAllow" || type === "AlwaysDeny");
    const next = authorizers[final + 1];
    if (final < 0 || !next) return;
    place
      .at("authorizers", final + 1, "type")
      .say(`is never consulted: ${authorizers[final]?.type} before it decides every request`, {
        see: place.at("authorizers", final, "type").note("decides every request"),
      });
  },
);

export const authorizationConfiguration = kind("apiserver/v1.AuthorizationConfiguration", {
  moreVersions: ownGroupVersions,
  loader: { flag: "--authorization-config", emptyFile: "empty-object", unknownFields: "error", mayOmit: "nothing" },
  references({ authorizers = [] }) {
    return authorizers.flatMap(
      ({ type, webhook: { connectionInfo: { type: by, kubeConfigFile: file } = {} } = {} }, index) =>
        type === "Webhook" && by === "KubeConfigFile" && file?.startsWith("/")
          ? [{ path: ["authorizers", index, "webhook", "connectionInfo", "kubeConfigFile"], file, kind: "Config" }]
          : [],
    );
  },
  applyDefaults({ authorizers = [] }) {
    for (const { webhook } of authorizers) if (webhook) applyWebhookDefaults(webhook);
  },
  rules: [
    featureGate,
    authorizersRequired,
    typeRequired,
    typeUnique,
    nameRequired,
    nameForm,
    nameUnique,
    nameOfType,
    webhookBlock,
    unreachable,
    ...within(webhookRules, ({ authorizers = [] }: AuthorizationConfiguration, place, visit) =>
      authorizers.flatMap(({ type, webhook }, index) =>
        type === "Webhook" ? visit.maybe(webhook, place.at("authorizers", index, "webhook")) : [],
      ),
    ),
  ],
});

/**
 * Returns the authorizers whose names and webhooks kube-apiserver validates: those of a known type that are not a
 * forbidden repetition.
 */
function validatedAuthorizers(authorizers: readonly AuthorizerConfiguration[]): [number, AuthorizerConfiguration][] {
  const repeats = new Set(findRepeats(singularTypes(authorizers)).map(({ index }) => index));
  return [...authorizers.entries()].filter(([index, { type }]) => isKnown(type) && !repeats.has(index));
}

/** Returns the types that may be listed only once; undefined for other types. */
function singularTypes(authorizers: readonly AuthorizerConfiguration[]): (string | undefined)[] {
  return authorizers.map(({ type }) => (isKnown(type) && type !== "Webhook" ? type : undefined));
}

function isKnown(type: string | undefined): boolean {
  return type !== undefined && authorizerTypes().includes(type);
}
