/**
 * storage.k8s.io/v1 CSIDriver: how Kubernetes interacts with a storage driver.
 *
 * @module
 */
import type { CSIDriver } from "../../api/types/storage-v1.ts";
import { unique } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { semanticEqual } from "../../schema/semantic-equal.ts";
import { kind } from "../kind.ts";
import { countGeneration } from "../meta/generation.ts";
import { driverColumns } from "./columns.ts";

const lifecycleModes = ["Persistent", "Ephemeral"];
const groupPolicies = ["ReadWriteOnceWithFSType", "File", "None"];

const choices = rule<CSIDriver>(
  {
    id: "csi-driver/choices",
    severity: "error",
    summary: "`fsGroupPolicy` and `volumeLifecycleModes` have known values",
  },
  ({ spec: { volumeLifecycleModes = [], fsGroupPolicy } = {} }, place) => {
    const modes = place.at("spec", "volumeLifecycleModes");
    for (const [index, mode] of volumeLifecycleModes.entries()) {
      if (!lifecycleModes.includes(mode)) modes.at(index).unsupported(lifecycleModes, mode);
    }
    if (fsGroupPolicy !== undefined && !groupPolicies.includes(fsGroupPolicy)) {
      place.at("spec", "fsGroupPolicy").unsupported(groupPolicies, fsGroupPolicy);
    }
  },
);

const minTokenSeconds = 600;
const maxTokenSeconds = 2 ** 32;

const tokens = rule<CSIDriver>(
  {
    id: "csi-driver/tokens",
    severity: "error",
    summary: "token requests have unique audiences and valid durations",
  },
  ({ spec: { tokenRequests = [], serviceAccountTokenInSecrets } = {} }, place) => {
    const at = place.at("spec", "tokenRequests");
    const audiences = tokenRequests.map(({ audience = "" }) => audience);
    unique(audiences, at, {
      textOf: (audience) => JSON.stringify(audience),
      placeOf: (item) => item.at("audience"),
      message: (audience) => `must be unique; got ${audience} again`,
    });
    for (const [index, { expirationSeconds: seconds }] of tokenRequests.entries()) {
      const isRepeat = audiences.indexOf(audiences[index] ?? "") < index;
      if (seconds === undefined || isRepeat || (seconds >= minTokenSeconds && seconds <= maxTokenSeconds)) continue;
      const bound = seconds < minTokenSeconds ? "less than 10 minutes" : "larger than 2^32 seconds";
      at.at(index, "expirationSeconds").invalid(`must be from ${minTokenSeconds} to ${maxTokenSeconds}`, seconds, {
        serverText: `${seconds}: may not specify a duration ${bound}`,
      });
    }
    if (serviceAccountTokenInSecrets !== undefined && tokenRequests.length === 0) {
      place
        .at("spec", "serviceAccountTokenInSecrets")
        .invalid("must be absent without `tokenRequests`", serviceAccountTokenInSecrets, {
          serverText: `${serviceAccountTokenInSecrets}: serviceAccountTokenInSecrets is set but no tokenRequests are specified`,
        });
    }
  },
);

const tokensInSecrets = rule<CSIDriver>(
  {
    id: "csi-driver/tokens-in-secrets",
    severity: "warning",
    summary: "a CSIDriver with token requests sets `serviceAccountTokenInSecrets`",
  },
  ({ spec: { tokenRequests = [], serviceAccountTokenInSecrets } = {} }, place, { isEnabled, oldObject }) => {
    if (!isEnabled("CSIServiceAccountTokenSecrets") || tokenRequests.length === 0) return;
    const isNew = oldObject === undefined || !semanticEqual(oldObject.spec?.tokenRequests, tokenRequests);
    if (serviceAccountTokenInSecrets !== undefined || !isNew) return;
    place.at("spec", "serviceAccountTokenInSecrets").required("`serviceAccountTokenInSecrets` should be set", {
      help: "set it to true if the driver supports it: tokens in volume attributes may be logged",
      serverWarning:
        "{field} is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes",
    });
  },
);

const minPeriodSeconds = 10;

const period = rule<CSIDriver>(
  { id: "csi-driver/update-period", severity: "error", summary: "`nodeAllocatableUpdatePeriodSeconds` is at least 10" },
  ({ spec }, place) => {
    const seconds = spec?.nodeAllocatableUpdatePeriodSeconds;
    if (seconds === undefined || seconds >= minPeriodSeconds) return;
    place.at("spec", "nodeAllocatableUpdatePeriodSeconds").invalid(`must be at least ${minPeriodSeconds}`, seconds);
  },
);

const fixed = rule<CSIDriver>(
  {
    id: "csi-driver/immutable",
    severity: "error",
    summary: "`attachRequired` and `volumeLifecycleModes` of a CSIDriver are immutable",
  },
  ({ spec = {} }, place, { oldObject }) => {
    const stored = oldObject?.spec;
    if (!stored) return;
    for (const name of ["attachRequired", "volumeLifecycleModes"] as const) {
      if (semanticEqual(stored[name], spec[name])) continue;
      place.at("spec", name).say("field is immutable", { atKey: true, after: ["spec"] });
    }
  },
);

export const csiDriver = kind("storage/v1.CSIDriver", {
  // A new driver has no generation; the first change sets it to 1.
  resource: { columns: driverColumns, prepareForUpdate: countGeneration },
  rules: [choices, tokens, tokensInSecrets, period, fixed],
  applyDefaults(object, { isEnabled }) {
    object.spec ??= {};
    const { spec } = object;
    spec.attachRequired ??= true;
    spec.podInfoOnMount ??= false;
    spec.storageCapacity ??= false;
    spec.fsGroupPolicy ??= "ReadWriteOnceWithFSType";
    if (!spec.volumeLifecycleModes?.length) spec.volumeLifecycleModes = ["Persistent"];
    spec.requiresRepublish ??= false;
    if (isEnabled("SELinuxMountReadWriteOncePod")) spec.seLinuxMount ??= false;
    if (isEnabled("VolumeLimitScaling")) spec.preventPodSchedulingIfMissing ??= false;
  },
});
