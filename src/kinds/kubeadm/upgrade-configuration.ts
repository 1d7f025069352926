/**
 * kubeadm.k8s.io UpgradeConfiguration: the settings of `kubeadm upgrade`.
 *
 * @module
 */
import type { UpgradeConfiguration } from "../../api/types/kubeadm-v1beta4.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { absolutePath } from "./absolute-path.ts";
import { kubeadmReader } from "./kubeadm-reader.ts";

const patches = rule<UpgradeConfiguration>(
  {
    id: "kubeadm/patches",
    severity: "error",
    summary: "`patches.directory` of an UpgradeConfiguration is an absolute path",
  },
  ({ apply, node }, place) => {
    if (apply?.patches) absolutePath(apply.patches.directory ?? "", place.at("apply", "patches", "directory"));
    if (node?.patches) absolutePath(node.patches.directory ?? "", place.at("node", "patches", "directory"));
  },
);

export const upgradeConfiguration = kind("kubeadm/v1beta4.UpgradeConfiguration", {
  reader: kubeadmReader,
  rules: [patches],
});
