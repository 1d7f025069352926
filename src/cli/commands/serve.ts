/**
 * `clustervet serve`: the flags of an API server for the kinds that clustervet knows; the lint engine is its admission.
 *
 * @module
 */
import { type Command, Option } from "commander";
import { version } from "../../release/version.ts";
import { authorizationModes } from "../authorization-modes.ts";
import type { End, ExitCode } from "../io.ts";
import type { ProgramFiles } from "../program-files.ts";
import { type ServeFlags, serve } from "../serve.ts";
import { recordFlags } from "../serve-command-line.ts";
import {
  append,
  collect,
  defaultBindAddress,
  readAmount,
  readBindAddress,
  readBoolean,
  readCount,
  readDuration,
  readDurationMs,
  readModes,
  readPort,
  readWhole,
  readWorkers,
  splitNames,
} from "../serve-flag-values.ts";
import { addOtherFlags } from "../serve-other-flags.ts";
import { recordShownFlags } from "../serve-shown-flags.ts";
import { storageBackend } from "../serve-storage.ts";
import { tlsVersions } from "../serve-tls.ts";
import { serveInBackground } from "../serve-wait.ts";
import { ownWorker } from "../serve-worker.ts";
import { serveByWorkers } from "../serve-workers.ts";

const defaultSecurePort = 6443;
const defaultMaxReads = 400;
const defaultMaxWrites = 200;
const defaultTimeoutMs = 60_000;
const defaultWatchSeconds = 1800;
const msPerSecond = 1000;

