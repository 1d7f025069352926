/**
 * Metrics of audit events and losses, with the names of kube-apiserver.
 *
 * @module
 */
import { Counter, type Registry } from "prom-client";
import type { Level } from "../../api/types/audit-v1.ts";

export interface AuditMetrics {
  countEvent(): void;
  /** @param plugin - `log`, `webhook`, `buffered` or `truncate` */
  countLost(plugin: string, events: number): void;
  countLevel(level: Level): void;
  countRejected(): void;
}

export function auditMetrics(register: Registry): AuditMetrics {
  const registers = [register];
  // Plain numbers, since every request counts; they are read only when metrics are scraped.
  let eventCount = 0;
  const levelCounts = new Map<Level, number>();
  new Counter({
    name: "apiserver_audit_event_total",
    help: "Audit events that were made.",
    registers,
    collect() {
      this.reset();
      this.inc(eventCount);
    },
  });
  const lost = new Counter({
    name: "apiserver_audit_error_total",
    help: "Audit events that could not be written, by backend.",
    labelNames: ["plugin"],
    registers,
  });
  new Counter({
    name: "apiserver_audit_level_total",
    help: "Requests by the level of the audit policy for them.",
    labelNames: ["level"],
    registers,
    collect() {
      this.reset();
      for (const [level, count] of levelCounts) this.inc({ level }, count);
    },
  });
  const rejected = new Counter({
    name: "apiserver_audit_requests_rejected_total",
    help: "Requests that were refused because they could not be recorded.",
    registers,
  });
  return {
    countEvent: () => {
      eventCount++;
    },
    countLost: (plugin, events) => lost.inc({ plugin }, events),
    countLevel: (level) => void levelCounts.set(level, (levelCounts.get(level) ?? 0) + 1),
    countRejected: () => rejected.inc(),
  };
}
