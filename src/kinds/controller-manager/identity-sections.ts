/**
 * Sections of the controllers for certificates and service accounts.
 *
 * @module
 */
import type { CSRSigningControllerConfiguration } from "../../api/types/kubecontrollermanager-v1alpha1.ts";
import { rule } from "../../rule/rule.ts";
import { section } from "./section.ts";

const signers = [
  "KubeletServingSignerConfiguration",
  "KubeletClientSignerConfiguration",
  "KubeAPIServerClientSignerConfiguration",
  "LegacyUnknownSignerConfiguration",
] as const;

const signingFiles = rule<CSRSigningControllerConfiguration>(
  {
    id: "controller-manager/signing-files",
    severity: "error",
    summary: "a signer has both a certificate and a key; there is one pair for all signers or one for each",
  },
  (config, place) => {
    const own = signers.filter((name) => config[name]?.CertFile || config[name]?.KeyFile);
    for (const name of own) {
      const { CertFile = "", KeyFile = "" } = config[name] ?? {};
      if (CertFile === "") place.at(name, "CertFile").required("must be set with `KeyFile`");
      if (KeyFile === "") place.at(name, "KeyFile").required("must be set with `CertFile`");
    }
    if (own.length === 0 || (!config.ClusterSigningCertFile && !config.ClusterSigningKeyFile)) return;
    const at = place.at(config.ClusterSigningCertFile ? "ClusterSigningCertFile" : "ClusterSigningKeyFile");
    at.say(`must not be set together with the files of a single signer; got \`${own[0]}\``, { atKey: true });
  },
);

export const csrSigningController = section("CSRSigningController", {
  defaults: { ClusterSigningDuration: "8760h0m0s" },
  rules: [signingFiles],
});

export const saController = section("SAController", {
  defaults: { ConcurrentSATokenSyncs: 5 },
});

export const legacySATokenCleaner = section("LegacySATokenCleaner", {
  defaults: { CleanUpPeriod: "8760h0m0s" },
});
