/**
 * The flags of `clustervet serve` for authorization: the chain of authorizers, and the files that they read.
 *
 * @module
 */
import { type AbacPolicy, parseAbacFile } from "../access/abac.ts";
import type { AuthorizationConfiguration, AuthorizerConfiguration } from "../api/types/apiserver-v1.ts";
import type { Settings } from "../engine/options.ts";
import type { Authorizer } from "../server/authz/authorizer.ts";
import { type AuthorizationParts, AuthorizerChain, missingTypes } from "../server/authz/authorizer-chain.ts";
import { webhookAuthorizer } from "../server/authz/webhook-authorizer.ts";
import type { Log } from "../server/http/log.ts";
import type { AuthorizationMode } from "./authorization-modes.ts";
import { UsageError } from "./exit.ts";
import { FollowedFile } from "./followed-file.ts";
import { nodeHost } from "./node-host.ts";
import { readConfiguration } from "./read-configuration.ts";
import { type EgressFlags, readEgress } from "./serve-egress.ts";
import { readFlagFile } from "./serve-files.ts";
import { kubeconfigClient, readChangedTarget, readTarget } from "./serve-webhook.ts";
import { loadConfiguration } from "./single-result.ts";
import { settleServer } from "./target-options.ts";

export interface AuthorizationFlags extends EgressFlags {
  readonly authorizationMode?: readonly AuthorizationMode[];
  readonly authorizationConfig?: string;
  readonly authorizationPolicyFile?: string;
  readonly authorizationWebhookConfigFile?: string;
  readonly authorizationWebhookVersion?: "v1" | "v1beta1";
  /** A duration in the format of AuthorizationConfiguration. */
  readonly authorizationWebhookCacheAuthorizedTtl?: string;
  readonly authorizationWebhookCacheUnauthorizedTtl?: string;
  readonly target?: string;
  readonly groupDomain?: string;
}

export interface Authorization {
  /** Returns the authorizer of a server, and starts to watch the configuration file. */
  start(parts: AuthorizationParts): Authorizer;
  stop(): void;
}

const kind = "AuthorizationConfiguration";

/**
 * @throws {UsageError} if kube-apiserver would not start with the flags or files; the faults of files are printed first
 */
export function readAuthorization(flags: AuthorizationFlags, log: Log): Authorization {
  const settings = settleServer(flags, { host: nodeHost("/") });
  const { authorizationConfig: path } = flags;
  const configuration = path === undefined ? configurationOf(flags) : loadConfigurationFile(path, flags, settings);
  const client = kubeconfigClient(readEgress(flags));
  const policies = readPolicies(flags, configuration, log);
  const targets = new Map(webhooksOf(configuration).map((entry) => [entry, readTarget(fileOf(entry), settings)]));
  const { target: release } = settings;
  const webhook = (entry: AuthorizerConfiguration, { metrics }: AuthorizationParts): Authorizer =>
    webhookAuthorizer({
      name: entry.name ?? "",
      webhook: entry.webhook ?? {},
      target: targets.get(entry) ?? readChangedTarget(fileOf(entry), settings),
      client,
      metrics,
      log,
      nowMs: Date.now,
      release,
    });
  let follower: FollowedFile | undefined;
  return {
    start(parts) {
      const chain = new AuthorizerChain(configuration, { policies, webhook }, parts);
      if (path !== undefined) {
        parts.metrics.noteStart(readFlagFile("--authorization-config", path));
        follower = follow(path, { chain, settings, log, started: configuration, parts });
      }
      return chain;
    },
    stop() {
      follower?.stop();
      client.close();
    },
  };
}

const legacyFlags = [
  ["--authorization-mode", "authorizationMode"],
  ["--authorization-webhook-config-file", "authorizationWebhookConfigFile"],
  ["--authorization-webhook-version", "authorizationWebhookVersion"],
  ["--authorization-webhook-cache-authorized-ttl", "authorizationWebhookCacheAuthorizedTtl"],
  ["--authorization-webhook-cache-unauthorized-ttl", "authorizationWebhookCacheUnauthorizedTtl"],
] as const;

function loadConfigurationFile(
  path: string,
  flags: AuthorizationFlags,
  settings: Settings,
): AuthorizationConfiguration {
  const legacy = legacyFlags.find(([, name]) => flags[name] !== undefined);
  if (legacy) throw new UsageError(`--authorization-config can't be used together with ${legacy[0]}`);
  return loadConfiguration<AuthorizationConfiguration>(path, kind, settings).object;
}

