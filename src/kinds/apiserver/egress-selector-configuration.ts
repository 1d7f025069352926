/**
 * EgressSelectorConfiguration of apiserver: through which proxy the API server reaches nodes, etcd and webhooks.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Kind } from "../../kind/kind.ts";
import { closest } from "../../lexical/closest.ts";
import { repeated } from "../../rule/repeated.ts";
import type { Finding, Rule, RuleContext } from "../../rule/rule.ts";
import { eachItem, type Part } from "../../rule/within.ts";
import { field, list, type Static, struct, text } from "../../schema/fields.ts";
import { reportMissingFile } from "../component/node-file.ts";

const protocols = ["Direct", "GRPC", "HTTPConnect"] as const;
/** Compared in lower case. */
const selectionNames = ["cluster", "controlplane", "etcd"] as const;

const tlsConfig = struct(
  {
    caBundle: text({ description: "Path of the CA bundle; the system's roots when absent." }),
    clientKey: text({ description: "Path of the client key; must be set for https." }),
    clientCert: text({ description: "Path of the client certificate; must be set for https." }),
    tlsServerName: text({ description: "Name that the server's certificate is checked for; the host when absent." }),
  },
  { description: "TLS settings; must be absent for http, present for https.", "x-pointer": true },
);

const tcp = struct(
  {
    url: text({ description: "Address of the proxy, http:// or https://.", "x-required": true }),
    tlsConfig,
  },
  { description: "The proxy is reached by TCP; for HTTPConnect only.", "x-pointer": true },
);

const uds = struct(
  { udsName: text({ description: "Path of the socket, without unix://.", "x-required": true }) },
  { description: "The proxy is reached by a Unix domain socket.", "x-pointer": true },
);

const connection = struct({
  proxyProtocol: text({ description: "How the proxy is spoken to, if at all.", "x-required": true, enum: protocols }),
  transport: field(struct({ tcp, uds }), {
    description: "How the proxy is reached; must be absent for Direct.",
    "x-pointer": true,
  }),
});

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    egressSelections: list(
      struct({
        name: text({
          description: 'Which traffic: controlplane, cluster or etcd; "master" is an old name of controlplane.',
          "x-required": true,
        }),
        connection: field(connection, { description: "How that traffic goes.", "x-required": true }),
      }),
      {
        description: "One for each kind of traffic; what is not listed is dialed directly.",
        "x-required": true,
      },
    ),
  },
  { $id: "EgressSelectorConfiguration" },
);

export type EgressSelectorConfiguration = Static<typeof schema>;
type EgressRule = Rule<EgressSelectorConfiguration>;
type Connection = Static<typeof connection>;
type Report = (finding: Finding) => void;

const nameKnown: EgressRule = {
  id: "egress/name",
  severity: "error",
  cause: "unsupported",
  summary: "an egress selection is named controlplane, cluster or etcd",
  check(config, _context, report) {
    for (const [index, name] of canonicalNames(config).entries()) {
      if (selectionNames.some((known) => known === name)) continue;
      const path = ["egressSelections", index, "name"];
      const meant = closest(name, selectionNames) ?? (name === "master" ? "controlplane" : undefined);
      const given = config.egressSelections?.[index]?.name ?? "";
      report({
        path,
        message: `must be one of "controlplane", "cluster", "etcd"; ${given === "" ? "it is not set" : `got "${given}"`}`,
        ...(meant ? { help: `did you mean "${meant}"?` } : {}),
        value: given,
      });
    }
  },
};

const nameUnique: EgressRule = {
  id: "egress/name-unique",
  severity: "error",
  cause: "duplicate",
  summary: "there is one egress selection for each name",
  check(config, _context, report) {
    for (const { index, first, text: name } of repeated(canonicalNames(config))) {
      const pathOf = (item: number) => ["egressSelections", item, "name"];
      report({
        path: pathOf(index),
        message: `must be unique; selection ${first} is for "${name}" too`,
        see: { path: pathOf(first), message: "first listed here" },
      });
    }
  },
};

