/**
 * Counts the results of health checks and serves them at `/metrics/slis`, under kube-apiserver's names.
 *
 * @module
 */
import { Counter, Gauge, Registry } from "prom-client";
import type { Handler } from "../http/exchange.ts";
import { sendText } from "../http/plain-text.ts";

export class HealthMetrics {
  private readonly register = new Registry();
  private readonly lastResults = new Gauge({
    name: "kubernetes_healthcheck",
    help: "Whether a check passed when it last ran, 1 or 0.",
    labelNames: ["name", "type"],
    registers: [this.register],
  });
  private readonly total = new Counter({
    name: "kubernetes_healthchecks_total",
    help: "Runs of checks by their result.",
    labelNames: ["name", "status", "type"],
    registers: [this.register],
  });

  /** @param type - the requested path: `readyz` */
  recordResult(type: string, name: string, hasPassed: boolean): void {
    this.lastResults.set({ name, type }, hasPassed ? 1 : 0);
    this.total.inc({ name, status: hasPassed ? "success" : "error", type });
  }

  /** DELETE resets all metrics, as in kube-apiserver. */
  readonly handler: Handler = async (exchange) => {
    const { answer, method } = exchange;
    if (method === "DELETE") {
      this.register.resetMetrics();
      return sendText(exchange, 200, "metrics reset");
    }
    answer.setHeader("Content-Type", this.register.contentType);
    answer.send(200, new TextEncoder().encode(await this.register.metrics()));
  };
}
