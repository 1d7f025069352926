/**
 * Configuration of podtolerationrestriction.admission: the tolerations of pods in namespaces that do not define any
 * themselves.
 *
 * @module
 */
import type { Configuration } from "../../api/types/podtolerationrestriction-v1alpha1.ts";
import { rule } from "../../rule/rule.ts";
import { checkTolerations } from "../core/scheduling-rules.ts";
import { kind } from "../kind.ts";

const tolerations = rule<Configuration>(
  {
    id: "pod-toleration-restriction/tolerations",
    severity: "error",
    summary: "the configured tolerations are valid in pods",
  },
  ({ default: added, whitelist }, place, visit) => {
    checkTolerations(added, place.at("default"), visit);
    checkTolerations(whitelist, place.at("whitelist"), visit);
  },
);

export const podTolerationRestrictionConfiguration = kind("podtolerationrestriction/v1alpha1.Configuration", {
  loader: { flag: "PodTolerationRestriction", emptyFile: "error", unknownFields: "warning", mayOmit: "nothing" },
  rules: [tolerations],
});
