/**
 * Demands of the API server on events, in their older and their newer form. The two name some fields differently.
 *
 * @module
 */
import type { Event, ObjectReference } from "../../api/types/core-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { AlsoNamed } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { validateQualifiedName } from "../../text/names.ts";
import { utf8Length } from "../../text/utf8.ts";

/** The common fields of both forms. */
export type CommonEvent = Pick<
  Event,
  "metadata" | "eventTime" | "reportingInstance" | "action" | "reason" | "series" | "type"
>;

/** Names of the fields that the forms call differently. */
export interface EventNames<T> {
  readonly object: keyof T & string;
  readonly reporter: keyof T & string;
  readonly message: keyof T & string;
  /** Whether kube-apiserver looks at the metadata only of events that have no other fault. */
  readonly hidesMetadata?: true;
  /** The place whose findings are of fields by the names that kube-apiserver gives them; absent: they have these. */
  inServer?(place: Place<T>): Place<T>;
}

const maxNameBytes = 128;
const maxMessageBytes = 1024;

/** Namespaces that events about objects of the whole cluster go to. */
const clusterEventNamespaces: readonly string[] = ["default", "kube-system"];

export function eventRules<T extends CommonEvent>(names: EventNames<T>): readonly Rule<T>[] {
  const { hidesMetadata, inServer = (place) => place } = names;
  const placeOf = (place: Place<T>): Place<T> =>
    inServer(hidesMetadata ? place.changing((finding) => ({ ...finding, hides: ["metadata"] })) : place);
  const textOf = (event: T, name: keyof T & string): string => String(event[name] ?? "");
  const namespaceAgrees = rule<T>(
    {
      id: "event/namespace",
      severity: "error",
      summary: "an event is in the namespace of its `involvedObject` or `regarding` object",
    },
    (event, place) => {
      const own = event.metadata?.namespace;
      if (!own) return;
      const about = (event[names.object] as ObjectReference | undefined)?.namespace ?? "";
      if (event.eventTime && about !== "") return;
      const agrees =
        about === "" ? (event.eventTime ? clusterEventNamespaces : ["default"]).includes(own) : about === own;
      if (!agrees)
        placeOf(place)
          .along([names.object, "namespace"])
          .invalid(`must be ${JSON.stringify(own)}, the namespace of the event`, about, {
            serverText: `${JSON.stringify(about)}: does not match event.namespace`,
          });
    },
  );
  const reporter = rule<T>(
    {
      id: "event/reporter",
      severity: "error",
      summary: "an event with an `eventTime` has a reporting controller, a reporting instance and an action",
    },
    (event, all) => {
      if (!event.eventTime) return;
      const place = placeOf(all);
      const name = textOf(event, names.reporter);
      const faults = validateQualifiedName(name);
      const at = place.along([names.reporter]);
      if (name === "") at.required(undefined, { also: faults.map((fault) => alsoInvalid(at.path, fault)) });
      else for (const fault of faults) at.invalid(fault, name);
      for (const field of ["reportingInstance", "action", "reason"] as const) {
        if (!event[field]) place.along([field]).required();
        checkLength(event[field], maxNameBytes, place.along([field]));
      }
      checkLength(textOf(event, names.message), maxMessageBytes, place.along([names.message]));
    },
  );
  return [namespaceAgrees, reporter];
}

/** kube-apiserver reads an empty name as well. */
const alsoInvalid = (field: FieldPath, fault: string): AlsoNamed => ({
  field,
  cause: "invalid",
  message: `"": ${fault}`,
});

function checkLength(text: string | undefined, most: number, place: Place): void {
  const bytes = utf8Length(text ?? "");
  const serverText = `"": can have at most ${most} characters`;
  if (bytes > most) place.say(`must have at most ${most} bytes; got ${bytes}`, { serverText });
}
