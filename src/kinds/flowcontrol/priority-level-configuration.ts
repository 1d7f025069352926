/**
 * flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration: how many requests are served concurrently, and how others
 * are queued.
 *
 * @module
 */
import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  QueuingConfiguration,
} from "../../api/types/flowcontrol-v1.ts";
import type { Conversion } from "../../kind/kind.ts";
import { inRange, notNegative, whenSet } from "../../rule/demand.ts";
import type { AlsoNamed } from "../../rule/finding.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { withoutZeros } from "../../schema/go-values.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { typeSchema } from "../../schema/type-schema.ts";
import { kind } from "../kind.ts";
import { statusConditions } from "../meta/status-rules.ts";
import { statusWithoutMetadataStrategy } from "../meta/stored-part.ts";
import { priorityLevelColumns } from "./columns.ts";

const exemptName = "exempt";
const catchAllName = "catch-all";
const types = ["Exempt", "Limited"];

const type = rule<PriorityLevelConfiguration>(
  {
    id: "priority-level/type",
    severity: "error",
    summary: "every priority level is Limited, except the one named exempt",
  },
  ({ metadata, spec: { type: own = "", limited, exempt } = {} }, place) => {
    const at = place.at("spec");
    const response = limited ? responseFields(limited, at.at("limited")) : [];
    const also: readonly AlsoNamed[] = [
      ...(exempt ? [{ field: at.at("exempt").path, cause: "forbidden" as const, serverText: "" }] : []),
      ...(limited ? [{ field: at.at("limited").path, cause: "forbidden" as const, serverText: "" }] : []),
      ...response,
    ];
    if (own === "") at.at("type").required(undefined, { also, after: at.path });
    else if (!types.includes(own)) at.at("type").unsupported(types, own, { also });
    else if ((metadata?.name === exemptName) !== (own === "Exempt")) {
      at.at("type").invalid(`must be "Exempt" for the level "${exemptName}", and for no other`, own);
    }
    if (own === "Exempt" && limited) {
      at.at("limited").forbidden("`limited` must be absent in an exempt level", { also: response });
    }
    if (own === "Limited" && exempt) at.at("exempt").forbidden("`exempt` must be absent in a limited level");
    if (own === "Limited" && !limited) at.at("limited").required();
  },
);

/**
 * Returns the faults in the limit response of a level that is not limited: the type decides whether there must be a
 * queue.
 */
function responseFields(
  { limitResponse: { type: response = "", queuing } = {} }: LimitedPriorityLevelConfiguration,
  place: Place<LimitedPriorityLevelConfiguration>,
): readonly AlsoNamed[] {
  const at = place.at("limitResponse");
  const isQueueWrong = (response === "Queue") === (queuing === undefined);
  const { path: field } = at.at("queuing");
  return [
    ...(response === "" ? [{ field: at.at("type").path, cause: "required" as const }] : []),
    ...(isQueueWrong ? [{ field, cause: queuing ? ("forbidden" as const) : ("required" as const) }] : []),
  ];
}

const percent = inRange(0, 100);

function checkShares(
  { nominalConcurrencyShares, lendablePercent }: ExemptPriorityLevelConfiguration | LimitedPriorityLevelConfiguration,
  place: Place<ExemptPriorityLevelConfiguration | LimitedPriorityLevelConfiguration>,
): void {
  notNegative(nominalConcurrencyShares, place.at("nominalConcurrencyShares"));
  whenSet(lendablePercent, place.at("lendablePercent"), percent);
}

const shares = rule<PriorityLevelConfiguration>(
  {
    id: "priority-level/shares",
    severity: "error",
    summary: "shares are not negative, and percentages are within bounds",
  },
  ({ spec: { type: own, limited, exempt } = {} }, place) => {
    if (own === "Exempt" && exempt) checkShares(exempt, place.at("spec", "exempt"));
    if (own !== "Limited" || !limited) return;
    const at = place.at("spec", "limited");
    checkShares(limited, at);
    const { borrowingLimitPercent: borrowed = 0 } = limited;
    if (borrowed === null || borrowed >= 0) return;
    at.at("borrowingLimitPercent").invalid("must be 0 or above", borrowed, {
      serverText: `${borrowed}: if specified, must be a non-negative integer`,
    });
  },
);

const responses = ["Queue", "Reject"];
const maxQueues = 10_000_000;
/** The number of bits of the hash from which kube-apiserver selects the queues of a request. */
const maxHashBits = 60;

function checkQueuing(
  { queues = 0, handSize = 0, queueLengthLimit = 0 }: QueuingConfiguration,
  place: Place<QueuingConfiguration>,
): void {
  if (queueLengthLimit <= 0) place.at("queueLengthLimit").invalid("must be above 0", queueLengthLimit);
  if (queues <= 0 || queues > maxQueues) place.at("queues").invalid(`must be from 1 to ${maxQueues}`, queues);
  const hand = place.at("handSize");
  const bits = Math.ceil(Math.log2(queues) * handSize);
  if (handSize <= 0) hand.invalid("must be above 0", handSize);
  else if (handSize > queues) hand.invalid(`must be at most \`queues\`, ${queues}`, handSize);
  else if (bits > maxHashBits) {
    hand.invalid(
      `must be lower: with ${queues} queues it needs ${bits} hash bits, and only ${maxHashBits} are available`,
      handSize,
      {
        serverText: `${handSize}: required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${maxHashBits}`,
      },
    );
  }
}

