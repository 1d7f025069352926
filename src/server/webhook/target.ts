/**
 * Whom a client configuration means.
 *
 * @module
 */
import type { WebhookClientConfig } from "../../api/types/admissionregistration-v1.ts";
import { decodeBase64 } from "../../text/base64.ts";
import { formatDuration } from "../../text/duration.ts";
import type { ServicePort } from "./service-address.ts";
import { WebhookFault } from "./webhook-fault.ts";

/** How long a call may take. */
export interface CallTime {
  /** All in all. */
  readonly timeoutMs: number;
  /** Whether the webhook is to know the time it has; default true. */
  readonly tellsTimeout?: boolean;
  /** As whom the webhook is asked; absent: as nobody. */
  readonly credentialsFor?: CredentialsFor | undefined;
}

export interface Target {
  /** With the query. */
  readonly url: string;
  /** Host and port of the URL that lead to the service, and the service. */
  readonly service?: ServicePort & { readonly host: string };
  /** PEM of those who vouch for its certificate; absent: the authorities that Node knows. */
  readonly authority?: string;
  readonly credentials?: Credentials;
  /** Whether it learns which trace a call belongs to. */
  readonly isTraced?: true;
}

/** How a client shows who it is, and how it makes sure who the other side is. */
export interface Credentials {
  /** Read for each request. */
  headers(): Readonly<Record<string, string>>;
  /** PEM of the client's certificate and its key. */
  readonly certificate?: string;
  readonly key?: string;
  /** The name that the certificate of the other side must have; default: that of the URL. */
  readonly serverName?: string;
  /** Whether the certificate of the other side may be any. */
  readonly trustsAnyone: boolean;
}

/** The credentials for a webhook by `host:port`; undefined where it is asked without. */
export type CredentialsFor = (hostPort: string) => Credentials | undefined;

const defaultPort = 443;
const msPerSecond = 1000;

/** @throws {WebhookFault} for a configuration that names nobody */
export function targetOf({ url, service, caBundle = "" }: WebhookClientConfig, call: CallTime): Target {
  const query = call.tellsTimeout === false ? "" : `?timeout=${Math.max(1, Math.ceil(call.timeoutMs / msPerSecond))}s`;
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

/** The other side learns from the query how long it has, as client-go says it. */
export const withTimeoutQuery = (target: Target, timeoutMs: number): Target => ({
  ...target,
  url: `${target.url}?timeout=${encodeURIComponent(formatDuration(BigInt(timeoutMs) * nanosPerMs))}`,
});

/** Without empty segments, and without a slash at its end. */
const cleanPath = (path: string): string => `/${path.split("/").filter(Boolean).join("/")}`;
