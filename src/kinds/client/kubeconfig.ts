/**
 * Config (kubeconfig): how a client reaches a cluster and which credentials it uses. clustervet reads it where the
 * configuration of a webhook or component names it. Go decodes it leniently, but the selected context must be usable.
 *
 * @module
 */
import type { AuthInfo, Config } from "../../api/types/clientcmd-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { parseUrl } from "../../text/go-url.ts";
import { validateDns1123Label } from "../../text/names.ts";
import { kind } from "../kind.ts";

const currentContext = rule<Config>(
  {
    id: "kubeconfig/current-context",
    severity: "error",
    cause: "required",
    summary: "the current context must be set and defined",
  },
  (config, place, { context }) => {
    const name = config["current-context"];
    const names = (config.contexts ?? []).map((item) => item.name);
    if (!name) {
      // Only a warning if no component loads the file: a flag of kubectl may select one of the contexts.
      const severity = context.isLoaded ? "error" : "warning";
      place.at("current-context").say("`current-context` must be set, or the client has no server", { severity });
    } else if (!names.includes(name)) {
      const message = `must name a defined context; got "${name}"`;
      const help = names.length > 0 ? `contexts: ${names.join(", ")}` : "the file defines no contexts";
      place.at("current-context").say(message, { cause: "not-found", help });
    }
  },
);

/** Without a user the component sends anonymous requests, which some servers accept. */
const contextParts = rule<Config>(
  {
    id: "kubeconfig/context",
    severity: "error",
    cause: "not-found",
    summary: "the current context must name a cluster, and should name a user, that are defined",
  },
  (config, place) => {
    const selected = selectedContext(config);
    if (!selected) return;
    const { path, value } = selected;
    const defined = {
      cluster: (config.clusters ?? []).map(({ name }) => name),
      user: (config.users ?? []).map(({ name }) => name),
    };
    for (const part of ["cluster", "user"] as const) {
      const name = value[part];
      const at = { path: [...path, part], ...(part === "user" ? { severity: "warning" as const } : {}) };
      if (!name) place.pass([{ ...at, cause: "required", message: `\`${part}\` must be set` }]);
      else if (!defined[part].includes(name))
        place.pass([{ ...at, message: `must name a defined ${part}; got "${name}"` }]);
    }
    for (const message of value.namespace ? validateDns1123Label(value.namespace) : []) {
      place.along(path).at("namespace").say(message, { severity: "warning", cause: "invalid" });
    }
  },
);

/** client-go converts these lists to maps, so repeated names overwrite each other. */
const namesUnique = rule<Config>(
  {
    id: "kubeconfig/names-unique",
    severity: "error",
    cause: "duplicate",
    summary: "names of clusters, users and contexts are unique",
  },
  (config, place) => {
    for (const field of ["clusters", "users", "contexts"] as const) {
      for (const { index, first, text: name } of findRepeats((config[field] ?? []).map((item) => item.name ?? ""))) {
        place.at(field, index, "name").say(`must be unique; item ${first} of ${field} has the same name`, {
          see: place.at(field, first, "name").note("first listed here"),
          value: name,
        });
      }
    }
  },
);

const clusterUsable = rule<Config>(
  {
    id: "kubeconfig/cluster",
    severity: "error",
    summary: "the selected cluster has a server, and its CA either as file or as data",
  },
  (config, place) => {
    const wanted = selectedContext(config)?.value.cluster;
    const index = (config.clusters ?? []).findIndex(({ name }) => name === wanted);
    if (!wanted || index < 0) return;
    const selected = config.clusters?.[index]?.cluster ?? {};
    const at = place.at("clusters", index, "cluster");
    if (!selected.server) at.at("server").required();
    if (selected["certificate-authority"] && selected["certificate-authority-data"]) {
      const message = "may not be set with `certificate-authority-data`";
      at.at("certificate-authority").say(message, { help: "keep one of them" });
    }
    const proxy = selected["proxy-url"] ? proxyFault(selected["proxy-url"]) : undefined;
    if (proxy) at.at("proxy-url").say(proxy);
  },
);

