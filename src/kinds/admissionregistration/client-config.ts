/**
 * How the API server reaches a webhook: a URL or a service of the cluster, and the certificates that it trusts. Shared
 * by admission and conversion webhooks.
 *
 * @module
 */
import type { ServiceReference, WebhookClientConfig } from "../../api/types/admissionregistration-v1.ts";
import { showGoValue } from "../../json/go-value.ts";
import type { Finding } from "../../rule/finding.ts";
import { parseUrl } from "../../text/go-url.ts";
import { validateDns1123Subdomain } from "../../text/names.ts";

const maxPort = 65_535;

export function applyClientConfigDefaults(config: WebhookClientConfig | undefined): void {
  if (config?.service) config.service.port ??= 443;
}

/**
 * Returns the faults in the address of a webhook that the API server rejects, except those of certificates. Paths are
 * relative to `config`.
 */
export function clientConfigFindings({ url, service }: WebhookClientConfig): Finding[] {
  if ((url === undefined) === (service === undefined)) {
    const found = url === undefined ? "neither" : "both";
    return [
      { path: [], cause: "required", message: `exactly one of \`url\` and \`service\` must be set; got ${found}` },
    ];
  }
  if (url !== undefined) return urlFaults(url).map((fault) => ({ path: ["url"], value: url, ...fault }));
  return service ? serviceFindings(service).map((found) => ({ ...found, path: ["service", ...found.path] })) : [];
}

const urlForm = "write it as https://host/path";

interface UrlFault {
  readonly message: string;
  readonly help?: string;
  readonly cause?: "required";
  readonly serverText?: string;
}

const wantedForm = "; desired format: https://host[/path]";

function urlFaults(url: string): UrlFault[] {
  const parsed = parseUrl(url);
  if (!parsed.ok) return [{ message: `must be a URL: ${parsed.error}`, help: urlForm, cause: "required" }];
  const { scheme, host, user, fragment, rawQuery } = parsed.value;
  const faults: UrlFault[] = [];
  const text = (shown: string, words: string) => `${showGoValue(shown)}: ${words}`;
  if (scheme !== "https") {
    const serverText = text(scheme, `'https' is the only allowed URL scheme${wantedForm}`);
    faults.push({ message: `must have the scheme https; got ${JSON.stringify(scheme)}`, help: urlForm, serverText });
  }
  if (host === "") {
    faults.push({
      message: "must have a host",
      help: urlForm,
      serverText: text(host, `host must be specified${wantedForm}`),
    });
  }
  if (user !== undefined) {
    const words = "user information is not permitted in the URL";
    faults.push({
      message: "must not have a user",
      serverText: text([user.username, user.password].filter((part) => part !== undefined).join(":"), words),
    });
  }
  if (fragment !== "") {
    faults.push({
      message: "must not have a fragment",
      serverText: text(fragment, "fragments are not permitted in the URL"),
    });
  }
  if (rawQuery !== "") {
    faults.push({
      message: "must not have a query",
      serverText: text(rawQuery, "query parameters are not permitted in the URL"),
    });
  }
  return faults;
}

function serviceFindings({ name, namespace, path, port = 443 }: ServiceReference): Finding[] {
  const findings: Finding[] = [];
  if (!name) findings.push({ path: ["name"], cause: "required", message: "`name` must be set" });
  if (!namespace) findings.push({ path: ["namespace"], cause: "required", message: "`namespace` must be set" });
  if (port < 1 || port > maxPort) {
    findings.push({ path: ["port"], message: `must be from 1 to ${maxPort}; got ${port}`, value: port });
  }
  for (const message of pathFaults(path ?? "")) findings.push({ path: ["path"], message, value: path ?? "" });
  return findings;
}

/** Returns the faults of a URL path: every segment must be a DNS subdomain; a trailing slash is allowed. */
function pathFaults(path: string): string[] {
  if (path === "" || path === "/") return [];
  if (path === "//") return ["segment 0 must not be empty"];
  const faults = path.startsWith("/") ? [] : [`must start with a slash; got ${JSON.stringify(path)}`];
  const segments = path.slice(1).replace(/\/$/, "").split("/");
  for (const [index, segment] of segments.entries()) {
    if (segment === "") faults.push(`segment ${index} must not be empty`);
    else for (const fault of validateDns1123Subdomain(segment)) faults.push(`segment ${index}: ${fault}`);
  }
  return faults;
}
