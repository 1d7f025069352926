/**
 * Sections of the controllers of certificates and service accounts.
 *
 * @module
 */
import { rule } from "../../rule/rule.ts";
import { duration, field, type Static, struct, text } from "../../schema/fields.ts";
import { count, section } from "./section.ts";

const signer = struct({
  CertFile: text({ description: "Path of the CA certificate." }),
  KeyFile: text({ description: "Path of its key." }),
});

const signerOf = (what: string) => field(signer, { description: `The CA that signs ${what}.` });

const signingFields = {
  ClusterSigningCertFile: text({ description: "Path of the CA certificate that signs for all signers." }),
  ClusterSigningKeyFile: text({ description: "Path of its key." }),
  KubeletServingSignerConfiguration: signerOf("serving certificates of node agents"),
  KubeletClientSignerConfiguration: signerOf("client certificates of node agents"),
  KubeAPIServerClientSignerConfiguration: signerOf("client certificates for the API server"),
  LegacyUnknownSignerConfiguration: signerOf("what no other signer signs"),
  ClusterSigningDuration: duration({ description: "Longest lifetime of what is signed." }),
};
const signingShape = struct(signingFields);

const signers = [
  "KubeletServingSignerConfiguration",
  "KubeletClientSignerConfiguration",
  "KubeAPIServerClientSignerConfiguration",
  "LegacyUnknownSignerConfiguration",
] as const;

const signingFiles = rule<Static<typeof signingShape>>(
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
    at.say(`may not be set with files of single signers; got \`${own[0]}\``, { atKey: true });
  },
);

export const csrSigningController = section({
  name: "CSRSigningController",
  description: "Signs approved certificate signing requests.",
  fields: signingFields,
  defaults: { ClusterSigningDuration: "8760h0m0s" },
  rules: [signingFiles],
});

export const saController = section({
  name: "SAController",
  description: "Makes service accounts and their tokens.",
  fields: {
    ServiceAccountKeyFile: text({ description: "Path of the private key that signs service account tokens." }),
    ConcurrentSATokenSyncs: count("service accounts"),
    RootCAFile: text({ description: "Path of the CA bundle that secrets of service accounts carry." }),
  },
  defaults: { ConcurrentSATokenSyncs: 5 },
});

export const legacySATokenCleaner = section({
  name: "LegacySATokenCleaner",
  description: "Deletes secrets with service account tokens that nobody uses.",
  fields: { CleanUpPeriod: duration({ description: "How long such a token may be unused." }) },
  defaults: { CleanUpPeriod: "8760h0m0s" },
});