const waiting = rule<PriorityLevelConfiguration>(
  {
    id: "priority-level/waiting",
    severity: "error",
    summary: "requests above the limit are queued or rejected, and the queuing settings are valid",
  },
  ({ spec }, place) => {
    if (spec?.type !== "Limited" || !spec.limited) return;
    const at = place.at("spec", "limited", "limitResponse");
    const { type: response = "", queuing } = spec.limited.limitResponse ?? {};
    const also = queuing ? [{ field: at.at("queuing").path, cause: "forbidden" as const, serverText: "" }] : [];
    if (response === "") at.at("type").required(undefined, { also, after: at.path });
    else if (!responses.includes(response)) at.at("type").unsupported(responses, response, { also });
    if (response === "Reject" && queuing) at.at("queuing").forbidden("`queuing` must be absent with type Reject");
    if (response !== "Queue") return;
    if (queuing) checkQueuing(queuing, at.at("queuing"));
    else at.at("queuing").required();
  },
);

/** The specs of the levels that kube-apiserver creates itself. Only the shares of the exempt level may be changed. */
const fixedSpecs: Readonly<Record<string, PriorityLevelConfigurationSpec>> = {
  [exemptName]: { type: "Exempt" },
  [catchAllName]: {
    type: "Limited",
    limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: "Reject" } },
  },
};

const specWithoutZeros = (spec: unknown): unknown =>
  withoutZeros(spec, typeSchema("flowcontrol/v1.PriorityLevelConfigurationSpec"));

const fixed = rule<PriorityLevelConfiguration>(
  {
    id: "priority-level/fixed",
    severity: "error",
    summary: "the mandatory priority levels keep the spec that kube-apiserver gives them",
  },
  ({ metadata, spec = {} }, place) => {
    const own = metadata?.name ?? "";
    const wanted = Object.hasOwn(fixedSpecs, own) ? fixedSpecs[own] : undefined;
    const { exempt, ...rest } = spec;
    if (wanted && !semanticEqual(wanted, specWithoutZeros(own === exemptName ? rest : spec))) {
      place.at("spec").say(`is fixed: the API server maintains "${own}"`, {
        atKey: true,
        after: ["metadata"],
      });
    }
  },
);

const roundTripAnnotation = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

/** The shares of a limited level that specifies none. */
const defaultShares = 30;

const annotation = rule<PriorityLevelConfiguration>(
  {
    id: "priority-level/annotation",
    severity: "error",
    summary: "only v1beta3 priority levels have the annotation that preserves zero concurrency shares",
  },
  ({ metadata }, place, { version }) => {
    if (version === "v1beta3" || metadata?.annotations?.[roundTripAnnotation] === undefined) return;
    place
      .at("metadata", "annotations", roundTripAnnotation)
      .forbidden("must be absent: it is for the API server only", {
        serverText: `annotation '${roundTripAnnotation}' is forbidden`,
      });
  },
);

/** In v1beta3, shares of zero mean the default, unless the object has the annotation. v1 never has the annotation. */
const v1beta3Conversion: Conversion = {
  toStored: (object) => {
    const { metadata, spec } = object as PriorityLevelConfiguration;
    const { [roundTripAnnotation]: preserved, ...annotations } = metadata?.annotations ?? {};
    const { limited } = spec ?? {};
    const shares = limited?.nominalConcurrencyShares || (preserved === undefined ? defaultShares : 0);
    return {
      ...object,
      ...(preserved === undefined ? {} : { metadata: { ...metadata, annotations } }),
      ...(limited ? { spec: { ...spec, limited: { ...limited, nominalConcurrencyShares: shares } } } : {}),
    };
  },
  fromStored: (object) => {
    const { metadata, spec } = object as PriorityLevelConfiguration;
    if (spec?.limited?.nominalConcurrencyShares !== 0) return object;
    const annotations = { ...metadata?.annotations, [roundTripAnnotation]: "" };
    return { ...object, metadata: { ...metadata, annotations } };
  },
};

export const priorityLevelConfiguration = kind("flowcontrol/v1.PriorityLevelConfiguration", {
  rules: [type, shares, waiting, fixed, annotation, statusConditions("typed")],
  resource: { columns: priorityLevelColumns, ...statusWithoutMetadataStrategy },
  conversions: { v1beta3: v1beta3Conversion },
  applyDefaults({ spec: { limited, exempt } = {} }) {
    if (exempt) {
      exempt.nominalConcurrencyShares ??= 0;
      exempt.lendablePercent ??= 0;
    }
    if (!limited) return;
    limited.nominalConcurrencyShares ??= defaultShares;
    limited.lendablePercent ??= 0;
    const queuing = limited.limitResponse?.queuing;
    if (!queuing) return;
    queuing.handSize ||= 8;
    queuing.queues ||= 64;
    queuing.queueLengthLimit ||= 50;
  },
});
