/**
 * What the settings of all plugins of the scheduler have in common: each is a kind of its own, which stands inside of the
 * scheduler's configuration and may leave its identity out there.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { type Check, inRange } from "../../rule/check.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { int32, type Static, struct } from "../../schema/fields.ts";

interface ArgsKind<T> extends Pick<Kind<T>, "kind" | "description" | "rules" | "applyDefaults"> {
  readonly schema: FieldSchema;
  /** First release of the kind. */
  readonly since?: string;
}

export function argsKind<T>({ schema, since, ...parts }: ArgsKind<T>): Kind<T> {
  return {
    ...parts,
    group: "kubescheduler.config.<domain>",
    versions: [{ name: "v1", schema, ...(since ? { since } : {}) }],
    loader: { flag: "--config", emptyFile: "empty-object", unknownFields: "error", mayOmit: "both" },
  };
}

/** A score for a utilization; between two points scores are on the line. */
export const shapePoint = struct({
  utilization: int32({ description: "In percent.", "x-required": true }),
  score: int32({ description: "From 0 to 10.", "x-required": true }),
});
type ShapePoint = Static<typeof shapePoint>;

const percentage = inRange(0, 100);
const score = inRange(0, 10);

/** Points of a curve, with growing utilizations. */
export const checkShape: Check<readonly ShapePoint[] | undefined> = (points = [], place) => {
  if (points.length === 0) place.required("must have at least one point");
  for (const [index, point] of points.entries()) {
    const at = place.at(index);
    const utilization = point.utilization ?? 0;
    percentage(utilization, at.at("utilization"));
    score(point.score ?? 0, at.at("score"));
    const before = points[index - 1];
    if (before && (before.utilization ?? 0) >= utilization) {
      at.at("utilization").invalid(`must be above that of the point before (${before.utilization ?? 0})`, utilization);
    }
  }
};
