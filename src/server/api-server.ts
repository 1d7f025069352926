/**
 * The public contract of the API server inside another program: `clustervet/server`.
 *
 * @module
 */
import type { GateSettings } from "../release/feature-gates.ts";

/** Options of {@link startApiServer}. */
export interface ApiServerOptions {
  /** Where objects are kept; default, and the only one so far: `memory`. */
  readonly storage?: "memory";
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
  /** Default 0: any that is free. */
  readonly port?: number;
  /** The release whose API is served, such as `1.34`; default: the newest. */
  readonly target?: string;
  /** Domain of the API groups; default `k8s.io`. */
  readonly groupDomain?: string;
  /** Feature gates that differ from the defaults of the target. */
  readonly featureGates?: GateSettings;
  /** API versions and resources to turn on or off, by the keys of `--runtime-config`; default: the stable versions are on. */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>;
  /** The server's own controllers that run, by name, `*` for all; default `["*"]`. envtest runs none: `[]`. */
  readonly controllers?: readonly string[];
  /** Admission plugins to turn on, in addition to the defaults of kube-apiserver. */
  readonly enableAdmissionPlugins?: readonly string[];
  /** Admission plugins to turn off. */
  readonly disableAdmissionPlugins?: readonly string[];
  /** Who decides what users may do: `RBAC`, or everybody may do everything; default `RBAC`. */
  readonly authorization?: "RBAC" | "AlwaysAllow";
  /** Gets what the server logs; default: nobody does. */
  readonly log?: (entry: LogEntry) => void;
}

/** A line of the server's log. */
export interface LogEntry {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly fields: object;
}

/** A user of the server, as client certificates name users. */
export interface ApiUser {
  readonly name: string;
  /** Default: none. */
  readonly groups?: readonly string[];
}

/** How a client reaches the server, and as whom: the file that kubectl and client libraries read. */
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

/** All objects of a server as they were at one time. Only the server that made it can go back to it. */
export interface Snapshot {
  /** The resource version of a list at that time. */
  readonly resourceVersion: string;
}

/** A server that runs. */
export interface ApiServer {
  /** `https://127.0.0.1:43210` */
  readonly url: string;
  readonly port: number;
  /** PEM, of the authority that signed the server's certificate. */
  readonly certificateAuthority: string;
  /** Of an administrator: a member of `system:masters`. */
  readonly kubeconfig: Kubeconfig;
  /** The same as text, for `KubeConfig.loadFromString` and for files. */
  readonly kubeconfigText: string;
  /**
   * A kubeconfig with a new client certificate for a user.
   *
   * @throws {OptionError} for a user without a name, and for fields that do not exist
   */
  kubeconfigFor(user: ApiUser): Promise<Kubeconfig>;
  /** Remembers all objects as they are now. */
  snapshot(): Promise<Snapshot>;
  /**
   * Makes all objects what they were, custom resources and their definitions included, and resolves when requests see that.
   * Resource versions go on from where they are: watches of before end with an ERROR event, code 410, and lists and watches at
   * earlier versions with 410 Gone; so clients list again, as after a compaction. Objects have the `uid` and `resourceVersion`
   * that they had.
   *
   * @throws {OptionError} for a snapshot of another server
   */
  restore(snapshot: Snapshot): Promise<void>;
  /** Lets requests finish, ends watches, and frees the port. May be called twice. */
  stop(): Promise<void>;
}
