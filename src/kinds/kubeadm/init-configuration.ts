/**
 * kubeadm.k8s.io InitConfiguration: the settings of `kubeadm init` for the first node.
 *
 * @module
 */
import type { InitConfiguration } from "../../api/types/kubeadm-v1beta4.ts";
import { within } from "../../rule/within.ts";
import { kind } from "../kind.ts";
import { apiEndpoint, certificateKey } from "./api-endpoint.ts";
import { bootstrapToken } from "./bootstrap-token.ts";
import { argumentNames } from "./extra-arguments.ts";
import { kubeadmReader } from "./kubeadm-reader.ts";
import { nodeRegistrationRules } from "./node-registration.ts";

export const initConfiguration = kind("kubeadm/v1beta4.InitConfiguration", {
  reader: kubeadmReader,
  rules: [
    ...within(nodeRegistrationRules, ({ nodeRegistration }: InitConfiguration, place, visit) =>
      visit.maybe(nodeRegistration, place.at("nodeRegistration")),
    ),
    argumentNames("InitConfiguration"),
    ...within([bootstrapToken], ({ bootstrapTokens }: InitConfiguration, place, visit) =>
      visit.each(bootstrapTokens, place.at("bootstrapTokens")),
    ),
    ...within([apiEndpoint], ({ localAPIEndpoint }: InitConfiguration, place, visit) =>
      visit.maybe(localAPIEndpoint, place.at("localAPIEndpoint")),
    ),
    certificateKey,
  ],
});
