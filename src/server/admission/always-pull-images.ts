/**
 * AlwaysPullImages: sets the pull policy of all images to `Always`, so that only users with access to an image can run
 * it.
 *
 * @module
 */
import type { Container, Pod, PodSpec } from "../../api/types/core-v1.ts";
import type { AdmissionAttributes } from "../registry/parts.ts";
import { type AdmissionPlugin, refused, writtenObject } from "./plugin.ts";

const always = "Always";

export const alwaysPullImages = (): AdmissionPlugin => ({
  async mutate(attempt) {
    const spec = changedSpec(attempt);
    if (!spec) return;
    for (const { container } of containersOf(spec)) container.imagePullPolicy = always;
    for (const { image } of spec.volumes ?? []) if (image) image.pullPolicy = always;
  },
  async approve(attempt) {
    const spec = changedSpec(attempt);
    if (!spec) return;
    const containers = containersOf(spec).map(({ container: { imagePullPolicy: policy = "" }, path }) => ({
      policy,
      path: `${path}.imagePullPolicy`,
    }));
    const volumes = (spec.volumes ?? []).flatMap(({ image }, index) =>
      image ? [{ policy: image.pullPolicy ?? "", path: `spec.volumes[${index}].image.pullPolicy` }] : [],
    );
    const bad = [...containers, ...volumes].find(({ policy }) => policy !== always);
    if (!bad) return;
    const value = JSON.stringify(bad.policy);
    throw refused(attempt, `${bad.path}: Unsupported value: ${value}: supported values: "${always}"`);
  },
});

interface Placed {
  readonly container: Container;
  readonly path: string;
}

function containersOf(spec: PodSpec): Placed[] {
  const placed = (name: "initContainers" | "containers" | "ephemeralContainers") =>
    ((spec[name] ?? []) as Container[]).map((container, index) => ({ container, path: `spec.${name}[${index}]` }));
  return [...placed("initContainers"), ...placed("containers"), ...placed("ephemeralContainers")];
}

/** Returns the spec of a written pod; undefined if the update adds no new container image. */
function changedSpec(attempt: AdmissionAttributes): PodSpec | undefined {
  const spec = writtenObject<Pod>(attempt, "", "pods")?.spec;
  const old = (attempt.oldObject as Pod | undefined)?.spec;
  if (!spec || !old) return spec;
  const known = new Set(containersOf(old).map(({ container }) => container.image));
  return containersOf(spec).every(({ container }) => known.has(container.image)) ? undefined : spec;
}
