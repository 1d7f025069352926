/**
 * The `--authentication-token-webhook-*` flags of `clustervet serve`.
 *
 * @module
 */
import type { Settings } from "../engine/options.ts";
import { WebhookTokens } from "../server/authn/webhook-tokens.ts";
import type { Log } from "../server/http/log.ts";
import { type EgressFlags, readEgress } from "./serve-egress.ts";
import { kubeconfigClient, readTarget } from "./serve-webhook.ts";

export interface TokenWebhookFlags extends EgressFlags {
  readonly authenticationTokenWebhookConfigFile?: string;
  readonly authenticationTokenWebhookVersion?: "v1" | "v1beta1";
  /** In milliseconds. */
  readonly authenticationTokenWebhookCacheTtl?: number;
}

const defaultCacheTtlMs = 120_000;

export interface TokenWebhook {
  readonly tokens: WebhookTokens;
  stop(): void;
}

/** @throws {UsageError} if the kubeconfig can't be used; its faults are printed first */
export function readTokenWebhook(file: string, flags: TokenWebhookFlags, settings: Settings, log: Log): TokenWebhook {
  const client = kubeconfigClient(readEgress(flags));
  const tokens = new WebhookTokens({
    target: readTarget(file, settings),
    version: flags.authenticationTokenWebhookVersion ?? "v1beta1",
    cacheTtlMs: flags.authenticationTokenWebhookCacheTtl ?? defaultCacheTtlMs,
    client,
    log,
    nowMs: Date.now,
  });
  return { tokens, stop: () => client.close() };
}
