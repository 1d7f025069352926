/**
 * The flags of `clustervet serve` about the audit log.
 *
 * @module
 */
import type { Policy } from "../api/types/audit-v1.ts";
import { settle } from "../engine/options.ts";
import type { AuditOptions, AuditSink } from "../server/audit/audit-filters.ts";
import { planAuditPolicy } from "../server/audit/audit-policy.ts";
import { LogFile } from "../server/audit/log-file.ts";
import type { Log } from "../server/http/log.ts";
import { loadConfiguration } from "./answer.ts";
import { UsageError } from "./exit.ts";
import { nodeHost } from "./node-host.ts";
import { given } from "./target-options.ts";
import { print } from "./terminal.ts";

export interface AuditFlags {
  readonly auditPolicyFile?: string;
  readonly auditLogPath?: string;
  readonly auditLogFormat: AuditSink["format"];
  readonly auditLogMode: "blocking" | "blocking-strict";
  /** Megabytes. */
  readonly auditLogMaxsize: number;
  /** Days. */
  readonly auditLogMaxage: number;
  readonly auditLogMaxbackup: number;
  readonly target?: string;
  readonly groupDomain?: string;
}

const bytesOfMegabyte = 1_048_576;
const msOfDay = 86_400_000;

/**
 * Undefined when nothing is recorded.
 *
 * @throws {UsageError} for a policy with which kube-apiserver would not start, and a file that cannot be written
 */
export function startAudit(flags: AuditFlags, log: Log): AuditOptions | undefined {
  const { auditPolicyFile, auditLogPath } = flags;
  if (auditPolicyFile === undefined || auditLogPath === undefined) {
    const missing = auditPolicyFile === undefined ? "--audit-policy-file" : "--audit-log-path";
    if (auditPolicyFile !== auditLogPath) log.warn({}, `no audit events are recorded without ${missing}`);
    return undefined;
  }
  const settings = settle({
    host: nodeHost(undefined),
    ...given("target", flags.target),
    ...given("groupDomain", flags.groupDomain),
  });
  const kind = `Policy.audit.${flags.groupDomain ?? "k8s.io"}`;
  const { object } = loadConfiguration<Policy>(auditPolicyFile, kind, settings, { format: "text", color: "auto" });
  return { policy: planAuditPolicy(object), sink: openSink(auditLogPath, flags) };
}

function openSink(path: string, flags: AuditFlags): AuditSink {
  const shared = { format: flags.auditLogFormat, isStrict: flags.auditLogMode === "blocking-strict" };
  if (path === "-") return { ...shared, write: (line) => print(`${line}\n`) };
  try {
    const file = new LogFile({
      path,
      maxBytes: flags.auditLogMaxsize * bytesOfMegabyte,
      maxAgeMs: flags.auditLogMaxage * msOfDay,
      maxBackups: flags.auditLogMaxbackup,
      nowMs: Date.now,
    });
    return { ...shared, write: (line) => file.write(line) };
  } catch (error) {
    throw new UsageError(
      `--audit-log-path cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
