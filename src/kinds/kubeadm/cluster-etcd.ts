/**
 * The etcd of a cluster: a local one on each control plane node, managed by kubeadm, or an external one.
 *
 * @module
 */
import type { ClusterConfiguration, ExternalEtcd, LocalEtcd } from "../../api/types/kubeadm-v1beta4.ts";
import { each, unlessEmpty } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { parseUrl } from "../../text/go-url.ts";
import { absolutePath } from "./absolute-path.ts";
import { certificateNames } from "./certificate-names.ts";
import { imageRepository } from "./image-repository.ts";

export const clusterEtcd = rule<ClusterConfiguration>(
  {
    id: "kubeadm/etcd",
    severity: "error",
    summary: "etcd is either local or external, with absolute paths, valid names and URLs",
  },
  ({ etcd }, place, visit) => {
    const { local, external } = etcd ?? {};
    const at = place.at("etcd");
    if (local && external) {
      at.at("external").say("must not be set together with `local`", {
        atKey: true,
        see: at.at("local").note("set here"),
        help: "keep one of them",
      });
    } else if (local) localFaults(local, at.at("local"));
    else if (external) externalFaults(external, at.at("external"), visit.reaches("1.35"));
  },
);

function localFaults(local: LocalEtcd, place: Place<LocalEtcd>): void {
  unlessEmpty(local.dataDir, place.at("dataDir"), absolutePath);
  certificateNames(local.serverCertSANs, place.at("serverCertSANs"));
  certificateNames(local.peerCertSANs, place.at("peerCertSANs"));
  unlessEmpty(local.imageRepository, place.at("imageRepository"), imageRepository);
}

function externalFaults(external: ExternalEtcd, place: Place<ExternalEtcd>, needsEndpoint: boolean): void {
  const { caFile = "", certFile = "", keyFile = "", endpoints = [] } = external;
  const usesTls = caFile !== "" || certFile !== "" || keyFile !== "";
  if (certFile === "" && keyFile !== "") place.at("certFile").required("`certFile` must be set: `keyFile` is");
  if (certFile !== "" && keyFile === "") place.at("keyFile").required("`keyFile` must be set together with `certFile`");
  if (certFile !== "" && keyFile !== "" && caFile === "") {
    place.at("caFile").required("`caFile` must be set: `certFile` and `keyFile` are");
  }
  if (endpoints.length === 0) {
    place.at("endpoints").required("at least one endpoint must be listed", needsEndpoint ? {} : acceptedEarlier);
  }
  each(endpoints, place.at("endpoints"), usesTls ? secureUrl : absoluteUrl);
  each(external.httpEndpoints, place.at("httpEndpoints"), absoluteUrl);
  unlessEmpty(caFile, place.at("caFile"), absolutePath);
  unlessEmpty(certFile, place.at("certFile"), absolutePath);
  unlessEmpty(keyFile, place.at("keyFile"), absolutePath);
}

/**
 * Only a warning before 1.35: kubeadm does not validate the number of endpoints, but the API server that it sets up
 * fails to start.
 */
const acceptedEarlier = { severity: "warning" } as const;

function absoluteUrl(url: string, place: Place): void {
  const parsed = parseUrl(url);
  if (!parsed.ok) place.invalid(`must be a URL: ${parsed.reason}`, url);
  else if (parsed.value.scheme === "") place.invalid("must be a URL with a scheme", url);
}

function secureUrl(url: string, place: Place): void {
  const parsed = parseUrl(url);
  if (!parsed.ok) place.invalid(`must be a URL: ${parsed.reason}`, url);
  else if (parsed.value.scheme !== "https") place.invalid("must be a URL that begins with https://", url);
}
