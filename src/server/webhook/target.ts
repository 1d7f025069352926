/**
 * Determines the target of a webhook call from a client configuration.
 *
 * @module
 */
import type { WebhookClientConfig } from "../../api/types/admissionregistration-v1.ts";
import { decodeBase64 } from "../../text/base64.ts";
import { formatDuration } from "../../text/duration.ts";
import type { ServicePort } from "./service-address.ts";
import { WebhookFault } from "./webhook-fault.ts";

/** The time limit and the credentials of a call. */
export interface CallTime {
  /** Limit for the whole call. */
  readonly timeoutMs: number;
  /** Whether the URL contains the timeout, for the webhook; default true. */
  readonly sendsTimeout?: boolean;
  /** Finds the credentials for a webhook; absent: all calls are anonymous. */
  readonly credentialsFor?: CredentialsFor | undefined;
}

export interface Target {
  /** The URL with its query. */
  readonly url: string;
  /** The service, and the host and port in the URL that represent it. */
  readonly service?: ServicePort & { readonly host: string };
  /** The certificate authorities of the webhook in PEM; absent: Node's default ones. */
  readonly authority?: string;
  readonly credentials?: Credentials;
  /** Whether calls contain the headers of the trace. */
  readonly isTraced?: true;
}

/** How this server authenticates to a webhook, and how it verifies the webhook. */
export interface Credentials {
  /** Called for each request. */
  headers(): Readonly<Record<string, string>>;
  /** The client certificate and its key, in PEM. */
  readonly certificate?: string;
  readonly key?: string;
  /** The name that the webhook's certificate must be valid for; default: the host of the URL. */
  readonly serverName?: string;
  /** Whether any certificate of the webhook is accepted. */
  readonly skipsVerification: boolean;
}

/** Returns the credentials for a webhook by `host:port`; undefined for anonymous calls. */
export type CredentialsFor = (hostPort: string) => Credentials | undefined;

const defaultPort = 443;
const msPerSecond = 1000;

/** @throws {WebhookFault} for a configuration without a service or URL */
export function targetOf({ url, service, caBundle = "" }: WebhookClientConfig, call: CallTime): Target {
  const query = call.sendsTimeout === false ? "" : `?timeout=${Math.max(1, Math.ceil(call.timeoutMs / msPerSecond))}s`;
  const bundle = decodeBase64(caBundle);
  const trust = bundle && bundle.length > 0 ? { authority: new TextDecoder().decode(bundle) } : {};
  if (service) {
    const { name = "", namespace = "", port = defaultPort, path = "" } = service;
    const host = `${name}.${namespace}.svc:${port}`;
    const address = { url: `https://${host}${cleanPath(path)}${query}`, service: { name, namespace, port, host } };
    return { ...address, ...trust, ...shown(host, call), isTraced: true };
  }
  if (url === undefined) throw new WebhookFault("webhook configuration must have either service or URL");
  const { protocol, host, port, pathname } = new URL(url);
  const address = { url: `${protocol}//${host}${cleanPath(pathname)}${query}` };
  return { ...address, ...trust, ...shown(port === "" ? `${host}:${defaultPort}` : host, call), isTraced: true };
}

function shown(hostPort: string, { credentialsFor }: CallTime): Pick<Target, "credentials"> {
  const credentials = credentialsFor?.(hostPort);
  return credentials ? { credentials } : {};
}

const nanosPerMs = 1_000_000n;

/** Adds the timeout as a query parameter, in client-go's notation. */
export const withTimeoutQuery = (target: Target, timeoutMs: number): Target => ({
  ...target,
  url: `${target.url}?timeout=${encodeURIComponent(formatDuration(BigInt(timeoutMs) * nanosPerMs))}`,
});

/** Removes empty segments and a trailing slash. */
const cleanPath = (path: string): string => `/${path.split("/").filter(Boolean).join("/")}`;
