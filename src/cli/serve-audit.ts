/**
 * The flags of `clustervet serve` for the audit log and the audit webhook.
 *
 * @module
 */
import type { Policy } from "../api/types/audit-v1.ts";
import type { Settings } from "../engine/options.ts";
import { AuditBatches, type BatchOptions } from "../server/audit/audit-batches.ts";
import type { AuditOptions } from "../server/audit/audit-filters.ts";
import { planAuditPolicy } from "../server/audit/audit-policy.ts";
import {
  type AuditOutput,
  auditSink,
  type LossReporter,
  type OpenSink,
  type SinkOptions,
} from "../server/audit/audit-sink.ts";
import { LogFile } from "../server/audit/log-file.ts";
import { type LineWriter, logOutput } from "../server/audit/log-output.ts";
import { webhookOutput } from "../server/audit/webhook-output.ts";
import type { Log } from "../server/http/log.ts";
import { UsageError } from "./exit.ts";
import { nodeHost } from "./node-host.ts";
import { type EgressFlags, readEgress } from "./serve-egress.ts";
import { kubeconfigClient, readTarget } from "./serve-webhook.ts";
import { loadConfiguration } from "./single-result.ts";
import { settleServer } from "./target-options.ts";
import { print } from "./terminal.ts";

/** The flags that exist for both the log and the webhook. */
interface BackendFlags {
  readonly mode: SinkOptions["mode"];
  readonly batchBufferSize: number;
  readonly batchMaxSize: number;
  /** In milliseconds. */
  readonly batchMaxWait: number;
  /** The flag without a value means true. */
  readonly batchThrottleEnable: boolean;
  readonly batchThrottleQps: number;
  readonly batchThrottleBurst: number;
  readonly truncateEnabled: boolean;
  /** In bytes. */
  readonly truncateMaxBatchSize: number;
  readonly truncateMaxEventSize: number;
}

type Named<Prefix extends string> = {
  readonly [Name in keyof BackendFlags as `${Prefix}${Capitalize<Name>}`]: BackendFlags[Name];
};

export interface AuditFlags extends EgressFlags, Named<"auditLog">, Named<"auditWebhook"> {
  readonly auditPolicyFile?: string;
  readonly auditLogPath?: string;
  readonly auditLogFormat: SinkOptions["format"];
  /** In megabytes. */
  readonly auditLogMaxsize: number;
  /** In days. */
  readonly auditLogMaxage: number;
  readonly auditLogMaxbackup: number;
  /** The flag without a value means true. */
  readonly auditLogCompress: boolean;
  readonly auditWebhookConfigFile?: string;
  /** In milliseconds. */
  readonly auditWebhookInitialBackoff: number;
  /** The deprecated name of the flag. */
  readonly auditWebhookBatchInitialBackoff?: number;
  readonly target?: string;
  readonly groupDomain?: string;
}

const bytesOfMegabyte = 1_048_576;
const msOfDay = 86_400_000;

/**
 * Returns undefined if no events are recorded.
 *
 * @throws {UsageError} if kube-apiserver would not start with the policy or the flags, or a file can't be written
 */
export function startAudit(flags: AuditFlags, log: Log): AuditOptions | undefined {
  const { auditPolicyFile, auditLogPath, auditWebhookConfigFile } = flags;
  const hasBackend = auditLogPath !== undefined || auditWebhookConfigFile !== undefined;
  if (auditLogPath !== undefined) checkBackend("log", logFlags(flags));
  if (auditWebhookConfigFile !== undefined) checkBackend("webhook", webhookFlags(flags));
  if (auditPolicyFile === undefined) {
    if (hasBackend) log.warn({}, "no audit events are recorded without --audit-policy-file");
    return undefined;
  }
  const settings = settleServer(flags, { host: nodeHost(undefined) });
  const kind = `Policy.audit.${flags.groupDomain ?? "k8s.io"}`;
  const { object } = loadConfiguration<Policy>(auditPolicyFile, kind, settings);
  if (!hasBackend) {
    log.warn({}, "no audit events are recorded without --audit-log-path or --audit-webhook-config-file");
    return undefined;
  }
  const sinks: readonly OpenSink[] = [
    ...(auditLogPath === undefined ? [] : [logSink(auditLogPath, flags, log)]),
    ...(auditWebhookConfigFile === undefined ? [] : [webhookSink(auditWebhookConfigFile, flags, settings)]),
  ];
  return { policy: planAuditPolicy(object), sinks };
}

const logFlags = (flags: AuditFlags): BackendFlags => ({
  mode: flags.auditLogMode,
  batchBufferSize: flags.auditLogBatchBufferSize,
  batchMaxSize: flags.auditLogBatchMaxSize,
  batchMaxWait: flags.auditLogBatchMaxWait,
  batchThrottleEnable: flags.auditLogBatchThrottleEnable,
  batchThrottleQps: flags.auditLogBatchThrottleQps,
  batchThrottleBurst: flags.auditLogBatchThrottleBurst,
  truncateEnabled: flags.auditLogTruncateEnabled,
  truncateMaxBatchSize: flags.auditLogTruncateMaxBatchSize,
  truncateMaxEventSize: flags.auditLogTruncateMaxEventSize,
});

