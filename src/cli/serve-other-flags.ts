/**
 * Flags of kube-apiserver that have no effect in this server. It accepts them, so that command lines of kube-apiserver
 * work unchanged, and warns about the effect that each has in kube-apiserver.
 *
 * @module
 */
import type { Command } from "commander";
import { Option } from "commander";
import { flagRow } from "../flags/flag.ts";

/** The effect of each flag in kube-apiserver: the end of a sentence that begins with "In kube-apiserver it". */
const effects: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "admission-control":
      "would name all admission plugins; use --enable-admission-plugins and --disable-admission-plugins",
    "aggregator-reject-forwarding-redirect":
      "would decide whether redirects of servers behind APIServices are refused; they are refused here",
    "allow-metric-labels": "would limit the values of labels of metrics",
    "allow-metric-labels-manifest": "would limit the values of labels of metrics by a file",
    "allow-privileged": "would allow privileged containers; they are allowed here",
    "apiserver-count": "would be the number of API servers for the endpoints of the service kubernetes",
    "cert-dir": "would be the directory of generated certificates; use --data-dir",
    "contention-profiling": "would profile locks",
    "coordinated-leadership-lease-duration": "would time the leases of coordinated leader election",
    "coordinated-leadership-renew-deadline": "would time the leases of coordinated leader election",
    "coordinated-leadership-retry-period": "would time the leases of coordinated leader election",
    "cors-allowed-origins": "would allow pages of these origins to call the server",
    "debug-socket-path": "would serve profiles on a socket",
    "default-not-ready-toleration-seconds":
      "would be the time that pods tolerate a node that is not ready; it is 300 here",
    "default-unreachable-toleration-seconds":
      "would be the time that pods tolerate an unreachable node; it is 300 here",
    "default-watch-cache-size": "would do nothing there, either",
    "disable-http2-serving": "would serve HTTP/1.1 only",
    "disabled-metrics": "would leave out metrics",
    "emulated-version": "would serve the API of an earlier release; use --target",
    "emulation-forward-compatible": "would add newer versions to those of the emulated release",
    "enable-garbage-collector": "would enable the endpoints of the garbage collector; use --controllers",
    "enable-logs-handler": "would serve log files at /logs",
    "endpoint-reconciler-type": "would decide how several servers share the endpoints of the service kubernetes",
    "etcd-compaction-interval": "would be the time between compactions of etcd; history is compacted by itself here",
    "etcd-count-metric-poll-period": "would be the time between counts of objects; they are counted all the time here",
    "etcd-db-metric-poll-interval": "would be the time between measurements of etcd",
    "etcd-healthcheck-timeout": "would limit the health check of etcd",
    "etcd-readycheck-timeout": "would limit the readiness check of etcd",
    "etcd-servers-overrides": "would keep some resources in other etcd servers; ALL ARE IN ONE STORE here",
    "external-hostname": "would be the host name in generated URLs",
    "kubelet-port": "would do nothing there, either",
    "kubelet-read-only-port": "would do nothing there, either",
    "kubelet-timeout": "would limit the time of a connection to a kubelet",
    "kubernetes-service-node-port": "would give the service kubernetes a node port",
    "lease-reuse-duration-seconds": "would be the time for which leases of etcd are used again",
    "livez-grace-period": "would be the time in which a failing start does not count in /livez",
    "log-flush-frequency": "would be the time between writes of the log; each line is written at once here",
    "log-json-info-buffer-size": "would buffer the log",
    "log-json-split-stream": "would write errors of the log to another stream",
    "log-text-info-buffer-size": "would buffer the log",
    "log-text-split-stream": "would write errors of the log to another stream",
    "logging-format": "would be the format of the log; it is JSON here",
    "max-connection-bytes-per-sec": "would limit the rate of streams to pods",
    "min-compatibility-version": "would keep what an earlier release can read",
    "peer-advertise-ip": "would be the address for other API servers",
    "peer-advertise-port": "would be the port for other API servers",
    "peer-ca-file": "would be the CA certificates of other API servers",
    "permit-address-sharing": "would let several processes listen at an address",
    "permit-port-sharing": "would let several processes listen at a port",
    profiling: "would serve profiles at /debug/pprof; there are none here",
    "runtime-config-emulation-forward-compatible":
      "would allow newer versions in --runtime-config of an emulated release",
    "service-account-extend-token-expiration": "would extend tokens of pods to a year; their time is as asked for here",
    "service-account-jwks-uri": "would be the URL of the keys in the discovery document of the issuer",
    "service-account-lookup": "would decide whether objects of tokens are looked up; they always are here",
    "service-account-max-token-expiration": "would limit the time of tokens",
    "service-account-signing-endpoint":
      "would have tokens signed by another process; use --service-account-signing-key-file",
    "show-hidden-metrics-for-version": "would show metrics that a release has hidden",
    "shutdown-delay-duration": "would delay the end of the server",
    "shutdown-send-retry-after": "would answer 429 while the server ends",
    "shutdown-watch-termination-grace-period": "would let watches run on while the server ends",
    "storage-backend": "would be the protocol of the store; use --storage",
    "storage-initialization-timeout": "would limit the time until the store answers",
    "storage-media-type": "would be the format of stored objects; it is JSON here",
    "strict-transport-security-directives": "would be the value of Strict-Transport-Security",
    "tls-curve-preferences": "would limit the key exchanges; they are those of Node here",
    v: "would be the verbosity of the log; use --log-level",
    vmodule: "would be the verbosity of the log by file; use --log-level",
    "watch-cache": "would decide whether reads come from memory; they do here",
    "watch-cache-sizes": "would be the sizes of caches of watches",
  }),
);

/** The names of the flags without effect, in alphabetical order. */
export const otherFlagNames: readonly string[] = [...effects.keys()];

/** Adds the flags to the command; the help page does not list them. */
export function addOtherFlags(command: Command): void {
  for (const name of otherFlagNames) {
    const flags = name === "v" ? "-v, --v" : `--${name}`;
    const value = flagRow("kube-apiserver", name)?.type === "bool" ? "[boolean]" : "<value>";
    command.addOption(new Option(`${flags} ${value}`, effects.get(name)).argParser(append).hideHelp());
  }
}

const append = (text: string, previous: unknown): readonly string[] =>
  Array.isArray(previous) ? [...previous, text] : [text];

/**
 * @param given - all flags of kube-apiserver, as `--name=value`
 * @returns a warning for each flag without effect
 */
export function warnOfOtherFlags(given: readonly string[]): readonly string[] {
  const names = new Set(given.map((flag) => flag.slice("--".length).split("=", 1)[0] ?? ""));
  return [...names].flatMap((name) => {
    const effect = effects.get(name);
    return effect === undefined ? [] : [`--${name} has no effect: in kube-apiserver it ${effect}`];
  });
}
