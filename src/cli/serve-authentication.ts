/**
 * The flags of `clustervet serve` about who may come in: tokens of a file, tokens of issuers, requests without credentials.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import type { AuthenticationConfiguration } from "../api/types/apiserver-v1.ts";
import { formatPath } from "../diagnostic/path.ts";
import type { Settings } from "../engine/options.ts";
import { settle } from "../engine/options.ts";
import { vetFile } from "../engine/vet-file.ts";
import { anonymousAt } from "../server/authn/anonymous.ts";
import type { Authenticator } from "../server/authn/authenticator.ts";
import { clientCertificate } from "../server/authn/client-certificate.ts";
import { ReloadedTokens } from "../server/authn/reloaded-tokens.ts";
import { staticTokens } from "../server/authn/static-tokens.ts";
import { parseTokenFile } from "../server/authn/token-file.ts";
import type { Log } from "../server/http/log.ts";
import { readSource } from "../source/read-source.ts";
import { loadConfiguration } from "./answer.ts";
import { UsageError } from "./exit.ts";
import { nodeHost } from "./node-host.ts";
import { readGiven } from "./serve-files.ts";
import { type OidcFlags, type OidcOptions, readOidc } from "./serve-oidc.ts";
import { given } from "./target-options.ts";

export interface AuthenticationFlags extends OidcFlags {
  readonly anonymousAuth?: boolean;
  readonly tokenAuthFile?: string;
  readonly authenticationConfig?: string;
  readonly target?: string;
  readonly groupDomain?: string;
}

export interface Authentication {
  /** In the order in which they are asked. */
  readonly authenticators: readonly Authenticator[];
  /** Those that are asked after all others. */
  readonly remoteAuthenticators: readonly Authenticator[];
  stop(): void;
}

/** Milliseconds between two looks at the file of the configuration. */
const watchIntervalMs = 1000;

const kind = "AuthenticationConfiguration";

/**
 * @param serviceAccountIssuers - whose tokens are not for other issuers
 * @throws {UsageError} for files with which kube-apiserver would not start; what is wrong with a configuration is printed first
 */
export async function startAuthentication(
  flags: AuthenticationFlags,
  serviceAccountIssuers: readonly string[],
  log: Log,
): Promise<Authentication> {
  const { tokenAuthFile, authenticationConfig: path, anonymousAuth } = flags;
  const known = tokenAuthFile === undefined ? [] : [readTokens(tokenAuthFile, log)];
  const local = [clientCertificate, ...known];
  const oidc = readOidc(flags);
  if (oidc && path !== undefined) {
    throw new UsageError("--authentication-config can't be used together with --oidc-* flags");
  }
  const settings = settle({
    serviceAccountIssuers,
    host: nodeHost(undefined),
    ...given("target", flags.target),
    ...given("groupDomain", flags.groupDomain),
  });
  if (path === undefined) {
    const tokens =
      oidc &&
      new ReloadedTokens(vetted(oidc, settings, flags.groupDomain), {
        ...oidc,
        target: settings.target,
        log,
        nowMs: Date.now,
      });
    await tokens?.start();
    return {
      authenticators: [...local, ...anonymousBy({}, anonymousAuth ?? true)],
      remoteAuthenticators: tokens ? [tokens] : [],
      stop: () => tokens?.stop(),
    };
  }
  const { object } = loadConfiguration<AuthenticationConfiguration>(path, kind, settings, {
    format: "text",
    color: "auto",
  });
  if (object.anonymous && anonymousAuth !== undefined) {
    throw new UsageError(`--anonymous-auth can't be used together with the field \`anonymous\` of ${path}`);
  }
  const tokens = new ReloadedTokens(object, { target: settings.target, log, nowMs: Date.now });
  await tokens.start();
  const follower = new ConfigurationFollower(path, { settings, tokens, log, started: object });
  return {
    authenticators: [...local, ...anonymousBy(object, anonymousAuth ?? true)],
    remoteAuthenticators: [tokens],
    stop() {
      follower.stop();
      tokens.stop();
    },
  };
}

/** @throws {UsageError} for flags that make no valid configuration */
function vetted(
  { configuration }: OidcOptions,
  settings: Settings,
  groupDomain = "k8s.io",
): AuthenticationConfiguration {
  const text = JSON.stringify({ apiVersion: `apiserver.config.${groupDomain}/v1`, kind, ...configuration });
  const [expected] = settings.catalog.named(kind);
  const { diagnostics } = vetFile(readSource("--oidc-*", new TextEncoder().encode(text)), settings, expected);
  const fault = diagnostics.find(({ severity }) => severity === "error");
  if (fault) throw new UsageError(`--oidc-*: ${formatPath(fault.path)}: ${fault.message}`);
  return configuration;
}

function readTokens(file: string, log: Log): Authenticator {
  const text = readGiven("--token-auth-file", file);
  try {
    const { entries, warnings } = parseTokenFile(text);
    for (const warning of warnings) log.warn({ file }, warning);
    return staticTokens(entries);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`--token-auth-file ${error.message}`);
    throw error;
  }
}

function anonymousBy({ anonymous }: AuthenticationConfiguration, byFlag: boolean): readonly Authenticator[] {
  if (!(anonymous ? anonymous.enabled : byFlag)) return [];
  const paths = (anonymous?.conditions ?? []).map(({ path = "" }) => path);
  return [anonymousAt(paths.length === 0 ? undefined : new Set(paths))];
}

interface FollowerParts {
  readonly settings: Settings;
  readonly tokens: ReloadedTokens;
  readonly log: Log;
  /** With which the server started. */
  readonly started: AuthenticationConfiguration;
}

/** Puts a configuration to use each time that its file changes. One that is not valid leaves the previous one as it is. */
class ConfigurationFollower {
  private readonly path: string;
  private readonly parts: FollowerParts;
  private text: string | undefined;
  private work: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(path: string, parts: FollowerParts) {
    this.path = path;
    this.parts = parts;
    this.text = readText(path);
    this.timer = setInterval(() => this.look(), watchIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    this.work ??= this.reload().finally(() => {
      this.work = undefined;
    });
  }

  private async reload(): Promise<void> {
    const text = readText(this.path);
    if (text === undefined || text === this.text) return;
    this.text = text;
    const { log, tokens } = this.parts;
    const fields = { file: this.path };
    const { object, faults } = this.read(text);
    if (!object)
      return log.error(
        { ...fields, faults },
        "the changed authentication configuration is not valid; the previous one stays in use",
      );
    if (await tokens.replace(object)) return log.info(fields, "the changed authentication configuration is in use");
    log.error(
      fields,
      "an issuer of the changed authentication configuration cannot be reached; the previous one stays in use",
    );
    // Tried again with the next look at the file.
    this.text = undefined;
  }

  private read(text: string): { readonly object?: AuthenticationConfiguration; readonly faults: readonly string[] } {
    const { settings, started } = this.parts;
    const [expected] = settings.catalog.named(kind);
    const { diagnostics, objects } = vetFile(readSource(this.path, new TextEncoder().encode(text)), settings, expected);
    const faults = diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ path, message }) => `${formatPath(path)}: ${message}`);
    const object = objects[0]?.object as AuthenticationConfiguration | undefined;
    if (faults.length > 0 || !object) return { faults };
    if (JSON.stringify(object.anonymous) !== JSON.stringify(started.anonymous)) {
      return { faults: ["anonymous: must not change while the server runs"] };
    }
    return { object, faults };
  }
}

/** Undefined for a file that cannot be read, which may be about to be replaced. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
