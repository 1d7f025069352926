/**
 * `/healthz`, `/livez`, `/readyz`: whether the server works, as a whole and check by check.
 *
 * @module
 */
import type { Exchange } from "../http/exchange.ts";
import type { HealthMetrics } from "./health-metrics.ts";

export interface HealthCheck {
  readonly name: string;
  /** Whether only `/readyz` runs the check. */
  readonly isReadinessOnly?: true;
  /** Rejects with the reason if the check fails. */
  check(): Promise<void>;
}

const encoder = new TextEncoder();

export interface HealthOptions {
  readonly checks: readonly HealthCheck[];
  /** Counts the results of checks, except for requests for a single check. */
  readonly metrics: HealthMetrics;
}

/** @param name - `healthz`, `livez` or `readyz` */
export async function answerHealth(exchange: Exchange, name: string, options: HealthOptions): Promise<void> {
  const checks = options.checks.filter(({ isReadinessOnly }) => !isReadinessOnly || name === "readyz");
  const { query, info, answer } = exchange;
  const checkName = info.path.slice(name.length + 2);
  answer.setHeader("Content-Type", "text/plain; charset=utf-8");
  answer.setHeader("X-Content-Type-Options", "nosniff");
  if (checkName !== "") return answerSingleCheck(exchange, checkName, checks);
  const excluded = new Set(query.getAll("exclude").filter((item) => item !== ""));
  const unknown = [...excluded].filter((item) => !checks.some((check) => check.name === item));
  const lines: string[] = [];
  let isFailed = false;
  for (const check of checks) {
    if (excluded.has(check.name)) {
      lines.push(`[+]${check.name} excluded: ok`);
      continue;
    }
    const error = await runCheck(check);
    options.metrics.recordResult(name, check.name, error === undefined);
    isFailed ||= error !== undefined;
    lines.push(error === undefined ? `[+]${check.name} ok` : `[-]${check.name} failed: reason withheld`);
  }
  if (unknown.length > 0) {
    const names = unknown.map((item) => JSON.stringify(item)).join(", ");
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  lines.push(`${name} check ${isFailed ? "failed" : "passed"}`);
  const isVerbose = isFailed || query.has("verbose");
  answer.send(isFailed ? 500 : 200, encoder.encode(isVerbose ? `${lines.join("\n")}\n` : "ok"));
}

async function answerSingleCheck({ answer }: Exchange, single: string, checks: readonly HealthCheck[]): Promise<void> {
  const check = checks.find((item) => item.name === single);
  if (!check) return answer.send(404, encoder.encode("404 page not found\n"));
  const error = await runCheck(check);
  answer.send(
    error === undefined ? 200 : 500,
    encoder.encode(error === undefined ? "ok" : `internal server error: ${error}`),
  );
}

/** The timeout of one check, which kube-apiserver also uses for etcd. */
const checkTimeoutMs = 2000;

async function runCheck(check: HealthCheck): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${check.name} did not answer in time`)), checkTimeoutMs);
  });
  try {
    await Promise.race([check.check(), expiry]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}
