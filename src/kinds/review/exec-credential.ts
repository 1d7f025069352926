/**
 * client.authentication.k8s.io ExecCredential: the request of a client to a credential plugin, and the plugin's
 * response.
 *
 * @module
 */
import type { ExecCredential } from "../../api/types/clientauthentication-v1.ts";
import { rule } from "../../rule/rule.ts";
import { kind } from "../kind.ts";

const answer = rule<ExecCredential>(
  {
    id: "exec-credential/answer",
    severity: "error",
    cause: "required",
    summary: "a plugin answers with a token, or a certificate and its key",
  },
  ({ spec, status }, place) => {
    if (!status) {
      // A document with only `spec` is the request.
      if (!spec) place.at("status").say("must be set: it contains the credentials");
      return;
    }
    const { token = "", clientCertificateData: certificate = "", clientKeyData: key = "" } = status;
    if (token === "" && certificate === "" && key === "") {
      place.at("status").say("must have a `token`, or a certificate and its key", { atKey: true });
    } else if ((certificate === "") !== (key === "")) {
      const missing = key === "" ? "clientKeyData" : "clientCertificateData";
      place.at("status", missing).say("certificate and key must both be set");
    }
  },
);

const keyPair = rule<ExecCredential>(
  {
    id: "exec-credential/key-pair",
    severity: "error",
    summary: "the certificate of an answer matches its key",
  },
  ({ status = {} }, place, { host }) => {
    const { clientCertificateData: certificate = "", clientKeyData: key = "" } = status;
    if (certificate === "" || key === "") return;
    const at = place.at("status", "clientCertificateData");
    if (!host?.keyPairFault) {
      at.say("clustervet did not check whether the certificate matches the key", { severity: "info" });
      return;
    }
    const fault = host.keyPairFault(certificate, key);
    if (fault !== undefined) at.say(`must be a certificate with its private key: ${fault}`);
  },
);

export const execCredential = kind("clientauthentication/v1.ExecCredential", {
  rules: [answer, keyPair],
  loader: { flag: "exec plugin", emptyFile: "error", unknownFields: "warning", mayOmit: "kind" },
});
