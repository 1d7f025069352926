/**
 * audit.k8s.io/v1 Event: what the API server recorded of a request. Nothing reads it back, so nothing refuses it: what is
 * wrong with one is a warning.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { closest } from "../../lexical/closest.ts";
import { rule } from "../../rule/rule.ts";
import {
  apiType,
  field,
  int32,
  list,
  mapOf,
  microTime,
  raw,
  type Static,
  stringMap,
  struct,
  text,
} from "../../schema/fields.ts";
import { auditLevels, auditStages } from "./levels.ts";

const userInfo = struct({
  username: text({ "x-proto": 1, description: "The user's name." }),
  uid: text({ "x-proto": 2, description: "What tells the user from others of that name." }),
  groups: list(text(), { "x-proto": 3, "x-list-type": "atomic", description: "Groups that the user is in." }),
  extra: mapOf(list(text()), { "x-proto": 4, description: "What else the authenticator said." }),
});

const objectReference = struct({
  resource: text({ "x-proto": 1 }),
  namespace: text({ "x-proto": 2 }),
  name: text({ "x-proto": 3 }),
  uid: text({ "x-proto": 4 }),
  apiGroup: text({ "x-proto": 5, description: "Empty for the core group." }),
  apiVersion: text({ "x-proto": 6, description: "The version without the group." }),
  resourceVersion: text({ "x-proto": 7 }),
  subresource: text({ "x-proto": 8 }),
});

const cause = struct({
  reason: text({ "x-proto": 1 }),
  message: text({ "x-proto": 2 }),
  field: text({ "x-proto": 3 }),
});

const status = struct({
  apiVersion: text(),
  kind: text(),
  metadata: apiType("meta/v1.ListMeta", { "x-proto": 1 }),
  status: text({ "x-proto": 2 }),
  message: text({ "x-proto": 3 }),
  reason: text({ "x-proto": 4 }),
  details: field(
    struct({
      name: text({ "x-proto": 1 }),
      group: text({ "x-proto": 2 }),
      kind: text({ "x-proto": 3 }),
      uid: text({ "x-proto": 6 }),
      causes: list(cause, { "x-proto": 4, "x-list-type": "atomic" }),
      retryAfterSeconds: int32({ "x-proto": 5 }),
    }),
    { "x-proto": 5 },
  ),
  code: int32({ "x-proto": 6 }),
});

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    level: text({ "x-proto": 1, "x-required": true, description: "How much was recorded." }),
    auditID: text({ "x-proto": 2, "x-required": true, description: "The same for all events of a request." }),
    stage: text({ "x-proto": 3, "x-required": true, description: "How far the request had come." }),
    requestURI: text({ "x-proto": 4, "x-required": true, description: "What was asked for, as it was sent." }),
    verb: text({
      "x-proto": 5,
      "x-required": true,
      description: "The verb; outside of resources the method in lower case.",
    }),
    user: field(userInfo, { "x-proto": 6, "x-required": true, description: "Who asked." }),
    impersonatedUser: field(userInfo, { "x-proto": 7, description: "Whom the request was made as." }),
    authenticationMetadata: field(struct({ impersonationConstraint: text({ "x-proto": 1 }) }), {
      "x-proto": 17,
      "x-since": "1.35",
      description: "What the impersonation was allowed by.",
    }),
    sourceIPs: list(text(), {
      "x-proto": 8,
      "x-list-type": "atomic",
      description: "Where the request came from, by way of which proxies.",
    }),
    userAgent: text({ "x-proto": 16, description: "What the client calls itself; it may say anything." }),
    objectRef: field(objectReference, { "x-proto": 9, description: "What the request was about." }),
    responseStatus: field(status, { "x-proto": 10, description: "The answer, without the object." }),
    requestObject: raw({ "x-proto": 11, "x-sensitive": true, description: "The object as it was sent." }),
    responseObject: raw({ "x-proto": 12, "x-sensitive": true, description: "The object as it was answered." }),
    requestReceivedTimestamp: microTime({ "x-proto": 13, description: "When the request had come." }),
    stageTimestamp: microTime({ "x-proto": 14, description: "When it had come to the stage." }),
    annotations: stringMap({ "x-proto": 15, description: "What plugins noted." }),
  },
  { $id: "AuditEvent" },
);
type AuditEvent = Static<typeof schema>;

const requiredFields = ["level", "auditID", "stage", "requestURI", "verb"] as const;

const incomplete = rule<AuditEvent>(
  {
    id: "audit-event/incomplete",
    severity: "warning",
    cause: "required",
    summary: "an event says who asked for what, and how far the request came",
  },
  (event, place) => {
    const message = "must be given in every event";
    for (const name of requiredFields) if (!event[name]) place.at(name).say(message);
    if (!event.user) place.at("user").say(message);
  },
);

const words = rule<AuditEvent>(
  {
    id: "audit-event/word",
    severity: "warning",
    cause: "unsupported",
    summary: "level and stage of an event are those that API servers write",
  },
  ({ level = "", stage = "" }, place) => {
    const check = (name: "level" | "stage", word: string, known: readonly string[]) => {
      if (word === "" || known.includes(word)) return;
      const meant = closest(word, known);
      const message = `must be one of ${known.map((item) => `"${item}"`).join(", ")}; got "${word}"`;
      place.at(name).say(message, { value: word, ...(meant ? { help: `did you mean "${meant}"?` } : {}) });
    };
    check("level", level, auditLevels);
    check("stage", stage, auditStages);
  },
);

export const auditEvent: Kind<AuditEvent> = {
  kind: "Event",
  group: "audit.<domain>",
  versions: [{ name: "v1", schema }],
  description: "What the API server recorded of a request.",
  rules: [incomplete, words],
  isListed: true,
  reader: { unknownFields: "warning", mayOmit: "nothing" },
};
