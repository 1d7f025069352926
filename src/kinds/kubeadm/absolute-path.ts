/**
 * Validates the paths of files that kubeadm reads or writes.
 *
 * @module
 */
import { unlessEmpty } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { rule } from "../../rule/rule.ts";

export function absolutePath(path: string, place: Place): void {
  if (!path.startsWith("/")) place.invalid("must be an absolute path", path);
}

export const certificatesDirectory = rule<{ readonly certificatesDir?: string }>(
  { id: "kubeadm/certificates-directory", severity: "error", summary: "`certificatesDir` is an absolute path" },
  ({ certificatesDir }, place) => unlessEmpty(certificatesDir, place.at("certificatesDir"), absolutePath),
);