const userUsable = rule<Config>(
  {
    id: "kubeconfig/user",
    severity: "error",
    summary: "the selected user has exactly one complete way to authenticate",
  },
  (config, place) => {
    const wanted = selectedContext(config)?.value.user;
    const index = (config.users ?? []).findIndex(({ name }) => name === wanted);
    const selected = config.users?.[index]?.user;
    if (!wanted || !selected) return;
    for (const { path, message, cause } of userFaults(selected)) {
      place
        .at("users", index, "user")
        .along(path)
        .say(message, { ...(cause ? { cause } : {}) });
    }
  },
);

export const kubeconfig = kind("clientcmd/v1.Config", {
  loader: { flag: "kubeconfig", emptyFile: "empty-object", unknownFields: "ignore", mayOmit: "both" },
  rules: [namesUnique, currentContext, contextParts, clusterUsable, userUsable],
});

const proxySchemes = ["http", "https", "socks5"];

function proxyFault(text: string): string | undefined {
  const parsed = parseUrl(text);
  if (!parsed.ok) return `must be a URL: ${parsed.reason}`;
  if (proxySchemes.includes(parsed.value.scheme)) return undefined;
  return `must be a URL with the scheme ${proxySchemes.join(", ")}; got "${parsed.value.scheme}"`;
}

function selectedContext(config: Config) {
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

function userFaults(selected: AuthInfo): UserFault[] {
  const faults: UserFault[] = [];
  if (selected["client-certificate"] || selected["client-certificate-data"])
    faults.push(...certificateFaults(selected));
  if (selected.token && (selected.username || selected.password)) {
    faults.push({
      path: ["username"],
      message: "must not be set together with a token: a user has one way to authenticate",
    });
  }
  if (selected.exec) faults.push(...execFaults(selected));
  const hasExtra = Object.keys(selected["as-user-extra"] ?? {}).length > 0;
  if (!selected.as && (selected["as-uid"] || selected["as-groups"]?.length || hasExtra)) {
    faults.push({ path: ["as"], cause: "required", message: "`as` must be set with the other impersonation fields" });
  }
  return faults;
}

/** Returns the faults of a client certificate. The key matters only if there is a certificate. */
function certificateFaults(selected: AuthInfo): UserFault[] {
  const faults: UserFault[] = [];
  for (const field of ["client-certificate", "client-key"] as const) {
    if (selected[field] && selected[`${field}-data`]) {
      faults.push({ path: [field], message: `may not be set with \`${field}-data\`` });
    }
  }
  if (!selected["client-key"] && !selected["client-key-data"]) {
    const message = "`client-key` must be set with a client certificate";
    faults.push({ path: ["client-key"], cause: "required", message });
  }
  return faults;
}

const interactiveModes = ["Never", "IfAvailable", "Always"];
/** Versions of ExecCredential without a choice of the interactive mode; they imply IfAvailable. */
const versionsWithMode = ["client.authentication.k8s.io/v1beta1", "client.authentication.k8s.io/v1alpha1"];

function execFaults({ exec: plugin = {}, "auth-provider": provider }: AuthInfo): UserFault[] {
  const faults: UserFault[] = [];
  if (provider) faults.push({ path: ["exec"], message: "may not be set with `auth-provider`" });
  for (const field of ["command", "apiVersion"] as const) {
    if (!plugin[field]) faults.push({ path: ["exec", field], cause: "required", message: `\`${field}\` must be set` });
  }
  const { interactiveMode: mode, apiVersion = "" } = plugin;
  if (mode ? !interactiveModes.includes(mode) : !versionsWithMode.includes(apiVersion)) {
    const message = '`interactiveMode` must be set to "Never", "IfAvailable" or "Always"';
    faults.push({ path: ["exec", "interactiveMode"], ...(mode ? {} : { cause: "required" }), message });
  }
  for (const [index, { name }] of (plugin.env ?? []).entries()) {
    if (!name) faults.push({ path: ["exec", "env", index, "name"], cause: "required", message: "`name` must be set" });
  }
  return faults;
}
