/**
 * The settings of a node in kubeadm configurations.
 *
 * @module
 */
import type { NodeRegistrationOptions } from "../../api/types/kubeadm-v1beta4.ts";
import { unlessEmpty } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import { parseUrl } from "../../text/go-url.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";

const nodeName = rule<NodeRegistrationOptions>(
  { id: "kubeadm/node-name", severity: "error", summary: "`nodeRegistration.name` is a DNS name" },
  ({ name = "" }, place) => {
    if (name === "") return;
    // kubeadm trims the name and converts it to lower case: " Web-1 " becomes "web-1".
    const read = name.trim().toLowerCase();
    if (read === "") place.at("name").invalid("must not be blank", name);
    else for (const fault of validateDns1123Subdomain(read)) place.at("name").invalid(fault, name);
  },
);

export const criSocket = rule<{ readonly criSocket?: string }>(
  { id: "kubeadm/cri-socket", severity: "error", summary: "`criSocket` is a URL that begins with `unix://`" },
  (config, place) => unlessEmpty(config.criSocket, place.at("criSocket"), runtimeSocket),
);

export const nodeRegistrationRules: readonly Rule<NodeRegistrationOptions>[] = [nodeName, criSocket];

const scheme = "unix";

/** Validates the socket of the container runtime. kubeadm prepends the scheme if it is absent. */
function runtimeSocket(socket: string, place: Place): void {
  const help = "write `unix:///run/containerd/containerd.sock`";
  const parsed = parseUrl(socket.startsWith(scheme) ? socket : `${scheme}://${socket}`);
  if (!parsed.ok) place.invalid(`must be a URL: ${parsed.reason}`, socket, { help });
  else if (parsed.value.scheme !== scheme) place.invalid("must be a URL `unix://`", socket, { help });
  else if (!socket.startsWith(scheme)) {
    place.invalid("should begin with `unix://`", socket, { severity: "warning", help: `write \`unix://${socket}\`` });
  }
}
