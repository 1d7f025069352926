/**
 * kubeadm.k8s.io JoinConfiguration: how a node finds a cluster and joins it.
 *
 * @module
 */
import type { BootstrapTokenDiscovery, JoinConfiguration } from "../../api/types/kubeadm-v1beta4.ts";
import { unlessEmpty } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { parseUrl } from "../../text/go-url.ts";
import { kind } from "../kind.ts";
import { splitHostPort } from "../proxy/host-port.ts";
import { apiEndpoint, certificateKey } from "./api-endpoint.ts";
import { joinToken } from "./bootstrap-token.ts";
import { argumentNames } from "./extra-arguments.ts";
import { kubeadmReader } from "./kubeadm-reader.ts";
import { nodeRegistrationRules } from "./node-registration.ts";

const discovery = rule<JoinConfiguration>(
  {
    id: "kubeadm/discovery",
    severity: "error",
    summary: "`discovery` has either a `bootstrapToken` or a `file`, with the required fields",
  },
  ({ discovery: found = {} }, place) => {
    const at = place.at("discovery");
    const { bootstrapToken, file, tlsBootstrapToken = "" } = found;
    if (!bootstrapToken && !file) at.required("`bootstrapToken` or `file` must be set");
    if (bootstrapToken && file) {
      at.at("file").say("must not be set together with `bootstrapToken`", {
        atKey: true,
        see: at.at("bootstrapToken").note("set here"),
        help: "keep one of them",
      });
    }
    if (bootstrapToken) tokenFaults(bootstrapToken, at.at("bootstrapToken"));
    if (file) filePath(file.kubeConfigPath ?? "", at.at("file", "kubeConfigPath"));
    unlessEmpty(tlsBootstrapToken, at.at("tlsBootstrapToken"), joinToken);
  },
);

function tokenFaults(found: BootstrapTokenDiscovery, place: Place<BootstrapTokenDiscovery>): void {
  const { token = "", apiServerEndpoint = "", caCertHashes = [], unsafeSkipCAVerification } = found;
  if (token === "") place.at("token").required();
  else joinToken(token, place.at("token"));
  if (apiServerEndpoint === "") place.at("apiServerEndpoint").required();
  else if (!splitHostPort(apiServerEndpoint)) {
    place.at("apiServerEndpoint").invalid("must be HOST:PORT", apiServerEndpoint);
  }
  if (caCertHashes.length === 0 && !unsafeSkipCAVerification) {
    place.at("caCertHashes").required("`caCertHashes` must be set: without them, anybody could pose as the cluster", {
      help: "`kubeadm token create --print-join-command` prints the hash",
    });
  }
}

/** Validates the location of a file: a path on the node, or an https URL. */
function filePath(text: string, place: Place): void {
  const parsed = parseUrl(text);
  if (text === "") place.required();
  else if (!parsed.ok || !["", "https", "file"].includes(parsed.value.scheme)) {
    place.invalid("must be a path on the node, or a URL that begins with https://", text);
  }
}

const authorityPath = rule<JoinConfiguration>(
  { id: "kubeadm/ca-path", severity: "error", summary: "`caCertPath` is an absolute path that ends in .crt" },
  ({ caCertPath = "" }, place) => {
    const isPath = caCertPath.startsWith("/") && caCertPath.endsWith(".crt");
    if (caCertPath !== "" && !isPath) {
      place.at("caCertPath").invalid("must be an absolute path that ends in .crt", caCertPath);
    }
  },
);

export const joinConfiguration = kind("kubeadm/v1beta4.JoinConfiguration", {
  reader: kubeadmReader,
  rules: [
    discovery,
    ...within(nodeRegistrationRules, ({ nodeRegistration }: JoinConfiguration, place, visit) =>
      visit.maybe(nodeRegistration, place.at("nodeRegistration")),
    ),
    argumentNames("JoinConfiguration"),
    ...within([apiEndpoint], ({ controlPlane }: JoinConfiguration, place, visit) =>
      visit.maybe(controlPlane?.localAPIEndpoint, place.at("controlPlane", "localAPIEndpoint")),
    ),
    ...within([certificateKey], ({ controlPlane }: JoinConfiguration, place, visit) =>
      visit.maybe(controlPlane, place.at("controlPlane")),
    ),
    authorityPath,
  ],
});