const webhookFlags = (flags: AuditFlags): BackendFlags => ({
  mode: flags.auditWebhookMode,
  batchBufferSize: flags.auditWebhookBatchBufferSize,
  batchMaxSize: flags.auditWebhookBatchMaxSize,
  batchMaxWait: flags.auditWebhookBatchMaxWait,
  batchThrottleEnable: flags.auditWebhookBatchThrottleEnable,
  batchThrottleQps: flags.auditWebhookBatchThrottleQps,
  batchThrottleBurst: flags.auditWebhookBatchThrottleBurst,
  truncateEnabled: flags.auditWebhookTruncateEnabled,
  truncateMaxBatchSize: flags.auditWebhookTruncateMaxBatchSize,
  truncateMaxEventSize: flags.auditWebhookTruncateMaxEventSize,
});

/**
 * Checks batch sizes and rates only in mode `batch`. @throws {UsageError} for values with which kube-apiserver would
 * not start
 */
function checkBackend(name: "log" | "webhook", flags: BackendFlags): void {
  const amounts: readonly (readonly [string, number])[] = [
    ["batch-buffer-size", flags.batchBufferSize],
    ["batch-max-size", flags.batchMaxSize],
  ];
  const rates: readonly (readonly [string, number])[] = [
    ["batch-throttle-qps", flags.batchThrottleQps],
    ["batch-throttle-burst", flags.batchThrottleBurst],
  ];
  const batch = flags.mode === "batch" ? [...amounts, ...(flags.batchThrottleEnable ? rates : [])] : [];
  const positive = [...batch, ["truncate-max-event-size", flags.truncateMaxEventSize] as const];
  for (const [flag, value] of positive) {
    if (!(value > 0)) throw new UsageError(`--audit-${name}-${flag} must be above 0; got ${value}`);
  }
  if (flags.truncateMaxBatchSize < flags.truncateMaxEventSize) {
    const [small, large] = [flags.truncateMaxBatchSize, flags.truncateMaxEventSize];
    throw new UsageError(
      `--audit-${name}-truncate-max-batch-size must be at least --audit-${name}-truncate-max-event-size, ${large}; got ${small}`,
    );
  }
}

function logSink(path: string, flags: AuditFlags, log: Log): OpenSink {
  const writer = openWriter(path, flags, log);
  const common = logFlags(flags);
  return (lost) => {
    const output = batched(logOutput(writer, lost), { ...common, isAsync: false }, lost);
    return auditSink(output, { mode: common.mode, format: flags.auditLogFormat, ...truncation(common) }, lost);
  };
}

function webhookSink(file: string, flags: AuditFlags, settings: Settings): OpenSink {
  const target = readTarget(file, settings);
  const egress = readEgress(flags);
  const common = webhookFlags(flags);
  const { auditWebhookInitialBackoff, auditWebhookBatchInitialBackoff = auditWebhookInitialBackoff } = flags;
  const apiVersion = `audit.${flags.groupDomain ?? "k8s.io"}/v1`;
  return (lost) => {
    const parts = {
      target,
      client: kubeconfigClient(egress),
      firstBackoffMs: auditWebhookBatchInitialBackoff,
      apiVersion,
    };
    const output = batched(webhookOutput(parts, lost), { ...common, isAsync: true }, lost);
    return auditSink(output, { mode: common.mode, format: "json", ...truncation(common) }, lost);
  };
}

const truncation = ({ truncateEnabled, truncateMaxEventSize: maxEventBytes }: BackendFlags) =>
  truncateEnabled ? { truncate: { maxEventBytes } } : {};

function batched(
  output: AuditOutput,
  flags: BackendFlags & Pick<BatchOptions, "isAsync">,
  lost: LossReporter,
): AuditOutput {
  if (flags.mode !== "batch") return output;
  const throttle = { perSecond: flags.batchThrottleQps, burst: flags.batchThrottleBurst };
  const options = {
    bufferSize: flags.batchBufferSize,
    maxBatchSize: flags.batchMaxSize,
    maxWaitMs: flags.batchMaxWait,
    isAsync: flags.isAsync,
    ...(flags.batchThrottleEnable ? { throttle } : {}),
  };
  return new AuditBatches(output, options, lost);
}

function openWriter(path: string, flags: AuditFlags, log: Log): LineWriter {
  if (path === "-") return { write: (line) => print(`${line}\n`) };
  try {
    return new LogFile({
      path,
      maxBytes: flags.auditLogMaxsize * bytesOfMegabyte,
      maxAgeMs: flags.auditLogMaxage * msOfDay,
      maxBackups: flags.auditLogMaxbackup,
      isCompressed: flags.auditLogCompress,
      onUncompressed: (file, error) =>
        log.error({ file, error: String(error) }, "a full file of the audit log could not be compressed"),
      nowMs: Date.now,
    });
  } catch (error) {
    throw new UsageError(
      `--audit-log-path cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
