/**
 * Config (kubeconfig): how a client reaches a cluster and who it is there. Here it is what a webhook's configuration
 * names; the reader is lenient, but the selected context must be usable.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import type { Kind } from "../../kind/kind.ts";
import { parseUrl } from "../../lexical/go-url.ts";
import { validateDns1123Label } from "../../lexical/names.ts";
import type { Rule } from "../../rule/rule.ts";
import { flag, list, raw, type Static, struct, text } from "../../schema/fields.ts";

const cluster = struct({
  server: text({ description: "Address of the API server or webhook.", "x-required": true }),
  "tls-server-name": text({ description: "Name that the server's certificate is checked for." }),
  "insecure-skip-tls-verify": flag({ description: "Accept any certificate." }),
  "certificate-authority": text({ description: "Path of the CA bundle." }),
  "certificate-authority-data": text({ description: "The CA bundle itself, in base64." }),
  "proxy-url": text({ description: "Proxy for all requests to the server." }),
  "disable-compression": flag({ description: "Ask for uncompressed answers." }),
  extensions: raw(),
});

const exec = struct({
  command: text({ description: "The program to run.", "x-required": true }),
  args: list(text(), { description: "Its arguments." }),
  env: list(struct({ name: text({ "x-required": true }), value: text({ "x-sensitive": true }) })),
  apiVersion: text({ description: "Version of ExecCredential that the program speaks.", "x-required": true }),
  installHint: text({ description: "What is said when the program is missing." }),
  provideClusterInfo: flag({ description: "Whether the program is told of the cluster." }),
  interactiveMode: text({
    description: "Whether the program may use standard input.",
    enum: ["Never", "IfAvailable", "Always"],
  }),
});

const user = struct({
  "client-certificate": text({ description: "Path of the client certificate." }),
  "client-certificate-data": text({ description: "The client certificate itself, in base64." }),
  "client-key": text({ description: "Path of the client key." }),
  "client-key-data": text({ description: "The client key itself, in base64.", "x-sensitive": true }),
  token: text({ description: "Bearer token.", "x-sensitive": true }),
  tokenFile: text({ description: "Path of a file with the bearer token; wins over token." }),
  as: text({ description: "User to impersonate." }),
  "as-uid": text({ description: "Uid to impersonate." }),
  "as-groups": list(text(), { description: "Groups to impersonate." }),
  "as-user-extra": raw({ description: "Extra attributes to impersonate." }),
  username: text({ description: "Name for basic authentication." }),
  password: text({ description: "Password for basic authentication.", "x-sensitive": true }),
  "auth-provider": raw({ description: "A built-in provider of credentials.", "x-sensitive": true }),
  exec,
  extensions: raw(),
});

const context = struct({
  cluster: text({ description: "Name of the cluster." }),
  user: text({ description: "Name of the user." }),
  namespace: text({ description: "Default namespace." }),
  extensions: raw(),
});

const schema = struct(
  {
    apiVersion: text(),
    kind: text(),
    preferences: raw(),
    clusters: list(struct({ name: text(), cluster }), { description: "Clusters by name." }),
    users: list(struct({ name: text(), user }), { description: "Users by name." }),
    contexts: list(struct({ name: text(), context }), { description: "Pairs of cluster and user, by name." }),
    "current-context": text({ description: "The context that is used.", "x-required": true }),
    extensions: raw(),
  },
  { $id: "Kubeconfig" },
);

export type Kubeconfig = Static<typeof schema>;
type KubeconfigRule = Rule<Kubeconfig>;
type User = Static<typeof user>;

const currentContext: KubeconfigRule = {
  id: "kubeconfig/current-context",
  severity: "error",
  cause: "required",
  summary: "the current context must be set and defined",
  check(config, _context, report) {
    const name = config["current-context"];
    const names = (config.contexts ?? []).map((item) => item.name);
    if (!name) {
      report({ path: ["current-context"], message: "`current-context` must be set, or there is no server to reach" });
    } else if (!names.includes(name)) {
      const message = `must name a context; "${name}" is none`;
      const help = names.length > 0 ? `contexts: ${names.join(", ")}` : "the file defines no contexts";
      report({ path: ["current-context"], cause: "not-found", message, help });
    }
  },
};

const contextParts: KubeconfigRule = {
  id: "kubeconfig/context",
  severity: "error",
  cause: "not-found",
  summary: "the current context must name a cluster and a user that are defined",
  check(config, _context, report) {
    const selected = selectedContext(config);
    if (!selected) return;
    const { path, value } = selected;
    const defined = {
      cluster: (config.clusters ?? []).map(({ name }) => name),
      user: (config.users ?? []).map(({ name }) => name),
    };
    for (const part of ["cluster", "user"] as const) {
      const name = value[part];
      const at = [...path, part];
      if (!name) report({ path: at, cause: "required", message: `\`${part}\` must be set` });
      else if (!defined[part].includes(name)) report({ path: at, message: `must name a ${part}; "${name}" is none` });
    }
    for (const message of value.namespace ? validateDns1123Label(value.namespace) : []) {
      report({ path: [...path, "namespace"], cause: "invalid", message });
    }
  },
};

const clusterUsable: KubeconfigRule = {
  id: "kubeconfig/cluster",
  severity: "error",
  summary: "the selected cluster needs a server, and its CA from one place",
  check(config, _context, report) {
    const wanted = selectedContext(config)?.value.cluster;
    const index = (config.clusters ?? []).findIndex(({ name }) => name === wanted);
    if (!wanted || index < 0) return;
    const selected = config.clusters?.[index]?.cluster ?? {};
    const path = ["clusters", index, "cluster"];
    if (!selected.server) report({ path: [...path, "server"], cause: "required", message: "`server` must be set" });
    if (selected["certificate-authority"] && selected["certificate-authority-data"]) {
      const message = "may not be set with `certificate-authority-data`";
      report({ path: [...path, "certificate-authority"], message, help: "keep one of them" });
    }
    const proxy = parseUrl(selected["proxy-url"] ?? "");
    if (!proxy.ok) report({ path: [...path, "proxy-url"], message: `must be a URL: ${proxy.reason}` });
  },
};

const userUsable: KubeconfigRule = {
  id: "kubeconfig/user",
  severity: "error",
  summary: "the selected user has one way to authenticate, completely given",
  check(config, _context, report) {
    const wanted = selectedContext(config)?.value.user;
    const index = (config.users ?? []).findIndex(({ name }) => name === wanted);
    const selected = config.users?.[index]?.user;
    if (!wanted || !selected) return;
    for (const { path, message, cause } of userFaults(selected)) {
      report({ path: ["users", index, "user", ...path], message, ...(cause ? { cause } : {}) });
    }
  },
};

export const kubeconfig: Kind<Kubeconfig> = {
  kind: "Config",
  group: "",
  versions: [{ name: "v1", schema }],
  description: "How a client reaches a cluster or a webhook, and who it is there (kubeconfig).",
  loader: { flag: "kubeconfig", emptyFile: "empty-object", unknownFields: "ignore", mayOmit: "both" },
  rules: [currentContext, contextParts, clusterUsable, userUsable],
};

function selectedContext(config: Kubeconfig) {
  const index = (config.contexts ?? []).findIndex(({ name }) => name !== "" && name === config["current-context"]);
  if (index < 0) return undefined;
  const path: FieldPath = ["contexts", index, "context"];
  return { path, value: config.contexts?.[index]?.context ?? {} };
}

interface UserFault {
  readonly path: FieldPath;
  readonly message: string;
  readonly cause?: "required";
}

function userFaults(selected: User): UserFault[] {
  const faults: UserFault[] = [];
  for (const field of ["client-certificate", "client-key"] as const) {
    if (selected[field] && selected[`${field}-data`]) {
      faults.push({ path: [field], message: `may not be set with \`${field}-data\`` });
    }
  }
  const hasCertificate = selected["client-certificate"] || selected["client-certificate-data"];
  if (hasCertificate && !selected["client-key"] && !selected["client-key-data"]) {
    faults.push({
      path: ["client-key"],
      cause: "required",
      message: "`client-key` must be set with a client certificate",
    });
  }
  if ((selected.token || selected.tokenFile) && (selected.username || selected.password)) {
    faults.push({ path: ["username"], message: "may not be set with a token: one method of authentication only" });
  }
  if (selected.exec) faults.push(...execFaults(selected));
  const extra = selected["as-user-extra"];
  const hasExtra = typeof extra === "object" && extra !== null && Object.keys(extra).length > 0;
  if (!selected.as && (selected["as-uid"] || selected["as-groups"]?.length || hasExtra)) {
    faults.push({ path: ["as"], cause: "required", message: "`as` must be set with other fields of impersonation" });
  }
  return faults;
}

function execFaults({ exec: plugin = {}, "auth-provider": provider }: User): UserFault[] {
  const faults: UserFault[] = [];
  if (provider) faults.push({ path: ["exec"], message: "may not be set with `auth-provider`" });
  for (const field of ["command", "apiVersion"] as const) {
    if (!plugin[field]) faults.push({ path: ["exec", field], cause: "required", message: `\`${field}\` must be set` });
  }
  // Version v1beta1 has a default, IfAvailable.
  if (!plugin.interactiveMode && !plugin.apiVersion?.endsWith("/v1beta1")) {
    const message = '`interactiveMode` must be set to "Never", "IfAvailable" or "Always"';
    faults.push({ path: ["exec", "interactiveMode"], cause: "required", message });
  }
  for (const [index, { name }] of (plugin.env ?? []).entries()) {
    if (!name) faults.push({ path: ["exec", "env", index, "name"], cause: "required", message: "`name` must be set" });
  }
  return faults;
}
