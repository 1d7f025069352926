/**
 * EgressSelectorConfiguration: through which proxy kube-apiserver connects to nodes, etcd and webhooks.
 *
 * @module
 */
import type {
  Connection,
  EgressSelectorConfiguration,
  TCPTransport,
  Transport,
} from "../../api/types/apiserver-v1beta1.ts";
import type { RuleContext } from "../../rule/context.ts";
import type { Place } from "../../rule/place.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { within } from "../../rule/within.ts";
import { enumValues } from "../../schema/type-schema.ts";
import { closest } from "../../text/closest.ts";
import { reportMissingFile } from "../component/node-file.ts";
import { kind } from "../kind.ts";

/** In lower case, since kube-apiserver compares names without regard to case. */
const selectionNames = ["cluster", "controlplane", "etcd"] as const;

const nameKnown = rule<EgressSelectorConfiguration>(
  {
    id: "egress/name",
    severity: "error",
    cause: "unsupported",
    summary: "an egress selection is named controlplane, cluster or etcd",
  },
  (config, place) => {
    for (const [index, name] of canonicalNames(config).entries()) {
      if (selectionNames.some((known) => known === name)) continue;
      const at = place.at("egressSelections", index, "name");
      const meant = closest(name, selectionNames) ?? (name === "master" ? "controlplane" : undefined);
      const given = config.egressSelections?.[index]?.name ?? "";
      at.say(`must be one of "controlplane", "cluster", "etcd"; ${given === "" ? "it is not set" : `got "${given}"`}`, {
        ...(meant ? { help: `did you mean "${meant}"?` } : {}),
        value: given,
      });
    }
  },
);

const nameUnique = rule<EgressSelectorConfiguration>(
  {
    id: "egress/name-unique",
    severity: "error",
    cause: "duplicate",
    summary: "there is one egress selection for each name",
  },
  (config, place) => {
    for (const { index, first, text: name } of findRepeats(canonicalNames(config))) {
      const placeOf = (item: number) => place.at("egressSelections", item, "name");
      placeOf(index).say(`must be unique; selection ${first} is for "${name}" too`, {
        see: placeOf(first).note("first listed here"),
      });
    }
  },
);

const oldName = rule<EgressSelectorConfiguration>(
  { id: "egress/old-name", severity: "warning", summary: "the egress selection `master` is now called `controlplane`" },
  ({ egressSelections = [] }, place) => {
    for (const [index, { name }] of egressSelections.entries()) {
      if (name !== "master") continue;
      place.at("egressSelections", index, "name").say('is read as "controlplane": "master" is its old name', {
        help: "write `name: controlplane`",
        value: name,
      });
    }
  },
);

const protocol = rule<Connection>(
  { id: "egress/protocol", severity: "error", cause: "required", summary: "a connection must have a proxy protocol" },
  (value, place) => {
    if (value.proxyProtocol) return;
    const protocols = enumValues("apiserver/v1beta1.Connection", "proxyProtocol");
    place.at("proxyProtocol").say("`proxyProtocol` must be set", { help: `one of ${protocols.join(", ")}` });
  },
);

const transport = rule<Connection>(
  {
    id: "egress/transport",
    severity: "error",
    summary: "Direct has no transport, HTTPConnect has tcp or uds, GRPC has uds",
  },
  (value, place) => {
    reportTransport(value, place.at("transport"));
  },
);

const tcpUnused = rule<Connection>(
  {
    id: "egress/tcp-unused",
    severity: "warning",
    summary: "a transport of protocol GRPC has no `tcp` block: it is ignored",
  },
  (value, place) => {
    if (value.proxyProtocol !== "GRPC" || !value.transport?.uds || !value.transport.tcp) return;
    place.at("transport", "tcp").say("has no effect: GRPC supports only `uds`", { atKey: true, help: "remove it" });
  },
);

const socket = rule<Connection>(
  { id: "egress/uds-name", severity: "error", cause: "required", summary: "a Unix domain socket must have a name" },
  (value, place) => {
    const { uds: used } = validatedTransports(value);
    if (!used || used.udsName) return;
    place.at("transport", "uds", "udsName").say("`udsName` must be set");
  },
);

const socketPath = rule<Connection>(
  {
    id: "egress/uds-path",
    severity: "warning",
    summary: "a Unix domain socket is named by its absolute path, without unix://",
  },
  (value, place) => {
    const name = validatedTransports(value).uds?.udsName ?? "";
    if (name === "" || name.startsWith("/") || name.startsWith("@")) return;
    const bare = name.replace(/^unix:(?:\/\/)?/, "");
    place
      .at("transport", "uds", "udsName")
      .say(`is a path relative to the API server's working directory; got "${name}"`, {
        help: bare === name ? "write an absolute path" : `write \`udsName: ${bare}\``,
        value: name,
      });
  },
);

