/**
 * The client for webhooks: posts a review over HTTPS on kept-alive connections, and returns the response. Time, size,
 * redirects and connections are limited, so that an unresponsive webhook does not block calls to others.
 *
 * @module
 */
import type { Agent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookClientConfig } from "../../api/types/admissionregistration-v1.ts";
import { agentFor, type EgressSelection } from "../outgoing/egress.ts";
import { requestScope, type Span, traced } from "../tracing/span.ts";
import { exchangeOnce, type HttpResponse, IdleClosed, type Step } from "./exchange-once.ts";
import { assertSuccess, decodeResponse } from "./read-answer.ts";
import type { ResolveService } from "./service-address.ts";
import { type CallTime, type Target, targetOf } from "./target.ts";
import { WebhookFault } from "./webhook-fault.ts";

/** Most simultaneous connections to one webhook; further calls wait for a free one. */
const maxConnections = 100;
/** Most idle connections to keep to one webhook. */
const maxIdleConnections = 4;
const idleMs = 30_000;
/** Most redirects that one call follows. */
const maxRedirects = 10;
/** How often one call is retried because of `Retry-After`. */
const maxRetries = 10;

export interface WebhookCall extends CallTime {
  /** The JSON body. */
  readonly body: string;
  /** Largest response in bytes. */
  readonly maxAnswerBytes: number;
  /** Aborted when no caller waits for the response any more. */
  readonly signal?: AbortSignal;
  /**
   * Whether kube-apiserver sets this timeout on its HTTP client, not on the request, which makes the timeout errors
   * longer; default false.
   */
  readonly isClientTimeout?: boolean;
}

/** A call with the signal that ends it, which includes the timeout. */
interface Running extends WebhookCall {
  readonly signal: AbortSignal;
}

const awaitingHeaders = " (Client.Timeout exceeded while awaiting headers)";
const whileReading = " (Client.Timeout or context cancellation while reading body)";

const agentOptions = {
  keepAlive: true,
  maxSockets: maxConnections,
  maxFreeSockets: maxIdleConnections,
  timeout: idleMs,
};

export class WebhookClient {
  private readonly resolve: ResolveService;
  private readonly egress: EgressSelection;
  /** The agents share connections only between calls with the same address, name and authority. */
  private readonly serviceAgent: Agent;
  private readonly urlAgent: Agent;

  /** @param egress - the proxies to services and to URLs; default: no proxies */
  constructor(resolve: ResolveService, egress: EgressSelection = {}) {
    this.resolve = resolve;
    this.egress = egress;
    this.serviceAgent = agentFor(egress.cluster, agentOptions);
    this.urlAgent = agentFor(egress.controlplane, agentOptions);
  }

  /**
   * Posts to a webhook. Returns the decoded response.
   *
   * @throws {WebhookFault} if the call fails or times out, or if the response is too large, an error or not JSON
   */
  async post(config: WebhookClientConfig, call: WebhookCall): Promise<Readonly<Record<string, unknown>>> {
    return this.postTo(targetOf(config, call), call);
  }

  /** Posts to a given target. */
  async postTo(target: Target, call: WebhookCall): Promise<Readonly<Record<string, unknown>>> {
    return decodeResponse(await this.send(target, call));
  }

  /** Posts to a given target; reads only whether the response is a success. @throws {WebhookFault} */
  async deliver(target: Target, call: WebhookCall): Promise<void> {
    assertSuccess(await this.send(target, call));
  }

  private async send(target: Target, call: WebhookCall): Promise<HttpResponse> {
    const timeoutSignal = AbortSignal.timeout(call.timeoutMs);
    const signal = call.signal ? AbortSignal.any([timeoutSignal, call.signal]) : timeoutSignal;
    try {
      return await this.followRedirects(target, { ...call, signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      const isReading = error instanceof WebhookFault && error.nature === "late";
      const { isClientTimeout = false } = call;
      if (!timeoutSignal.aborted)
        throw new WebhookFault(`Post "${target.url}": context canceled`, undefined, "canceled");
      if (isReading)
        throw isClientTimeout ? new WebhookFault(`${error.message}${whileReading}`, undefined, "late") : error;
      const why = `context deadline exceeded${isClientTimeout ? awaitingHeaders : ""}`;
      throw new WebhookFault(`Post "${target.url}": ${why}`, undefined, "late");
    }
  }

  close(): void {
    this.serviceAgent.destroy();
    this.urlAgent.destroy();
  }

  /** Sends the call, and follows redirects and `Retry-After`. */
  private async followRedirects(target: Target, call: Running): Promise<HttpResponse> {
    let step: Step = { url: target.url, method: "POST" };
    for (let redirects = 0, retries = 0; ; ) {
      const answer = await this.sendStep(step, target, call);
      const next = redirectStep(step, answer);
      const waitMs = retryAfterMs(answer);
      if (next) {
        if (++redirects > maxRedirects) {
          throw new WebhookFault(`Post "${answer.headers.location}": stopped after ${maxRedirects} redirects`);
        }
        step = next;
      } else if (waitMs !== undefined && ++retries <= maxRetries) {
        await sleep(waitMs, undefined, { signal: call.signal });
      } else return answer;
    }
  }

  private async sendStep(step: Step, target: Target, call: Running): Promise<HttpResponse> {
    const proxy = target.service ? this.egress.cluster : this.egress.controlplane;
    const isProxied = proxy !== undefined;
    const sending = { ...call, target, isProxied, resolve: this.resolve };
    const exchange = (agent: Agent) => exchangeOnce(agent, step, sending);
    const send = (agent: Agent) => (target.isTraced ? tracedSending(step, () => exchange(agent)) : exchange(agent));
    try {
      return await send(target.service ? this.serviceAgent : this.urlAgent);
    } catch (error) {
      // The webhook closed the kept-alive connection: retry once on a new one.
      if (error instanceof IdleClosed) return send(agentFor(proxy, {}));
      throw error;
    }
  }
}

const clientScope = { scope: requestScope, kind: "client" } as const;

/** Runs one request and its response in a span. */
function tracedSending({ url, method }: Step, send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const fields = () => ({ "http.request.method": method, "url.full": url, "server.address": new URL(url).hostname });
  const run = async (span?: Span) => {
    try {
      const answer = await send();
      span?.set({ "http.response.status_code": answer.code });
      if (answer.code >= firstFailure) span?.fail("");
      return answer;
    } catch (error) {
      span?.fail(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
  return traced(`HTTP ${method}`, fields, run, clientScope);
}

const firstFailure = 400;

const repeatPostCodes: ReadonlySet<number> = new Set([307, 308]);
const redirectToGetCodes: ReadonlySet<number> = new Set([301, 302, 303]);

/** Returns the request after a redirect, by the rules of browsers: the same POST, or a GET. */
function redirectStep({ url }: Step, { code, headers: { location } }: HttpResponse): Step | undefined {
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const next = new URL(location, url).href;
  if (repeatPostCodes.has(code)) return { url: next, method: "POST" };
  return redirectToGetCodes.has(code) ? { url: next, method: "GET" } : undefined;
}

const tooManyRequests = 429;
const firstServerError = 500;
const msPerSecond = 1000;

function retryAfterMs({ code, headers }: HttpResponse): number | undefined {
  if (code !== tooManyRequests && code < firstServerError) return undefined;
  const text = headers["retry-after"] ?? "";
  return /^\d{1,6}$/.test(text) ? Number(text) * msPerSecond : undefined;
}