const oldName: EgressRule = {
  id: "egress/old-name",
  severity: "warning",
  summary: 'the egress selection "master" is called "controlplane" now',
  check({ egressSelections = [] }, _context, report) {
    for (const [index, { name }] of egressSelections.entries()) {
      if (name !== "master") continue;
      report({
        path: ["egressSelections", index, "name"],
        message: 'is read as "controlplane": "master" is its old name',
        help: "write `name: controlplane`",
        value: name,
      });
    }
  },
};

const protocol: EgressRule = {
  id: "egress/protocol",
  severity: "error",
  cause: "required",
  summary: "a connection must have a proxy protocol",
  check(config, _context, report) {
    for (const { path, value } of connections(config)) {
      if (value.proxyProtocol) continue;
      report({
        path: [...path, "proxyProtocol"],
        message: "`proxyProtocol` must be set",
        help: `one of ${protocols.join(", ")}`,
      });
    }
  },
};

const transport: EgressRule = {
  id: "egress/transport",
  severity: "error",
  summary: "Direct has no transport, HTTPConnect has tcp or uds, GRPC has uds",
  check(config, _context, report) {
    for (const { path, value } of connections(config)) {
      reportTransport(value, (finding) => report({ ...finding, path: [...path, "transport", ...finding.path] }));
    }
  },
};

const tcpUnused: EgressRule = {
  id: "egress/tcp-unused",
  severity: "warning",
  summary: "with GRPC the tcp transport is not looked at",
  check(config, _context, report) {
    for (const { path, value } of connections(config)) {
      if (value.proxyProtocol !== "GRPC" || !value.transport?.uds || !value.transport.tcp) continue;
      report({
        path: [...path, "transport", "tcp"],
        atKey: true,
        message: "has no effect: GRPC goes through `uds` only",
        help: "remove it",
      });
    }
  },
};

const socket: EgressRule = {
  id: "egress/uds-name",
  severity: "error",
  cause: "required",
  summary: "a Unix domain socket must have a name",
  check(config, _context, report) {
    for (const { path, value } of connections(config)) {
      const { uds: used } = usedTransports(value);
      if (!used || used.udsName) continue;
      report({ path: [...path, "transport", "uds", "udsName"], message: "`udsName` must be set" });
    }
  },
};

const socketPath: EgressRule = {
  id: "egress/uds-path",
  severity: "warning",
  summary: "a Unix domain socket is named by its absolute path, without unix://",
  check(config, _context, report) {
    for (const { path, value } of connections(config)) {
      const name = usedTransports(value).uds?.udsName ?? "";
      if (name === "" || name.startsWith("/") || name.startsWith("@")) continue;
      const bare = name.replace(/^unix:(?:\/\/)?/, "");
      report({
        path: [...path, "transport", "uds", "udsName"],
        message: `is taken as a path from the API server's working directory; got "${name}"`,
        help: bare === name ? "write an absolute path" : `write \`udsName: ${bare}\``,
        value: name,
      });
    }
  },
};

