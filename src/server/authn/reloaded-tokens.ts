/**
 * Authenticates tokens of issuers by a configuration that may change while the server runs.
 *
 * @module
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { AuthenticationConfiguration } from "../../api/types/apiserver-v1.ts";
import type { Authentication, Authenticator, Credentials } from "./authenticator.ts";
import { IssuerTokens, type IssuerTokensOptions } from "./issuer-tokens.ts";

/**
 * Time in milliseconds in which the issuers of a new configuration must respond; otherwise the old configuration stays.
 */
const readyTimeoutMs = 60_000;

const readyPollMs = 100;

export class ReloadedTokens implements Authenticator {
  private readonly options: IssuerTokensOptions;
  private current: IssuerTokens;

  constructor(configuration: AuthenticationConfiguration, options: IssuerTokensOptions) {
    this.options = options;
    this.current = new IssuerTokens(configuration, options);
  }

  /** Resolves after the first attempt to reach the issuers. */
  start(): Promise<void> {
    return this.current.start();
  }

  stop(): void {
    this.current.stop();
  }

  authenticate(credentials: Credentials): Promise<Authentication> {
    return this.current.authenticate(credentials);
  }

  /**
   * Switches to a new configuration.
   *
   * @returns whether the new configuration is in use; false if one of its issuers was not reached in time
   */
  async replace(configuration: AuthenticationConfiguration, timeoutMs = readyTimeoutMs): Promise<boolean> {
    const next = new IssuerTokens(configuration, this.options);
    await next.start();
    const endMs = performance.now() + timeoutMs;
    while (!next.isReady && performance.now() < endMs) await sleep(readyPollMs, undefined, { ref: false });
    const [used, unused] = next.isReady ? [next, this.current] : [this.current, next];
    unused.stop();
    this.current = used;
    return next.isReady;
  }
}