const url = rule<Connection>(
  { id: "egress/url", severity: "error", summary: "the address of a proxy begins with http:// or https://" },
  (value, place) => {
    const used = validatedTransports(value).tcp;
    const address = used?.url ?? "";
    if (!used || /^https?:\/\//.test(address)) return;
    place
      .at("transport", "tcp", "url")
      .say(`must begin with http:// or https://; ${address === "" ? "it is not set" : `got "${address}"`}`, {
        value: address,
      });
  },
);

const tls = rule<Connection>(
  {
    id: "egress/tls",
    severity: "error",
    summary: "an https proxy has a client certificate and key whose files exist; an http proxy has no TLS settings",
  },
  (value, place, visit) => {
    const used = validatedTransports(value).tcp;
    if (used) reportTls(used, place.at("transport", "tcp", "tlsConfig"), visit);
  },
);

export const egressSelectorConfiguration = kind("apiserver/v1beta1.EgressSelectorConfiguration", {
  loader: {
    flag: "--egress-selector-config-file",
    emptyFile: "error",
    unknownFields: "error",
    strictSince: "1.32",
    mayOmit: "nothing",
  },
  rules: [
    ...within(
      [protocol, transport, tcpUnused, socket, socketPath, url, tls],
      ({ egressSelections = [] }: EgressSelectorConfiguration, place, visit) =>
        egressSelections.map(({ connection: given = {} }, index) =>
          visit.part(given, place.at("egressSelections", index, "connection")),
        ),
    ),
    nameKnown,
    nameUnique,
    oldName,
  ],
});

/** Returns the names as kube-apiserver compares them: in lower case, with the old name `master` as `controlplane`. */
export function canonicalNames({ egressSelections = [] }: EgressSelectorConfiguration): readonly string[] {
  return egressSelections.map(({ name = "" }) => (name === "master" ? "controlplane" : name.toLowerCase()));
}

/**
 * Returns the transports that kube-apiserver validates. It skips those that the protocol does not use, and all of them
 * if both are set.
 */
function validatedTransports({ proxyProtocol, transport: { tcp: viaTcp, uds: viaUds } = {} }: Connection) {
  if (proxyProtocol === "GRPC") return viaUds ? { uds: viaUds } : {};
  if (proxyProtocol !== "HTTPConnect" || (viaTcp && viaUds)) return {};
  return { ...(viaTcp ? { tcp: viaTcp } : {}), ...(viaUds ? { uds: viaUds } : {}) };
}

function reportTransport({ proxyProtocol, transport: given }: Connection, place: Place<Transport>): void {
  if (proxyProtocol === "Direct" && given) {
    place.say("must be absent for protocol Direct", { atKey: true, help: "remove it" });
  }
  if (proxyProtocol !== "GRPC" && proxyProtocol !== "HTTPConnect") return;
  if (!given) {
    place.required(`\`transport\` must be set for protocol ${proxyProtocol}`);
  } else if (proxyProtocol === "GRPC" && !given.uds) {
    const help = given.tcp ? "GRPC does not support `tcp`" : "write `uds: {udsName: /path/of/socket}`";
    place.at("uds").required("`uds` must be set for protocol GRPC", { help });
  } else if (proxyProtocol === "HTTPConnect" && given.tcp && given.uds) {
    place.at("tcp").say("must not be set together with `uds`", { atKey: true, help: "keep one of them" });
  } else if (proxyProtocol === "HTTPConnect" && !given.tcp && !given.uds) {
    place.at("tcp").required("`tcp` or `uds` must be set for protocol HTTPConnect");
  }
}

function reportTls(
  { url: address = "", tlsConfig: config }: TCPTransport,
  place: Place<TCPTransport["tlsConfig"]>,
  { host }: RuleContext,
): void {
  if (address.startsWith("http://") && config) {
    const help = "remove it, or write https:// in `url`";
    place.say("must be absent for an http:// address", { atKey: true, help });
  }
  if (!address.startsWith("https://")) return;
  if (!config) {
    const help = "write `clientCert` and `clientKey` into it";
    place.required("`tlsConfig` must be set for an https:// address", { help });
    return;
  }
  for (const name of ["caBundle", "clientCert", "clientKey"] as const) {
    const file = config[name];
    if (file) reportMissingFile(file, place.at(name), host);
    else if (name !== "caBundle") {
      const message = `\`${name}\` must be set for an https:// address`;
      place.at(name).required(message);
    }
  }
}