/** Returns the configuration that corresponds to the flags without `--authorization-config`. */
function configurationOf(flags: AuthorizationFlags): AuthorizationConfiguration {
  const { authorizationMode: modes = ["RBAC"], authorizationWebhookConfigFile: file } = flags;
  const repeated = modes.find((mode, index) => modes.indexOf(mode) !== index);
  if (repeated !== undefined)
    throw new UsageError(`--authorization-mode must name each mode once; got ${repeated} twice`);
  if (modes.includes("Webhook") && file === undefined) {
    throw new UsageError("--authorization-mode Webhook needs --authorization-webhook-config-file");
  }
  if (file !== undefined && !modes.includes("Webhook")) {
    throw new UsageError("--authorization-webhook-config-file needs --authorization-mode Webhook");
  }
  const webhook = webhookOf(flags);
  return {
    authorizers: modes.map((type) =>
      type === "Webhook" ? { type, name: "default", webhook } : { type, name: type.toLowerCase() },
    ),
  };
}

function webhookOf(flags: AuthorizationFlags): AuthorizerConfiguration["webhook"] & object {
  const { authorizationWebhookCacheAuthorizedTtl: authorizedTTL = "5m" } = flags;
  const { authorizationWebhookCacheUnauthorizedTtl: unauthorizedTTL = "30s" } = flags;
  return {
    authorizedTTL,
    cacheAuthorizedRequests: true,
    unauthorizedTTL,
    cacheUnauthorizedRequests: true,
    timeout: "30s",
    failurePolicy: "NoOpinion",
    subjectAccessReviewVersion: flags.authorizationWebhookVersion ?? "v1beta1",
    connectionInfo: { type: "KubeConfigFile", kubeConfigFile: flags.authorizationWebhookConfigFile ?? "" },
  };
}

const webhooksOf = ({ authorizers = [] }: AuthorizationConfiguration): readonly AuthorizerConfiguration[] =>
  authorizers.filter(({ type }) => type === "Webhook");

const fileOf = ({ webhook }: AuthorizerConfiguration): string => webhook?.connectionInfo?.kubeConfigFile ?? "";

function readPolicies(
  { authorizationPolicyFile: file }: AuthorizationFlags,
  { authorizers = [] }: AuthorizationConfiguration,
  log: Log,
): readonly AbacPolicy[] {
  const flag = "--authorization-policy-file";
  const usesAbac = authorizers.some(({ type }) => type === "ABAC");
  if (file === undefined) {
    if (usesAbac) throw new UsageError(`the authorizer ABAC needs ${flag}`);
    return [];
  }
  if (!usesAbac) throw new UsageError(`${flag} needs the authorizer ABAC`);
  const read = parseAbacFile(readFlagFile(flag, file));
  if (!read.ok) {
    const faults = read.error.map(({ line, message }) => `${file}:${line}: ${message}`);
    throw new UsageError(`${flag} cannot be used: ${faults.join("; ")}`);
  }
  const { oldLines } = read.value;
  if (oldLines.length > 0) log.warn({ file, lines: oldLines }, "policies of the old form: write them as v1beta1");
  return read.value.policies;
}

interface FollowerParts {
  readonly chain: AuthorizerChain;
  readonly settings: Settings;
  readonly log: Log;
  /** The configuration with which the server started. */
  readonly started: AuthorizationConfiguration;
  readonly parts: AuthorizationParts;
}

/**
 * Uses the configuration again whenever its file changes. If it can't be used, the previous configuration stays in use.
 */
function follow(path: string, { chain, settings, log, started, parts }: FollowerParts): FollowedFile {
  const fields = { file: path };
  return new FollowedFile(path, async (content) => {
    const faults = useChanged(
      readConfiguration<AuthorizationConfiguration>(path, content, { kind, settings }),
      chain,
      started,
    );
    parts.metrics.noteReload(faults.length > 0 ? undefined : content);
    if (faults.length === 0) log.info(fields, "the changed authorization configuration is in use");
    else {
      const message = "the changed authorization configuration is not valid; the previous one stays in use";
      log.error({ ...fields, faults }, message);
    }
    return "done";
  });
}

type Changed = ReturnType<typeof readConfiguration<AuthorizationConfiguration>>;

/** Uses a changed configuration. Returns the reasons if it can't be used; empty on success. */
function useChanged({ object, faults }: Changed, chain: AuthorizerChain, started: AuthorizationConfiguration) {
  if (!object) return faults;
  const missing = missingTypes(started, object);
  if (missing.length > 0) return [`authorizers: must still have the types ${missing.join(", ")}`];
  try {
    chain.replace(object);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