export function addServeCommand(program: Command, files: ProgramFiles, end: End): void {
  const command = program
    .command("serve")
    .summary("run an API server that refuses what lint refuses")
    .description(
      "Runs an API server for kubectl and other clients. It refuses objects for which `lint` reports an error.\n" +
        "It creates certificates and an admin.kubeconfig for kubectl in the data directory.",
    )
    .optionsGroup("Storage:")
    .option("--data-dir <dir>", "directory for certificates, credentials and objects", "clustervet-data")
    .addOption(
      new Option(
        "--storage <backend>",
        "where objects are stored; those in memory are lost when the server stops (default: lmdb, or etcd with --etcd-servers)",
      ).choices(["lmdb", "memory", "etcd"]),
    )
    .option("--etcd-servers <urls>", "store objects in etcd: https://host:2379,...", splitNames)
    .option("--encryption-provider-config <file>", "EncryptionConfiguration: resources that are encrypted in the store")
    .option(
      "--encryption-provider-config-automatic-reload [boolean]",
      "read that file again when it changes",
      readBoolean,
      false,
    )
    .option("--etcd-prefix <prefix>", "prefix of the keys in etcd (default: /registry)")
    .option("--etcd-cafile <file>", "CA certificates of the etcd servers")
    .option("--etcd-certfile <file>", "client certificate for etcd")
    .option("--etcd-keyfile <file>", "key of the client certificate for etcd")
    .optionsGroup("Address and TLS:")
    .option("--bind-address <address>", "address to listen on", readBindAddress, defaultBindAddress)
    .option("--secure-port <port>", "port to listen on; 0 for any free port", readPort, defaultSecurePort)
    .optionsGroup("Authorization:")
    .option(
      "--authorization-mode <modes>",
      `authorizers, in order: ${authorizationModes.join(", ")} (default: RBAC)`,
      readModes,
    )
    .option(
      "--authorization-config <file>",
      "AuthorizationConfiguration: the chain of authorizers; read again when it changes",
    )
    .option("--authorization-policy-file <file>", "ABAC policy file: one JSON object on each line")
    .option("--authorization-webhook-config-file <file>", "kubeconfig of --authorization-mode Webhook")
    .addOption(
      new Option(
        "--authorization-webhook-version <version>",
        "version of SubjectAccessReview that the webhook gets (default: v1beta1)",
      ).choices(["v1", "v1beta1"]),
    )
    .option(
      "--authorization-webhook-cache-authorized-ttl <duration>",
      "how long to cache answers of the webhook that allow a request (default: 5m)",
      readDuration,
    )
    .option(
      "--authorization-webhook-cache-unauthorized-ttl <duration>",
      "how long to cache its other answers (default: 30s)",
      readDuration,
    )
    .optionsGroup("Authentication:")
    .option(
      "--anonymous-auth <boolean>",
      "accept requests without credentials, as system:anonymous (default: true)",
      readBoolean,
    )
    .option(
      "--authentication-config <file>",
      "AuthenticationConfiguration: issuers of tokens, and where requests may be anonymous; read again when it changes",
    )
    .option("--oidc-issuer-url <url>", "https URL of the issuer of tokens, instead of --authentication-config")
    .option("--oidc-client-id <id>", "audience that the issuer's tokens must have")
    .option("--oidc-ca-file <file>", "CA certificates of the issuer (default: those that Node trusts)")
    .option("--oidc-username-claim <claim>", "claim that is the user name (default: sub)")
    .option(
      "--oidc-username-prefix <prefix>",
      "prefix of user names; - for none (default: the issuer's URL and #, but none for the claim email)",
    )
    .option("--oidc-groups-claim <claim>", "claim that is the list of groups")
    .option("--oidc-groups-prefix <prefix>", "prefix of groups")
    .option("--oidc-signing-algs <names>", "algorithms of signatures (default: RS256)", splitNames)
    .option("--oidc-required-claim <claim=value>", "claim that tokens must have, and its value; repeatable", append)
    .option(
      "--authentication-token-webhook-config-file <file>",
      "kubeconfig of the webhook that authenticates bearer tokens",
    )
    .addOption(
      new Option(
        "--authentication-token-webhook-version <version>",
        "version of TokenReview that the webhook gets (default: v1beta1)",
      ).choices(["v1", "v1beta1"]),
    )
    .option(
      "--authentication-token-webhook-cache-ttl <duration>",
      "how long to cache answers of that webhook (default: 2m)",
      readDurationMs,
    )
    .option(
      "--enable-bootstrap-token-auth [boolean]",
      "accept the tokens in Secrets bootstrap-token-ID of kube-system, with which nodes join (default: false)",
      readBoolean,
    )
    .option("--token-auth-file <file>", 'bearer tokens: token,user,uid,"group1,group2" on each line')
    .option(
      "--service-account-issuer <url>",
      "issuer of service account tokens; repeatable: the first one signs, all are accepted",
      append,
    )
    .option(
      "--service-account-signing-key-file <file>",
      "private key that signs service account tokens (default: a generated key)",
    )
    .option("--service-account-key-file <file>", "key that verifies service account tokens, repeatable", append)
    .option("--api-audiences <names>", "audiences of the API server in tokens (default: the issuer)", splitNames)
    .option("--client-ca-file <file>", "CA certificates for client certificates, in addition to the server's own CA")
    .optionsGroup("Address and TLS:")
    .option("--tls-cert-file <file>", "certificate of the server (default: one of its own CA, in the data directory)")
    .option("--tls-private-key-file <file>", "key of --tls-cert-file")
    .option(
      "--tls-sni-cert-key <pair>",
      "certificate and key for some hosts: cert.pem,key.pem:a.example.org,*.b.example.org; those of the certificate without any; repeatable",
      append,
    )
    .option("--tls-min-version <version>", `lowest version of TLS: ${tlsVersions.join(", ")} (default: VersionTLS12)`)
    .option(
      "--tls-cipher-suites <names>",
      "cipher suites of TLS 1.2 and before, by the names of Go (default: those of Node)",
      splitNames,
    )
    .optionsGroup("Authentication:")
    .option("--requestheader-client-ca-file <file>", "CA certificates of front proxies, which pass the user in headers")
    .option("--requestheader-allowed-names <names>", "common names of front proxies (default: any)", splitNames)
    .option("--requestheader-username-headers <names>", "headers with the user name, such as X-Remote-User", splitNames)
    .option("--requestheader-uid-headers <names>", "headers with the uid, such as X-Remote-Uid", splitNames)
    .option("--requestheader-group-headers <names>", "headers with the groups, such as X-Remote-Group", splitNames)
    .option(
      "--requestheader-extra-headers-prefix <prefixes>",
      "beginnings of headers with more about the user, such as X-Remote-Extra-",
      splitNames,
    )
    .optionsGroup("Resources, controllers and admission:")
    .option(
      "--runtime-config <settings>",
      "API versions and resources to turn on or off: api/all, api/ga, api/beta, api/alpha, group/version or group/version/resource, =true or =false",
      collect,
    )
    .option(
      "--controllers <names>",
      "controllers that the server runs: *, NAME and -NAME, or none if you run kube-controller-manager (default: *)",
      splitNames,
    )
    .option(
      "--enable-admission-plugins <names>",
      "admission plugins to turn on, in addition to the defaults of kube-apiserver",
      splitNames,
    )
    .option("--admission-control-config-file <file>", "AdmissionConfiguration with the configurations of plugins")
    .option("--disable-admission-plugins <names>", "admission plugins to turn off", splitNames)
    .optionsGroup("Connections to other servers, services and nodes:")
    .option(
      "--enable-aggregator-routing [boolean]",
      "connect to the services of webhooks and APIServices at their endpoints, not at their cluster IPs (default: false)",
      readBoolean,
    )
    .option(
      "--egress-selector-config-file <file>",
      "EgressSelectorConfiguration: proxies to webhooks, aggregated API servers and issuers",
    )
    .option("--tracing-config-file <file>", "TracingConfiguration: where spans of requests are sent, and how many")
    .option("--proxy-client-cert-file <file>", "client certificate for the servers behind APIServices")
    .option("--proxy-client-key-file <file>", "key of that certificate")
    .option(
      "--kubelet-client-certificate <file>",
      "client certificate for kubelets: log, exec, port-forward and proxy of pods",
    )
    .option("--kubelet-client-key <file>", "key of that certificate")
    .option(
      "--kubelet-certificate-authority <file>",
      "CA certificates of kubelets (default: their certificates are not verified)",
    )
    .option(
      "--kubelet-preferred-address-types <types>",
      "types of node addresses at which to reach the kubelet, the preferred one first (default: Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP)",
      splitNames,
    )
    .option("--service-cluster-ip-range <ranges>", "address ranges of services (default: 10.0.0.0/24)", (text) =>
      text.split(","),
    )
    .option("--service-node-port-range <first-last>", "node ports of services (default: 30000-32767)")
    .option(
      "--advertise-address <address>",
      "address at which pods reach the server (default: the machine's first address)",
    )
    .optionsGroup("Resources, controllers and admission:")
    .option(
      "--event-ttl <duration>",
      "how long Events are kept after their last write, such as 1h30m; 0s keeps them (default: 1h)",
      readDurationMs,
    )
    .optionsGroup("Audit:")
    .option("--audit-policy-file <file>", "audit Policy: which requests are recorded, and how much of them")
    .option("--audit-log-path <file>", "file of the audit log; - is standard output")
    .addOption(
      new Option("--audit-log-format <format>", "format of the audit log").choices(["json", "legacy"]).default("json"),
    )
    .option(
      "--audit-log-maxsize <n>",
      "megabytes after which the audit log begins a new file; 0 for no limit",
      readAmount,
      100,
    )
    .option(
      "--audit-log-maxage <n>",
      "days to keep rotated files of the audit log; 0 keeps them forever",
      readAmount,
      366,
    )
    .option(
      "--audit-log-maxbackup <n>",
      "number of rotated files of the audit log to keep; 0 keeps all",
      readAmount,
      100,
    )
    .option("--audit-log-compress [boolean]", "compress rotated files of the audit log", readBoolean, false)
    .option("--audit-webhook-config-file <file>", "kubeconfig of a webhook that gets the audit events")
    .addOption(
      new Option(
        "--audit-webhook-initial-backoff <duration>",
        "wait before a failed call to the audit webhook is repeated",
      )
        .argParser(readDurationMs)
        .default(10_000, "10s"),
    )
    .addOption(
      new Option(
        "--audit-webhook-batch-initial-backoff <duration>",
        "deprecated: use --audit-webhook-initial-backoff",
      ).argParser(readDurationMs),
    )
    .optionsGroup("Limits:")
    .option(
      "--max-requests-inflight <n>",
      "maximum number of simultaneous reading requests",
      readCount,
      defaultMaxReads,
    )
    .option(
      "--max-mutating-requests-inflight <n>",
      "maximum number of simultaneous writing requests",
      readCount,
      defaultMaxWrites,
    )
    .option(
      "--enable-priority-and-fairness [boolean]",
      "queue requests by FlowSchemas and PriorityLevelConfigurations; if false, only the two limits above apply",
      readBoolean,
      true,
    )
    .addOption(
      new Option("--request-timeout <duration>", "maximum time of a request that is not a watch or another stream")
        .argParser(readDurationMs)
        .default(defaultTimeoutMs, "1m"),
    )
    .option(
      "--min-request-timeout <seconds>",
      "minimum time of a watch without a timeout of its own; the server picks up to twice as much",
      readAmount,
      defaultWatchSeconds,
    )
    .option(
      "--delete-collection-workers <n>",
      "number of objects that a deletion of a collection deletes in parallel",
      readWhole,
      1,
    )
    .option(
      "--goaway-chance <part>",
      "probability that a request ends its HTTP/2 connection, so that clients spread over servers; at most 0.02",
      Number,
      0,
    )
    .option(
      "--http2-max-streams-per-connection <n>",
      "maximum number of open requests on an HTTP/2 connection; 0 means 100",
      readAmount,
      0,
    )
    .optionsGroup("Process:")
    .addOption(
      new Option("--log-level <level>", "log level; logs are JSON lines on standard output")
        .choices(["debug", "info", "warn", "error", "silent"])
        .default("info"),
    )
    .option(
      "--workers <n>",
      "number of processes that answer requests, for several cores; one more process keeps the store",
      readWorkers,
      1,
    )
    .option(
      "--ready-file <file>",
      "file that contains the URL of the server as long as it is ready, for scripts that wait for it",
    )
    .option(
      "--wait",
      "start the server in the background and return when it is ready; prints its process id and logs to server.log in the data directory",
    )
    .optionsGroup("Resources, controllers and admission:")
    .option("--feature-gates <gates>", "feature gates that differ from the defaults: A=true,B=false", collect)
    .option("-t, --target <release>", "the release whose API is served, such as 1.34 (default: the newest)")
    .option("--group-domain <domain>", "domain of the API groups (default: k8s.io)")
    .addHelpText(
      "after",
      "\nAll other flags of kube-apiserver are accepted, too: a warning says what each of them does in kube-apiserver.\n\nExample:\n  clustervet serve --data-dir ./data\n  kubectl --kubeconfig ./data/admin.kubeconfig get namespaces",
    )
    .optionsGroup("Process:")
    .version(version, "--version", "print the version")
    .action((options: ServeFlags & { readonly wait?: boolean }) => {
      const flags = {
        ...options,
        storage: storageBackend(options),
        givenFlags: givenFlags(),
        shownFlags: shownFlags(),
      };
      if (flags.wait) end(serveInBackground({ ...flags, command: inForeground(files), readyFile: flags.readyFile }));
      else end(serveHere(flags, files));
    });
  addAuditOptions(command);
  addOtherFlags(command);
  const givenFlags = recordFlags(command);
  const shownFlags = recordShownFlags(command);
}

