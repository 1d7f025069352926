/**
 * kubeadm.k8s.io ResetConfiguration: what `kubeadm reset` removes from a node.
 *
 * @module
 */
import type { ResetConfiguration } from "../../api/types/kubeadm-v1beta4.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";
import { certificatesDirectory } from "./absolute-path.ts";
import { kubeadmReader } from "./kubeadm-reader.ts";
import { criSocket } from "./node-registration.ts";

const flags: readonly string[] = ["MNT_FORCE", "MNT_DETACH", "MNT_EXPIRE", "UMOUNT_NOFOLLOW"];

const unmountFlags = rule<ResetConfiguration>(
  {
    id: "kubeadm/unmount-flags",
    severity: "error",
    cause: "unsupported",
    summary: "`unmountFlags` are flags of the system call umount2",
  },
  ({ unmountFlags: found = [] }, place) => {
    for (const [index, flag] of found.entries()) {
      if (!flags.includes(flag)) place.at("unmountFlags", index).unsupported(flags, flag);
    }
  },
);

export const resetConfiguration = kind("kubeadm/v1beta4.ResetConfiguration", {
  reader: kubeadmReader,
  rules: [criSocket, certificatesDirectory, unmountFlags],
});
