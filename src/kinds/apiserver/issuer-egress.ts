/**
 * The project rule that checks that the egress selection of a token issuer is configured.
 *
 * @module
 */
import type { Issuer } from "../../api/types/apiserver-v1.ts";
import type { EgressSelectorConfiguration } from "../../api/types/apiserver-v1beta1.ts";
import { type ProjectDocument, ruleAcross } from "../../rule/rule.ts";
import { canonicalNames } from "./egress-selector-configuration.ts";

interface HasIssuers {
  readonly jwt?: readonly { readonly issuer?: Issuer }[];
}

/**
 * Accepts a selection that any selector configuration of the run defines: clustervet cannot know which one an API
 * server uses.
 */
export const issuerEgress = ruleAcross(
  {
    id: "authentication/egress-selection",
    severity: "error",
    cause: "not-found",
    summary: "the egress selection that an issuer names is configured",
    kinds: ["AuthenticationConfiguration", "EgressSelectorConfiguration"],
  },
  (documents, placeIn) => {
    const selectors = documents.filter(({ kind }) => kind === "EgressSelectorConfiguration");
    if (selectors.length === 0) return;
    const configured = new Set(selectors.flatMap(namesIn));
    for (const document of documents.filter(({ kind }) => kind === "AuthenticationConfiguration")) {
      const { jwt } = document.object as HasIssuers;
      for (const [index, { issuer }] of (jwt ?? []).entries()) {
        const wanted = issuer?.egressSelectorType ?? "";
        if (wanted === "" || configured.has(wanted)) continue;
        const message = `must be configured; no EgressSelectorConfiguration of this run has a selection "${wanted}"`;
        const help =
          configured.size > 0
            ? `selections: ${[...configured].sort().join(", ")}`
            : "add it to the file of --egress-selector-config-file";
        placeIn<HasIssuers>(document)
          .at("jwt", index, "issuer", "egressSelectorType")
          .say(message, { help, value: wanted });
      }
    }
  },
);

function namesIn({ object }: ProjectDocument): readonly string[] {
  return canonicalNames(object as EgressSelectorConfiguration);
}