/** Serves as one of several workers, starts the workers, or serves in this process alone. */
function serveHere(flags: ServeFlags, files: ProgramFiles): Promise<ExitCode> {
  const worker = ownWorker();
  if (flags.workers > 1 && !worker) return serveByWorkers(flags, files.command);
  return serve(flags, files.thread("vetting.cjs"), worker)
    .then(() => undefined)
    .finally(() => worker?.leave());
}

interface AuditDefaults {
  readonly mode: "batch" | "blocking";
  readonly maxSize: number;
  /** In milliseconds. */
  readonly maxWait: number;
  readonly isThrottled: boolean;
}

const auditBackends: readonly (readonly ["log" | "webhook", AuditDefaults])[] = [
  ["log", { mode: "blocking", maxSize: 1, maxWait: 0, isThrottled: false }],
  ["webhook", { mode: "batch", maxSize: 400, maxWait: 30_000, isThrottled: true }],
];

/** Adds the flags that exist both for the audit log and for the audit webhook. */
function addAuditOptions(command: Command): void {
  command.optionsGroup("Audit:");
  for (const [name, { mode, maxSize, maxWait, isThrottled }] of auditBackends) {
    const prefix = `--audit-${name}`;
    command
      .addOption(
        new Option(
          `${prefix}-mode <mode>`,
          "batch: requests do not wait for their events; blocking: they wait; blocking-strict: they fail if their event cannot be written",
        )
          .choices(["batch", "blocking", "blocking-strict"])
          .default(mode),
      )
      .addOption(new Option(`${prefix}-version <version>`, "version of the events").choices(["audit.k8s.io/v1"]))
      .option(
        `${prefix}-batch-buffer-size <n>`,
        "maximum number of events that wait for a batch; more are dropped",
        readWhole,
        10_000,
      )
      .option(`${prefix}-batch-max-size <n>`, "maximum number of events in a batch", readWhole, maxSize)
      .addOption(
        new Option(`${prefix}-batch-max-wait <duration>`, "time after which an incomplete batch is sent")
          .argParser(readDurationMs)
          .default(maxWait, `${maxWait / msPerSecond}s`),
      )
      .option(`${prefix}-batch-throttle-enable [boolean]`, "limit how often batches are sent", readBoolean, isThrottled)
      .option(
        `${prefix}-batch-throttle-qps <n>`,
        "average number of batches per second",
        Number,
        isThrottled ? defaultBatchRate : 0,
      )
      .option(
        `${prefix}-batch-throttle-burst <n>`,
        "maximum number of batches in a burst",
        readWhole,
        isThrottled ? defaultBatchBurst : 0,
      )
      .option(`${prefix}-truncate-enabled [boolean]`, "leave the bodies out of large events", readBoolean, false)
      .option(
        `${prefix}-truncate-max-event-size <bytes>`,
        "maximum size of an event with its bodies, in bytes",
        readWhole,
        defaultMaxEventBytes,
      )
      .option(
        `${prefix}-truncate-max-batch-size <bytes>`,
        "maximum size of a batch, in bytes; at least that of an event",
        readWhole,
        defaultMaxBatchBytes,
      );
  }
}

const defaultBatchRate = 10;
const defaultBatchBurst = 15;
const defaultMaxEventBytes = 102_400;
const defaultMaxBatchBytes = 10_485_760;

/** Returns the command line of this process without `--wait`, to start a server that keeps running. */
const inForeground = ({ command }: ProgramFiles): readonly string[] => [
  ...command,
  ...process.argv.slice(2).filter((arg) => arg !== "--wait"),
];
