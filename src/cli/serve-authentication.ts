/**
 * The flags of `clustervet serve` for authentication: token files, issuers of tokens, webhooks, and anonymous requests.
 *
 * @module
 */
import type { AuthenticationConfiguration } from "../api/types/apiserver-v1.ts";
import type { Settings } from "../engine/options.ts";
import { anonymousAt } from "../server/authn/anonymous.ts";
import type { Authenticator } from "../server/authn/authenticator.ts";
import { clientCertificate } from "../server/authn/client-certificate.ts";
import { ReloadedTokens } from "../server/authn/reloaded-tokens.ts";
import { staticTokens } from "../server/authn/static-tokens.ts";
import { parseTokenFile } from "../server/authn/token-file.ts";
import type { WebhookTokens } from "../server/authn/webhook-tokens.ts";
import type { Log } from "../server/http/log.ts";
import { UsageError } from "./exit.ts";
import { FollowedFile } from "./followed-file.ts";
import { nodeHost } from "./node-host.ts";
import { readConfiguration } from "./read-configuration.ts";
import { readEgress } from "./serve-egress.ts";
import { readFlagFile } from "./serve-files.ts";
import { type OidcFlags, type OidcOptions, readOidc } from "./serve-oidc.ts";
import type { TokenWebhookFlags } from "./serve-webhook-tokens.ts";
import { loadConfiguration } from "./single-result.ts";
import { settleServer } from "./target-options.ts";

export interface AuthenticationFlags extends OidcFlags, TokenWebhookFlags {
  readonly anonymousAuth?: boolean;
  readonly tokenAuthFile?: string;
  readonly authenticationConfig?: string;
  readonly target?: string;
  readonly groupDomain?: string;
}

export interface Authentication {
  /** In the order in which the server tries them. */
  readonly authenticators: readonly Authenticator[];
  /** Authenticators that the server tries after all others. */
  readonly remoteAuthenticators: readonly Authenticator[];
  readonly webhookTokens?: WebhookTokens;
  stop(): void;
}

const kind = "AuthenticationConfiguration";

/**
 * Reads the flags and starts to watch their files.
 *
 * @param serviceAccountIssuers - issuers of service account tokens, which an AuthenticationConfiguration must not name
 * @throws {UsageError} if kube-apiserver would not start with the files; the faults of a configuration are printed
 *   first
 */
export async function startAuthentication(
  flags: AuthenticationFlags,
  serviceAccountIssuers: readonly string[],
  log: Log,
): Promise<Authentication> {
  const { tokenAuthFile, authenticationTokenWebhookConfigFile: webhookFile } = flags;
  const known = tokenAuthFile === undefined ? [] : [readTokens(tokenAuthFile, log)];
  const settings = settleServer(flags, { serviceAccountIssuers, host: nodeHost(undefined) });
  const issuers = await startIssuers(flags, settings, log);
  const webhook =
    webhookFile === undefined
      ? undefined
      : (await import("./serve-webhook-tokens.ts")).readTokenWebhook(webhookFile, flags, settings, log);
  return {
    authenticators: [clientCertificate, ...known, ...issuers.anonymous],
    remoteAuthenticators: issuers.tokens,
    ...(webhook ? { webhookTokens: webhook.tokens } : {}),
    stop() {
      issuers.stop();
      webhook?.stop();
    },
  };
}

/** The authenticators that an AuthenticationConfiguration configures. */
interface Issuers {
  readonly tokens: readonly Authenticator[];
  readonly anonymous: readonly Authenticator[];
  stop(): void;
}

async function startIssuers(flags: AuthenticationFlags, settings: Settings, log: Log): Promise<Issuers> {
  const { authenticationConfig: path, anonymousAuth } = flags;
  const oidc = readOidc(flags);
  if (oidc && path !== undefined) {
    throw new UsageError("--authentication-config can't be used together with --oidc-* flags");
  }
  if (path === undefined) {
    const tokens =
      oidc &&
      new ReloadedTokens(validConfiguration(oidc, settings, flags.groupDomain), {
        ...oidc,
        egress: readEgress(flags),
        target: settings.target,
        log,
        nowMs: Date.now,
      });
    await tokens?.start();
    return {
      anonymous: createAnonymousAuthenticators({}, anonymousAuth ?? true),
      tokens: tokens ? [tokens] : [],
      stop: () => tokens?.stop(),
    };
  }
  const { object } = loadConfiguration<AuthenticationConfiguration>(path, kind, settings);
  if (object.anonymous && anonymousAuth !== undefined) {
    throw new UsageError(`--anonymous-auth can't be used together with the field \`anonymous\` of ${path}`);
  }
  const tokens = new ReloadedTokens(object, {
    egress: readEgress(flags),
    target: settings.target,
    log,
    nowMs: Date.now,
  });
  await tokens.start();
  const follower = followConfiguration(path, { settings, tokens, log, started: object });
  return {
    anonymous: createAnonymousAuthenticators(object, anonymousAuth ?? true),
    tokens: [tokens],
    stop() {
      follower.stop();
      tokens.stop();
    },
  };
}

/** @throws {UsageError} if the flags result in an invalid configuration */
function validConfiguration(
  { configuration }: OidcOptions,
  settings: Settings,
  groupDomain = "k8s.io",
): AuthenticationConfiguration {
  const text = JSON.stringify({ apiVersion: `apiserver.config.${groupDomain}/v1`, kind, ...configuration });
  const [fault] = readConfiguration("--oidc-*", text, { kind, settings }).faults;
  if (fault !== undefined) throw new UsageError(`--oidc-*: ${fault}`);
  return configuration;
}

function readTokens(file: string, log: Log): Authenticator {
  const text = readFlagFile("--token-auth-file", file);
  try {
    const { entries, warnings } = parseTokenFile(text);
    for (const warning of warnings) log.warn({ file }, warning);
    return staticTokens(entries);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`--token-auth-file ${error.message}`);
    throw error;
  }
}

function createAnonymousAuthenticators(
  { anonymous }: AuthenticationConfiguration,
  byFlag: boolean,
): readonly Authenticator[] {
  if (!(anonymous ? anonymous.enabled : byFlag)) return [];
  const paths = (anonymous?.conditions ?? []).map(({ path = "" }) => path);
  return [anonymousAt(paths.length === 0 ? undefined : new Set(paths))];
}

interface FollowerParts {
  readonly settings: Settings;
  readonly tokens: ReloadedTokens;
  readonly log: Log;
  /** The configuration with which the server started. */
  readonly started: AuthenticationConfiguration;
}

/**
 * Uses the configuration again whenever its file changes. If the new content is not valid, the previous configuration
 * stays in use.
 */
function followConfiguration(path: string, { settings, tokens, log, started }: FollowerParts): FollowedFile {
  const fields = { file: path };
  const use = async (text: string): Promise<"done" | "again"> => {
    const { object, faults } = readConfiguration<AuthenticationConfiguration>(path, text, { kind, settings });
    const isOther = object && JSON.stringify(object.anonymous) !== JSON.stringify(started.anonymous);
    const refused = isOther ? ["anonymous: must not change while the server runs"] : faults;
    if (!object || refused.length > 0) {
      const message = "the changed authentication configuration is not valid; the previous one stays in use";
      log.error({ ...fields, faults: refused }, message);
      return "done";
    }
    if (await tokens.replace(object)) {
      log.info(fields, "the changed authentication configuration is in use");
      return "done";
    }
    log.error(
      fields,
      "an issuer of the changed authentication configuration cannot be reached; the previous one stays in use",
    );
    return "again";
  };
  return new FollowedFile(path, use);
}
