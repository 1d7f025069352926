/**
 * Rules of kube-apiserver about events, in the core and in the events.k8s.io form, which name some fields differently.
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

/** The fields that both forms share. */
export type CommonEvent = Pick<
  Event,
  "metadata" | "eventTime" | "reportingInstance" | "action" | "reason" | "series" | "type"
>;

/** Names of the fields that differ between the forms. */
export interface EventNames<T> {
  readonly object: keyof T & string;
  readonly reporter: keyof T & string;
  readonly message: keyof T & string;
  /** Whether kube-apiserver validates the metadata only if the event has no other fault. */
  readonly hidesMetadata?: true;
  /** Returns a place that reports findings under kube-apiserver's internal field names; absent if they are the same. */
  withServerFields?(place: Place<T>): Place<T>;
}

const maxNameBytes = 128;
const maxMessageBytes = 1024;

/** Namespaces for events about cluster-wide objects. */
const clusterEventNamespaces: readonly string[] = ["default", "kube-system"];

export function eventRules<T extends CommonEvent>(names: EventNames<T>): readonly Rule<T>[] {
  const { hidesMetadata, withServerFields = (place) => place } = names;
  const placeOf = (place: Place<T>): Place<T> =>
    withServerFields(hidesMetadata ? place.changing((finding) => ({ ...finding, hides: ["metadata"] })) : place);
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
      if (name === "") at.required(undefined, { also: faults.map((fault) => invalidNameError(at.path, fault)) });
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

/** Returns the second error for an empty name, which kube-apiserver also validates as a name. */
const invalidNameError = (field: FieldPath, fault: string): AlsoNamed => ({
  field,
  cause: "invalid",
  message: `"": ${fault}`,
});

function checkLength(text: string | undefined, most: number, place: Place): void {
  const bytes = utf8Length(text ?? "");
  const serverText = `"": can have at most ${most} characters`;
  if (bytes > most) place.say(`must have at most ${most} bytes; got ${bytes}`, { serverText });
}