const url: EgressRule = {
  id: "egress/url",
  severity: "error",
  summary: "the address of a proxy begins with http:// or https://",
  check(config, _context, report) {
    for (const { path, value } of connections(config)) {
      const used = usedTransports(value).tcp;
      const address = used?.url ?? "";
      if (!used || /^https?:\/\//.test(address)) continue;
      report({
        path: [...path, "transport", "tcp", "url"],
        message: `must begin with http:// or https://; ${address === "" ? "it is not set" : `got "${address}"`}`,
        value: address,
      });
    }
  },
};

const tls: EgressRule = {
  id: "egress/tls",
  severity: "error",
  summary: "https needs a client certificate and key in files that exist, http has no TLS settings",
  check(config, context, report) {
    for (const { path, value } of connections(config)) {
      const used = usedTransports(value).tcp;
      if (used) reportTls(used, [...path, "transport", "tcp", "tlsConfig"], context, report);
    }
  },
};

export const egressSelectorConfiguration: Kind<EgressSelectorConfiguration> = {
  kind: "EgressSelectorConfiguration",
  group: "apiserver.<domain>",
  versions: [
    { name: "v1beta1", schema },
    { name: "v1alpha1", schema },
  ],
  description: "Through which proxies the API server reaches nodes, webhooks, etcd and the control plane.",
  loader: { flag: "--egress-selector-config-file", emptyFile: "error", unknownFields: "error", mayOmit: "nothing" },
  rules: [protocol, transport, tcpUnused, socket, socketPath, url, tls, nameKnown, nameUnique, oldName],
};

/** The names as the API server compares them: `master` is an old name, other spellings only differ in case. */
export function canonicalNames({ egressSelections = [] }: EgressSelectorConfiguration): readonly string[] {
  return egressSelections.map(({ name = "" }) => (name === "master" ? "controlplane" : name.toLowerCase()));
}

function connections({ egressSelections }: EgressSelectorConfiguration): Part<Connection>[] {
  return eachItem(["egressSelections"], egressSelections).map(({ path, value }) => ({
    path: [...path, "connection"],
    value: value.connection ?? {},
  }));
}

/** The transports that the API server looks at: none that another fault, or the protocol, makes it pass over. */
function usedTransports({ proxyProtocol, transport: { tcp: viaTcp, uds: viaUds } = {} }: Connection) {
  if (proxyProtocol === "GRPC") return viaUds ? { uds: viaUds } : {};
  if (proxyProtocol !== "HTTPConnect" || (viaTcp && viaUds)) return {};
  return { ...(viaTcp ? { tcp: viaTcp } : {}), ...(viaUds ? { uds: viaUds } : {}) };
}

/** Paths are from the transport. */
function reportTransport({ proxyProtocol, transport: given }: Connection, report: Report): void {
  if (proxyProtocol === "Direct" && given) {
    report({ path: [], atKey: true, message: "must be absent for protocol Direct", help: "remove it" });
  }
  if (proxyProtocol !== "GRPC" && proxyProtocol !== "HTTPConnect") return;
  if (!given) {
    report({ path: [], cause: "required", message: `\`transport\` must be set for protocol ${proxyProtocol}` });
  } else if (proxyProtocol === "GRPC" && !given.uds) {
    const help = given.tcp ? "GRPC can't go by `tcp`" : "write `uds: {udsName: /path/of/socket}`";
    report({ path: ["uds"], cause: "required", message: "`uds` must be set for protocol GRPC", help });
  } else if (proxyProtocol === "HTTPConnect" && given.tcp && given.uds) {
    report({ path: ["tcp"], atKey: true, message: "may not be set with `uds`", help: "keep one of them" });
  } else if (proxyProtocol === "HTTPConnect" && !given.tcp && !given.uds) {
    report({ path: ["tcp"], cause: "required", message: "`tcp` or `uds` must be set for protocol HTTPConnect" });
  }
}

function reportTls(
  { url: address = "", tlsConfig: config }: Static<typeof tcp>,
  path: FieldPath,
  { host }: RuleContext,
  report: Report,
): void {
  if (address.startsWith("http://") && config) {
    const help = "remove it, or write https:// in `url`";
    report({ path, atKey: true, message: "must be absent for an http:// address", help });
  }
  if (!address.startsWith("https://")) return;
  if (!config) {
    const help = "write `clientCert` and `clientKey` into it";
    report({ path, cause: "required", message: "`tlsConfig` must be set for an https:// address", help });
    return;
  }
  for (const name of ["caBundle", "clientCert", "clientKey"] as const) {
    const file = config[name];
    if (file) reportMissingFile({ path: [...path, name], file }, host, report);
    else if (name !== "caBundle") {
      const message = `\`${name}\` must be set for an https:// address`;
      report({ path: [...path, name], cause: "required", message });
    }
  }
}
