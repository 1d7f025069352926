/**
 * storage.k8s.io/v1 CSIStorageCapacity: how much storage of a class is available for a set of nodes.
 *
 * @module
 */
import type { CSIStorageCapacity } from "../../api/types/storage-v1.ts";
import { rule } from "../../rule/rule.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";
import { quantitySign } from "../../text/quantity.ts";
import { adviseOnNodeLabels, adviseOnRequirements, nodeLabelInfo } from "../core/node-labels.ts";
import { quantityOf } from "../core/resource-rules.ts";
import { kind } from "../kind.ts";
import { labelSelectorFindings } from "../meta/label-selector.ts";
import { immutableFields } from "../meta/object-meta-update-rules.ts";

const wellFormed = rule<CSIStorageCapacity>(
  {
    id: "storage-capacity/fields",
    severity: "error",
    summary: "a capacity has a storage class, amounts that are not negative, and a valid node topology",
  },
  ({ nodeTopology = {}, storageClassName = "", capacity }, place) => {
    const topology = place.at("nodeTopology");
    topology.pass(labelSelectorFindings(nodeTopology));
    for (const fault of validateDns1123Subdomain(storageClassName)) {
      place.at("storageClassName").invalid(fault, storageClassName);
    }
    if (capacity !== undefined && quantitySign(quantityOf(capacity)) < 0) {
      place.at("capacity").invalid("must be 0 or above", capacity);
    }
  },
);

const nodeLabels = rule<CSIStorageCapacity>(nodeLabelInfo, ({ nodeTopology }, place) => {
  const at = place.at("nodeTopology");
  adviseOnRequirements(nodeTopology?.matchExpressions, at.at("matchExpressions"));
  const words = (label: string, advice: string) => `nodeTopology.matchLabels.${label}: ${advice}`;
  adviseOnNodeLabels(nodeTopology?.matchLabels ?? {}, at.at("matchLabels"), words);
});

const fixed = immutableFields<CSIStorageCapacity>(
  { id: "storage-capacity/immutable", summary: "storage class and node topology are immutable" },
  ["nodeTopology", "storageClassName"],
);

export const csiStorageCapacity = kind("storage/v1.CSIStorageCapacity", { rules: [wellFormed, fixed, nodeLabels] });
