/**
 * kubeadm.k8s.io ClusterConfiguration: the settings that all control plane nodes of a cluster share. kubeadm reads it
 * together with an InitConfiguration, from the same file.
 *
 * @module
 */
import type { ClusterConfiguration } from "../../api/types/kubeadm-v1beta4.ts";
import { unlessEmpty } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { closest } from "../../text/closest.ts";
import { nanosOf } from "../../text/duration.ts";
import { legacyIpFaults } from "../../text/legacy-ip.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { kind } from "../kind.ts";
import { splitHostPort } from "../proxy/host-port.ts";
import { certificatesDirectory } from "./absolute-path.ts";
import { certificateNames } from "./certificate-names.ts";
import { clusterEtcd } from "./cluster-etcd.ts";
import { dnsDomain, subnets } from "./cluster-networking.ts";
import { argumentNames } from "./extra-arguments.ts";
import { imageRepository } from "./image-repository.ts";
import { kubeadmReader } from "./kubeadm-reader.ts";
import { kubernetesVersion } from "./kubernetes-version.ts";

const serverNames = rule<ClusterConfiguration>(
  {
    id: "kubeadm/certificate-names",
    severity: "error",
    summary: "`apiServer.certSANs` contains only DNS names and IP addresses",
  },
  ({ apiServer }, place) => certificateNames(apiServer?.certSANs, place.at("apiServer", "certSANs"), true),
);

const repositories = rule<ClusterConfiguration>(
  {
    id: "kubeadm/image-repository",
    severity: "error",
    summary: "an image repository is a registry and a path, without scheme and tag",
  },
  (config, place) => {
    unlessEmpty(config.imageRepository, place.at("imageRepository"), imageRepository);
    unlessEmpty(config.dns?.imageRepository, place.at("dns", "imageRepository"), imageRepository);
  },
);

/**
 * Feature gates of kubeadm itself. `since` is the first release that has a gate, `until` the first that no longer does.
 */
const gates: ReadonlyMap<string, { readonly since?: string; readonly until?: string }> = new Map(
  Object.entries({
    PublicKeysECDSA: { until: "1.37" },
    RootlessControlPlane: {},
    EtcdLearnerMode: { until: "1.33" },
    UpgradeAddonsBeforeControlPlane: { until: "1.31" },
    WaitForAllControlPlaneComponents: { until: "1.35" },
    ControlPlaneKubeletLocalMode: { since: "1.31", until: "1.36" },
    NodeLocalCRISocket: { since: "1.32", until: "1.37" },
  }),
);

const featureGates = rule<ClusterConfiguration>(
  {
    id: "kubeadm/feature-gates",
    severity: "error",
    cause: "unsupported",
    summary: "`featureGates` contains only feature gates that kubeadm has in this release",
  },
  ({ featureGates = {} }, place, visit) => {
    for (const name of Object.keys(featureGates)) {
      const { since, until } = gates.get(name) ?? {};
      const isKnown = gates.has(name) && (!since || visit.reaches(since)) && !(until && visit.reaches(until));
      if (!isKnown) place.at("featureGates", name).say(...absentGate(name, visit.target));
    }
  },
);

function absentGate(name: string, target: string) {
  const { since, until } = gates.get(name) ?? {};
  const meant = gates.has(name) ? undefined : closest(name, gates.keys());
  const ofRelease = since && `${since} added it`;
  const help =
    (until && `${until} removed it: remove it here`) ??
    ofRelease ??
    (meant
      ? `did you mean \`${meant}\`?`
      : "gates of components are set in `extraArgs`, as `feature-gates`, those of the kubelet in KubeletConfiguration");
  return [`kubeadm ${target} has no feature gate "${name}"`, { atKey: true, value: name, help }] as const;
}

const controlPlaneEndpoint = rule<ClusterConfiguration>(
  {
    id: "kubeadm/control-plane-endpoint",
    severity: "error",
    summary: "`controlPlaneEndpoint` is a DNS name or an IP address, with or without a port",
  },
  ({ controlPlaneEndpoint: endpoint }, place) => unlessEmpty(endpoint, place.at("controlPlaneEndpoint"), hostPort),
);

function hostPort(endpoint: string, place: Place): void {
  const { host, port } = splitHostPort(endpoint) ?? { host: endpoint, port: "" };
  const isHost = legacyIpFaults(host, false).length === 0 || validateDns1123Subdomain(host).length === 0;
  const isUrl = endpoint.includes("://");
  if (!isHost || isUrl) {
    const help = isUrl ? { help: "remove the scheme" } : {};
    place.invalid("must be a DNS name or an IP address, with or without a port", endpoint, help);
  } else if (port !== "" && !isPort(port)) place.invalid("must have a port from 1 to 65535", endpoint);
}

const isPort = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

const nanosPerDay = 86_400_000_000_000n;
const usualDays = 365n;
const usualDaysOfCa = 3650n;

const certificateValidity = rule<ClusterConfiguration>(
  {
    id: "kubeadm/certificate-validity",
    severity: "warning",
    summary:
      "certificates are valid for at most one year, their CA for at most ten years, and no certificate for longer than its CA",
  },
  (config, place) => {
    const own = nanosOf(config.certificateValidityPeriod) ?? usualDays * nanosPerDay;
    const authority = nanosOf(config.caCertificateValidityPeriod) ?? usualDaysOfCa * nanosPerDay;
    const atOwn = place.at("certificateValidityPeriod");
    const { certificateValidityPeriod = "8760h", caCertificateValidityPeriod = "87600h" } = config;
    if (own > usualDays * nanosPerDay) atOwn.invalid("should be at most a year", certificateValidityPeriod);
    if (authority > usualDaysOfCa * nanosPerDay) {
      place.at("caCertificateValidityPeriod").invalid("should be at most ten years", caCertificateValidityPeriod);
    }
    if (own > authority) {
      atOwn.invalid(
        `should be at most ${caCertificateValidityPeriod}, that of the authority`,
        certificateValidityPeriod,
      );
    }
  },
);

export const clusterConfiguration = kind("kubeadm/v1beta4.ClusterConfiguration", {
  reader: kubeadmReader,
  rules: [
    kubernetesVersion,
    dnsDomain,
    subnets,
    argumentNames("ClusterConfiguration"),
    serverNames,
    certificatesDirectory,
    repositories,
    featureGates,
    controlPlaneEndpoint,
    clusterEtcd,
    certificateValidity,
  ],
});
