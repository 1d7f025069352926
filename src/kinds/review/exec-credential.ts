/**
 * client.authentication.k8s.io ExecCredential: what a client asks a credential plugin, and what the plugin answers.
 *
 * @module
 */
import type { Kind } from "../../kind/kind.ts";
import { rule } from "../../rule/rule.ts";
import { bytes, field, flag, raw, type Static, struct, text, time } from "../../schema/fields.ts";

const cluster = struct({
  server: text({ description: "Where the cluster is, `https://host:port`.", "x-required": true }),
  "tls-server-name": text({ description: "The name that the server's certificate is checked for; default its host." }),
  "insecure-skip-tls-verify": flag({ description: "Whether the server's certificate goes unchecked." }),
  "certificate-authority-data": bytes({
    description: "PEM certificates that the server's is checked against; default the system's.",
    "x-list-type": "atomic",
  }),
  "proxy-url": text({ description: "The proxy to go through." }),
  "disable-compression": flag({ description: "Whether answers are asked for without compression." }),
  config: raw({ description: "What the kubeconfig says to the plugin; no place for secrets." }),
});

const status = struct({
  expirationTimestamp: time({ description: "Until when the credentials hold.", "x-pointer": true }),
  token: text({ description: "A bearer token.", "x-sensitive": true }),
  clientCertificateData: text({ description: "A client certificate with its chain, PEM text." }),
  clientKeyData: text({ description: "The certificate's private key, PEM text.", "x-sensitive": true }),
});

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    spec: struct({
      cluster: field(cluster, { description: "The cluster, where the kubeconfig has `provideClusterInfo`." }),
      interactive: flag({ description: "Whether the plugin may ask a person.", "x-required": true }),
    }),
    status: field(status, { description: "What the plugin answers." }),
  },
  { $id: "ExecCredential" },
);
type ExecCredential = Static<typeof schema>;

const answer = rule<ExecCredential>(
  {
    id: "exec-credential/answer",
    severity: "error",
    cause: "required",
    summary: "a plugin answers with a token, or a certificate and its key",
  },
  ({ spec, status }, place) => {
    if (!status) {
      // A document with `spec` alone is the question.
      if (!spec) place.at("status").say("must be there: without it the plugin has given no credentials");
      return;
    }
    const { token = "", clientCertificateData: certificate = "", clientKeyData: key = "" } = status;
    if (token === "" && certificate === "" && key === "") {
      place.at("status").say("must have a `token`, or a certificate and its key", { atKey: true });
    } else if ((certificate === "") !== (key === "")) {
      const missing = key === "" ? "clientKeyData" : "clientCertificateData";
      place.at("status", missing).say("certificate and key must come together");
    }
  },
);

const keyPair = rule<ExecCredential>(
  {
    id: "exec-credential/key-pair",
    severity: "error",
    summary: "the certificate and the key of an answer belong together",
  },
  ({ status = {} }, place, { host }) => {
    const { clientCertificateData: certificate = "", clientKeyData: key = "" } = status;
    if (certificate === "" || key === "") return;
    const at = place.at("status", "clientCertificateData");
    if (!host?.keyPairFault) {
      at.say("not checked: whether certificate and key belong together", { severity: "info" });
      return;
    }
    const fault = host.keyPairFault(certificate, key);
    if (fault !== undefined) at.say(`must be a certificate with its private key: ${fault}`);
  },
);

export const execCredential: Kind<ExecCredential> = {
  kind: "ExecCredential",
  group: "client.authentication.<domain>",
  versions: [
    { name: "v1", schema },
    { name: "v1beta1", schema },
  ],
  description: "What a client asks a credential plugin, and what the plugin answers on its standard output.",
  rules: [answer, keyPair],
  loader: { flag: "exec plugin", emptyFile: "error", unknownFields: "warning", mayOmit: "kind" },
};
