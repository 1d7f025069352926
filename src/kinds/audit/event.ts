/**
 * audit.k8s.io/v1 Event: the record of a request to kube-apiserver. No component decodes it again, so its faults are
 * only warnings.
 *
 * @module
 */
import type { Event } from "../../api/types/audit-v1.ts";
import { rule } from "../../rule/rule.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { closest } from "../../text/closest.ts";
import { kind } from "../kind.ts";

const requiredFields = ["level", "auditID", "stage", "requestURI", "verb"] as const;

const incomplete = rule<Event>(
  {
    id: "audit-event/incomplete",
    severity: "warning",
    cause: "required",
    summary: "an audit event has its audit ID, stage, user, verb and request URI",
  },
  (event, place) => {
    const message = "must be set in every event";
    for (const name of requiredFields) if (!event[name]) place.at(name).say(message);
    if (!event.user) place.at("user").say(message);
  },
);

const words = rule<Event>(
  {
    id: "audit-event/word",
    severity: "warning",
    cause: "unsupported",
    summary: "`level` and `stage` of an audit event are values that API servers write",
  },
  ({ level = "", stage = "" }, place) => {
    const check = (name: "level" | "stage", word: string, type: "Level" | "Stage") => {
      const known = typeSchema(`audit/v1.${type}`).enum ?? [];
      if (word === "" || known.includes(word)) return;
      const meant = closest(word, known);
      const message = `must be one of ${known.map((item) => `"${item}"`).join(", ")}; got "${word}"`;
      place.at(name).say(message, { value: word, ...(meant ? { help: `did you mean "${meant}"?` } : {}) });
    };
    check("level", level, "Level");
    check("stage", stage, "Stage");
  },
);

export const auditEvent = kind("audit/v1.Event", {
  rules: [incomplete, words],
  isListed: true,
  reader: { unknownFields: "warning", mayOmit: "nothing" },
});
