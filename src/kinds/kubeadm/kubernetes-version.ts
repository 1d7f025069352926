/**
 * The release that kubeadm installs: a version, or a label such as `stable-1.36`, which kubeadm resolves.
 *
 * @module
 */
import type { ClusterConfiguration } from "../../api/types/kubeadm-v1beta4.ts";
import { oldestTarget, reaches } from "../../release/release.ts";
import { rule } from "../../rule/rule.ts";
import { parseSemver } from "../../text/semver.ts";

const version = /^v?((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)[-\w.+]*)$/;
const label = /^(?:latest|stable)+(?:-[1-9](?:\.[1-9]\d?)?)?$/;
/** The prefix of a build that is not released. */
const channel = /^(?:release|ci)\/(?=[-\w.+]+$)/;

/** Returns the release of a version, such as `1.36`; undefined for labels and for other text. */
export function releaseOf(text: unknown): string | undefined {
  const [, plain = ""] = (typeof text === "string" && version.exec(text.replace(channel, ""))) || [];
  return /^\d+\.\d+(?=\.)/.exec(plain)?.[0];
}

function isKnownForm(text: string): boolean {
  const named = text.replace(channel, "");
  const [, plain] = version.exec(named) ?? [];
  return plain === undefined ? label.test(named) : parseSemver(plain).ok;
}

export const kubernetesVersion = rule<ClusterConfiguration>(
  {
    id: "kubeadm/kubernetes-version",
    severity: "error",
    summary: "`kubernetesVersion` is a version, or a label such as `stable-1`",
  },
  ({ kubernetesVersion: text = "" }, place) => {
    const at = place.at("kubernetesVersion");
    if (text !== "" && !isKnownForm(text)) {
      at.invalid("must be a version or a label", text, { help: "write `v1.36.2`, or `stable-1.36`" });
    }
    const release = releaseOf(text);
    if (release !== undefined && !reaches(release, oldestTarget)) {
      at.say(
        `is older than ${oldestTarget}, the oldest release that clustervet knows: judged as kubeadm ${oldestTarget}`,
        {
          severity: "warning",
          value: text,
        },
      );
    }
  },
);
