/**
 * Rules of kube-apiserver about the containers of a pod. Separate files contain the rules about ports, environment
 * variables, mounts and other parts.
 *
 * @module
 */
import type { EphemeralContainer, PodSpec } from "../../api/types/core-v1.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import { validateDns1123Label } from "../../text/names.ts";
import { containersOf, isSidecar, type PlacedContainer, podOf } from "./pod-rule.ts";

const containersRequired = rule<PodSpec>(
  { id: "pod/containers-required", severity: "error", cause: "required", summary: "a pod has at least one container" },
  ({ containers }, place) => {
    if (!containers?.length) place.at("containers").required("`containers` must have at least one container");
  },
);

const containerNames = rule<PodSpec>(
  { id: "pod/container-names", severity: "error", summary: "container names are unique within the pod" },
  (_spec, _place, visit) => {
    const firstByName = new Map<string, Place>();
    containersInNamingOrder(visit).forEach(({ container, place: at, list }) => {
      const { name = "" } = container;
      // kube-apiserver compares names after it validates the fields that all types of containers share.
      const after = at.at("securityContext").path;
      const first = firstByName.get(name);
      // kube-apiserver does not record the missing name of an init container, so a second one is not a duplicate.
      if (first === undefined && (name !== "" || list !== "initContainers")) firstByName.set(name, at);
      if (name === "") {
        const also = first ? [{ cause: "duplicate", serverText: '""', after } as const] : [];
        at.at("name").required("`name` must be set", { also });
        return;
      }
      for (const fault of validateDns1123Label(name)) at.at("name").invalid(fault, name);
      if (!first) return;
      at.at("name").duplicate(`must be unique in the pod; ${JSON.stringify(name)} is taken`, first.at("name"), {
        after,
      });
    });
  },
);

/**
 * Returns the containers with the regular ones first, so that other containers with the same name are the duplicates.
 */
function containersInNamingOrder(visit: Visit<PodSpec>): readonly PlacedContainer[] {
  const placed = visit.once(containersOf);
  if (placed.length === visit.object.containers?.length) return placed;
  const isRegular = ({ list }: PlacedContainer) => list === "containers";
  return [...placed.filter(isRegular), ...placed.filter((each) => !isRegular(each))];
}

const images = rule<PodSpec>(
  { id: "pod/images", severity: "error", summary: "a container has an image" },
  (_spec, _place, visit) => {
    const { isPod } = podOf(visit);
    visit.once(containersOf).forEach(({ container, place: at, list }) => {
      const { image = "" } = container;
      if (image === "") at.at("image").required();
      else if ((isPod || list === "ephemeralContainers") && image.trim() !== image) {
        at.at("image").invalid("must not begin or end with a space", image, {
          help: `write ${JSON.stringify(image.trim())}`,
        });
      }
    });
  },
);

const fieldsOfRunningContainers = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

const initContainers = rule<PodSpec>(
  {
    id: "pod/init-containers",
    severity: "error",
    cause: "forbidden",
    summary: "an init container without `restartPolicy: Always` has no probes and no lifecycle hooks",
  },
  (_spec, _place, visit) => {
    for (const placed of visit.once(containersOf)) {
      if (placed.list !== "initContainers" || isSidecar(placed)) continue;
      const { container, place: at } = placed;
      for (const name of fieldsOfRunningContainers) {
        if (container[name] === undefined) continue;
        at.at(name).forbidden(`\`${name}\` must be absent in an init container without \`restartPolicy: Always\``, {
          help: "set `restartPolicy: Always` to make it a sidecar",
        });
      }
      container.resizePolicy?.forEach((policy, index) => {
        if (policy.restartPolicy !== "RestartContainer") return;
        const restarts = at.at("resizePolicy", index, "restartPolicy");
        const message = 'must be "NotRequired" in an init container without `restartPolicy: Always`';
        const serverText = `"RestartContainer": must not be set to 'RestartContainer' for non-sidecar initContainers`;
        restarts.invalid(message, policy.restartPolicy, { field: restarts.path, serverText });
      });
    }
  },
);

const fieldsForbiddenInEphemeral = [
  "ports",
  "resources",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
  "lifecycle",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
] as const;

const ephemeralContainers = rule<PodSpec>(
  {
    id: "pod/ephemeral-containers",
    severity: "error",
    cause: "forbidden",
    summary: "ephemeral containers are only added, and only to running pods; they have no ports, probes or resources",
  },
  (spec, place, visit) => {
    const { isPod } = podOf(visit);
    const { ephemeralContainers: containers = [] } = spec;
    if (containers.length === 0) return;
    const list = place.at("ephemeralContainers");
    if (!isPod) list.forbidden("`ephemeralContainers` must be absent in a pod template");
    else if (!visit.isUpdate) {
      list.forbidden("`ephemeralContainers` must be absent in a new pod", {
        help: "`kubectl debug` adds them to a running pod",
      });
    }
    const names = new Set([...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ name }) => name));
    containers.forEach((container, index) => {
      checkEphemeral(container, list.at(index), names);
    });
  },
);

function checkEphemeral(
  container: EphemeralContainer,
  place: Place<EphemeralContainer>,
  names: ReadonlySet<string | undefined>,
): void {
  for (const name of fieldsForbiddenInEphemeral) {
    const value = container[name];
    if (value === undefined || (name === "resources" && Object.keys(value).length === 0)) continue;
    const field = place.at(name);
    // A forbidden restart policy is not validated further.
    const hides = name === "restartPolicy" ? { hides: field.path } : {};
    field.forbidden(`\`${name}\` must be absent in an ephemeral container`, hides);
  }
  for (const [index, mount] of (container.volumeMounts ?? []).entries()) {
    for (const name of ["subPath", "subPathExpr"] as const) {
      if (!mount[name]) continue;
      const at = place.at("volumeMounts", index, name);
      at.forbidden(`\`${name}\` must be absent in an ephemeral container`, { field: at.path });
    }
  }
  const target = container.targetContainerName;
  if (target && !names.has(target)) {
    place.at("targetContainerName").say(`must be a container of the pod; got ${JSON.stringify(target)}`, {
      cause: "not-found",
      serverText: JSON.stringify(target),
    });
  }
}

export const containerRules: readonly Rule<PodSpec>[] = [
  containersRequired,
  containerNames,
  images,
  initContainers,
  ephemeralContainers,
];
