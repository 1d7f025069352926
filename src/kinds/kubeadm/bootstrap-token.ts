/**
 * Bootstrap tokens, by which nodes join a cluster.
 *
 * @module
 */
import type { BootstrapToken } from "../../api/types/bootstraptoken-v1.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";

const tokenForm = /^[a-z0-9]{6}\.[a-z0-9]{16}$/;
const groupForm = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;
const knownUsages: readonly string[] = ["signing", "authentication"];

export function joinToken(token: string, place: Place): void {
  if (tokenForm.test(token)) return;
  place.say("must be 6 characters, a dot and 16 characters of a-z and 0-9", {
    help: "`kubeadm token generate` makes one",
  });
}

export const bootstrapToken = rule<BootstrapToken>(
  {
    id: "kubeadm/bootstrap-token",
    severity: "error",
    summary: "a bootstrap token has a valid format, known usages and valid groups",
  },
  ({ token, expires, usages = [], groups = [] }, place) => {
    if (token !== undefined) joinToken(token, place.at("token"));
    for (const [index, usage] of usages.entries()) {
      if (!knownUsages.includes(usage)) place.at("usages", index).unsupported(knownUsages, usage);
    }
    const authenticates = usages.length === 0 || usages.includes("authentication");
    if (groups.length > 0 && !authenticates) {
      place.at("groups").say("must be absent: `usages` lacks `authentication`", { atKey: true });
    }
    for (const [index, group] of groups.entries()) {
      if (!groupForm.test(group)) {
        place.at("groups", index).invalid("must be `system:bootstrappers:` and a name of a-z, 0-9, : and -", group);
      }
    }
    if (expires !== undefined) {
      place.at("expires").say("must be absent: kubeadm sets `ttl` where it is missing, and takes one of both", {
        atKey: true,
        help: "write `ttl: 24h0m0s`",
      });
    }
  },
);
