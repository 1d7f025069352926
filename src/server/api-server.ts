/**
 * The public contract of the API server inside another program: `clustervet/server`.
 *
 * @module
 */
import type { GateSettings } from "../release/feature-gates.ts";

/** Options of {@link startApiServer}. */
export interface ApiServerOptions {
  /** Where objects are stored. `memory` is the default and the only option so far. */
  readonly storage?: "memory";
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
  /** Port to listen on; default 0, which selects a free port. */
  readonly port?: number;
  /** The release whose API is served, such as `1.34`; default: the newest. */
  readonly target?: string;
  /** Domain of the API groups; default `k8s.io`. */
  readonly groupDomain?: string;
  /** Feature gates that differ from the defaults of the target. */
  readonly featureGates?: GateSettings;
  /**
   * API versions and resources to enable or disable, by the keys of `--runtime-config`. By default, the stable versions
   * are enabled.
   */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>;
  /** Names of the server's own controllers to run, `*` for all; default `["*"]`. envtest runs no controllers: `[]`. */
  readonly controllers?: readonly string[];
  /** Admission plugins to enable, in addition to the defaults of kube-apiserver. */
  readonly enableAdmissionPlugins?: readonly string[];
  /** Admission plugins to disable. */
  readonly disableAdmissionPlugins?: readonly string[];
  /** Authorization mode: `RBAC`, or `AlwaysAllow`, which allows every user everything; default `RBAC`. */
  readonly authorization?: "RBAC" | "AlwaysAllow";
  /** Receives the log entries of the server; by default, they are discarded. */
  readonly log?: (entry: LogEntry) => void;
}

/** A line of the server's log. */
export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: object;
}

/** A user of the server, as named by the subject of a client certificate. */
export interface ApiUser {
  readonly name: string;
  /** Default: no groups. */
  readonly groups?: readonly string[];
}

/**
 * The configuration file that kubectl and client libraries read: the address of the server, and the credentials of a
 * user.
 */
export interface Kubeconfig {
  readonly apiVersion: "v1";
  readonly kind: "Config";
  readonly clusters: readonly [
    {
      readonly name: string;
      readonly cluster: { readonly server: string; readonly "certificate-authority-data": string };
    },
  ];
  readonly users: readonly [
    {
      readonly name: string;
      readonly user: { readonly "client-certificate-data": string; readonly "client-key-data": string };
    },
  ];
  readonly contexts: readonly [
    { readonly name: string; readonly context: { readonly cluster: string; readonly user: string } },
  ];
  readonly "current-context": string;
}

/** The state of all objects of a server at one time. Only the server that created it can restore it. */
export interface Snapshot {
  /** The resource version that a list had at that time. */
  readonly resourceVersion: string;
}

/** A running server. */
export interface ApiServer {
  /** Base URL, such as `https://127.0.0.1:43210`. */
  readonly url: string;
  readonly port: number;
  /** Certificate of the authority that signed the server's certificate, in PEM format. */
  readonly certificateAuthority: string;
  /** Kubeconfig of an administrator: a member of `system:masters`. */
  readonly kubeconfig: Kubeconfig;
  /** The administrator's kubeconfig as text, for `KubeConfig.loadFromString` and for files. */
  readonly kubeconfigText: string;
  /**
   * Returns a kubeconfig with a new client certificate for a user.
   *
   * @throws {OptionError} for a user without a name, and for unknown fields
   */
  kubeconfigFor(user: ApiUser): Promise<Kubeconfig>;
  /** Records the current state of all objects. */
  snapshot(): Promise<Snapshot>;
  /**
   * Restores all objects to the recorded state, including custom resources and their definitions, and resolves when
   * requests see that state. Resource versions continue from their current value: earlier watches end with an ERROR
   * event, code 410, and lists and watches at earlier versions fail with 410 Gone, so clients list again, as after a
   * compaction. Objects have their recorded `uid` and `resourceVersion`.
   *
   * @throws {OptionError} for a snapshot of another server, and for a copy of a snapshot
   */
  restore(snapshot: Snapshot): Promise<void>;
  /**
   * Waits for requests to finish, ends watches, and frees the port. May be called twice. After that, `snapshot` and
   * `restore` reject.
   */
  stop(): Promise<void>;
}
