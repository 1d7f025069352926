/**
 * An OpenID Connect issuer: finds and caches the keys that verify its tokens. Behaves like go-oidc, the client in
 * kube-apiserver: tries the known keys first, and fetches the keys again if none of them matches a signature.
 *
 * @module
 */
import type { JWK } from "jose";
import { type KeySet, signatureFault } from "../../access/signature.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { valueText } from "../../json/value-text.ts";
import { quoteGo } from "../../text/go-quote.ts";
import type { Log } from "../http/log.ts";
import type { EgressProxy } from "../outgoing/egress.ts";
import { fetchDocument, type OutgoingResponse } from "../outgoing/send.ts";

export interface IssuerOptions {
  /** The issuer in the claims of tokens, such as `https://issuer.example`. */
  readonly url: string;
  /** URL of the discovery document if it is not at the well-known path below `url`. */
  readonly discoveryUrl?: string;
  /** Certificate authorities in PEM format; absent: the authorities that Node trusts. */
  readonly ca?: string;
  /** Proxy for requests to the issuer; absent: direct connections. */
  readonly proxy?: EgressProxy | undefined;
  /** Accepted signature algorithms; default: all that a configuration file allows. */
  readonly algorithms?: readonly string[];
  readonly log: Log;
  readonly nowMs: () => number;
}

/** Interval between attempts to read the discovery document, in milliseconds. */
const discoveryIntervalMs = 10_000;

/** Keys that expire within this time, in milliseconds, are fetched again. */
const expiryDeltaMs = 30_000;

const wellKnownPath = "/.well-known/openid-configuration";

export class TokenIssuer {
  private readonly options: IssuerOptions;
  private keysUrl: URL | undefined;
  private keySet: KeySet = { keys: [] };
  private keysUntilMs = 0;
  private fetching: Promise<KeySet> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(options: IssuerOptions) {
    this.options = options;
  }

  /** Whether the discovery document has been read. Until then, tokens of the issuer are refused. */
  get isReady(): boolean {
    return this.keysUrl !== undefined;
  }

  /** Reads the discovery document, and retries until that succeeds. Resolves after the first attempt. */
  async start(): Promise<void> {
    try {
      this.keysUrl = await this.discover();
    } catch (error) {
      if (this.isStopped) return;
      this.options.log.warn(
        { issuer: this.options.url, error: textOf(error) },
        "the issuer of tokens cannot be reached",
      );
      this.timer = setTimeout(() => void this.start(), discoveryIntervalMs).unref();
    }
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Returns the error of a token's signature; undefined if the signature is valid. */
  async signatureFault(token: string): Promise<string | undefined> {
    const { algorithms } = this.options;
    if (!this.keysUrl) return "the issuer has not been reached yet";
    try {
      return await signatureFault(token, this.keySet, {
        newerKeys: () => this.newerKeys(),
        ...(algorithms ? { algorithms } : {}),
      });
    } catch (error) {
      return `failed to verify signature: fetching keys ${textOf(error)}`;
    }
  }

  /**
   * Fetches the keys again; undefined if the known keys have not expired. Concurrent calls share one request to the
   * issuer.
   */
  private async newerKeys(): Promise<KeySet | undefined> {
    if (!this.keysUrl || this.options.nowMs() + expiryDeltaMs <= this.keysUntilMs) return undefined;
    this.fetching ??= this.fetchKeys(this.keysUrl).finally(() => {
      this.fetching = undefined;
    });
    return this.fetching;
  }

  private async discover(): Promise<URL> {
    const { url, discoveryUrl } = this.options;
    const document = await this.getJson(new URL(discoveryUrl || url.replace(/\/$/, "") + wellKnownPath));
    const { issuer, jwks_uri: keysUrl } = document.json;
    if (issuer !== url) {
      throw new Error(
        `expected the issuer ${quoteGo(url)} in the discovery document, got ${quoteGo(valueText(issuer))}`,
      );
    }
    if (typeof keysUrl !== "string" || !URL.canParse(keysUrl)) {
      throw new Error("the discovery document has no jwks_uri that is a URL");
    }
    return new URL(keysUrl);
  }

  private async fetchKeys(url: URL): Promise<KeySet> {
    const { json, answer } = await this.getJson(url);
    const { keys } = json;
    if (!Array.isArray(keys)) throw new Error("the answer is no JSON web key set");
    this.keySet = { keys: keys.filter(isPlainObject).map((key) => Object.freeze({ ...key }) as JWK) };
    this.keysUntilMs = goodUntilMs(answer, this.options.nowMs());
    return this.keySet;
  }

  private async getJson(url: URL) {
    const { ca, proxy } = this.options;
    const answer = await fetchDocument({ url, proxy, ...(ca === undefined ? {} : { ca }) });
    if (answer.code !== 200) throw new Error(`${url.href} answered ${answer.code}`);
    return { json: parseObject(answer.text, url), answer };
  }
}

/**
 * Parses a JSON object.
 *
 * @throws {Error} if the text is not a JSON object
 */
function parseObject(text: string, url: URL): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    if (isPlainObject(json)) return json;
  } catch {
    // Reported by the error below.
  }
  throw new Error(`${url.href} did not answer with a JSON object`);
}

/**
 * Returns until when a response may be cached by its `Cache-Control` or `Expires` header, in milliseconds since the
 * epoch; at least the current time.
 */
function goodUntilMs({ headers }: OutgoingResponse, nowMs: number): number {
  const control = headers["cache-control"] ?? "";
  if (/\bno-(?:store|cache)\b/i.test(control)) return nowMs;
  const [, seconds] = /\b(?:s-maxage|max-age)=(\d+)/i.exec(control) ?? [];
  if (seconds !== undefined) return nowMs + Number(seconds) * 1000;
  const expires = Date.parse(headers.expires ?? "");
  return Number.isNaN(expires) ? nowMs : Math.max(nowMs, expires);
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
