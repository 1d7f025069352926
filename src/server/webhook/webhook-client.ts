/**
 * The client of webhooks: sends a review with POST over HTTPS, on connections that it keeps, and gives back what was answered.
 * A webhook, answering or not, stops nobody else: time, size, redirects and connections are bounded.
 *
 * @module
 */
import type { Agent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookClientConfig } from "../../api/types/admissionregistration-v1.ts";
import { agentFor, type EgressSelection } from "../outgoing/egress.ts";
import { requestScope, type Span, traced } from "../tracing/span.ts";
import { type Answer, exchangeOnce, IdleClosed, type Step } from "./exchange-once.ts";
import { assertSuccess, readAnswer } from "./read-answer.ts";
import type { ResolveService } from "./service-address.ts";
import { type CallTime, type Target, targetOf } from "./target.ts";
import { WebhookFault } from "./webhook-fault.ts";

/** Connections to one webhook at the same time; who comes then waits for one of them. */
const maxConnections = 100;
/** Connections to one webhook that are kept while nobody uses them. */
const maxIdleConnections = 4;
const idleMs = 30_000;
/** Redirects that one call follows. */
const maxRedirects = 10;
/** How often a webhook may put one call off with `Retry-After`. */
const maxRetries = 10;

export interface WebhookCall extends CallTime {
  /** JSON. */
  readonly body: string;
  /** Most bytes of the answer. */
  readonly maxAnswerBytes: number;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /** Whether the API server has the time in its client, not in the request, and so says more when it is over; default false. */
  readonly isClientTimeout?: boolean;
}

/** A call with the signal that ends it. */
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
  /** Keep connections apart that differ in address, name or authority. */
  private readonly serviceAgent: Agent;
  private readonly urlAgent: Agent;

  /** @param egress - the proxies to services and to URLs; default: none */
  constructor(resolve: ResolveService, egress: EgressSelection = {}) {
    this.resolve = resolve;
    this.egress = egress;
    this.serviceAgent = agentFor(egress.cluster, agentOptions);
    this.urlAgent = agentFor(egress.controlplane, agentOptions);
  }

  /**
   * The webhook's answer, decoded.
   *
   * @throws {WebhookFault} when it cannot be asked, or answers late, too much, an error or no JSON
   */
  async post(config: WebhookClientConfig, call: WebhookCall): Promise<Readonly<Record<string, unknown>>> {
    return this.postTo(targetOf(config, call), call);
  }

  /** The same for a target that someone else has made. */
  async postTo(target: Target, call: WebhookCall): Promise<Readonly<Record<string, unknown>>> {
    return readAnswer(await this.send(target, call));
  }

  /** The same when nothing but the success counts. @throws {WebhookFault} */
  async deliver(target: Target, call: WebhookCall): Promise<void> {
    assertSuccess(await this.send(target, call));
  }

  private async send(target: Target, call: WebhookCall): Promise<Answer> {
    const late = AbortSignal.timeout(call.timeoutMs);
    const signal = call.signal ? AbortSignal.any([late, call.signal]) : late;
    try {
      return await this.follow(target, { ...call, signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      const isReading = error instanceof WebhookFault && error.nature === "late";
      const { isClientTimeout = false } = call;
      if (!late.aborted) throw new WebhookFault(`Post "${target.url}": context canceled`, undefined, "canceled");
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

  /** The answer to the call, or to what it leads to. */
  private async follow(target: Target, call: Running): Promise<Answer> {
    let step: Step = { url: target.url, method: "POST" };
    for (let redirects = 0, retries = 0; ; ) {
      const answer = await this.take(step, target, call);
      const next = redirected(step, answer);
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

  private async take(step: Step, target: Target, call: Running): Promise<Answer> {
    const proxy = target.service ? this.egress.cluster : this.egress.controlplane;
    const isProxied = proxy !== undefined;
    const sending = { ...call, target, isProxied, resolve: this.resolve };
    const exchange = (agent: Agent) => exchangeOnce(agent, step, sending);
    const send = (agent: Agent) => (target.isTraced ? tracedSending(step, () => exchange(agent)) : exchange(agent));
    try {
      return await send(target.service ? this.serviceAgent : this.urlAgent);
    } catch (error) {
      // A kept connection may have been closed from the other side just now: the next one is new.
      if (error instanceof IdleClosed) return send(agentFor(proxy, {}));
      throw error;
    }
  }
}

const clientScope = { scope: requestScope, kind: "client" } as const;

/** One request and its answer as a span. */
function tracedSending({ url, method }: Step, send: () => Promise<Answer>): Promise<Answer> {
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

const repeatedCodes: ReadonlySet<number> = new Set([307, 308]);
const otherCodes: ReadonlySet<number> = new Set([301, 302, 303]);

/** The request after a redirect: the call again, or a GET, as browsers do it. */
function redirected({ url }: Step, { code, headers: { location } }: Answer): Step | undefined {
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const next = new URL(location, url).href;
  if (repeatedCodes.has(code)) return { url: next, method: "POST" };
  return otherCodes.has(code) ? { url: next, method: "GET" } : undefined;
}

const tooManyRequests = 429;
const firstServerError = 500;
const msPerSecond = 1000;

function retryAfterMs({ code, headers }: Answer): number | undefined {
  if (code !== tooManyRequests && code < firstServerError) return undefined;
  const text = headers["retry-after"] ?? "";
  return /^\d{1,6}$/.test(text) ? Number(text) * msPerSecond : undefined;
}
