/**
 * The options of the server, with their defaults.
 *
 * @module
 */
import type { Registry } from "prom-client";
import type { IsEnabled } from "../flags/runtime-config.ts";
import type { GateSettings } from "../release/feature-gates.ts";
import type { Host } from "../rule/host.ts";
import type { Encryption } from "../storage/encryption.ts";
import type { Storage } from "../storage/storage.ts";
import type { AuditOptions } from "./audit/audit-filters.ts";
import type { Authenticator } from "./authn/authenticator.ts";
import type { FrontProxySettings } from "./authn/front-proxy.ts";
import type { TokenSettings } from "./authn/service-account-tokens.ts";
import type { WebhookTokens } from "./authn/webhook-tokens.ts";
import type { Authorizer } from "./authz/authorizer.ts";
import type { AuthorizationParts } from "./authz/authorizer-chain.ts";
import type { RbacSource } from "./authz/rbac-source.ts";
import type { KeyPair } from "./certificates/issue.ts";
import type { KubeletSettings } from "./connect/locations.ts";
import type { ControllerName } from "./controllers/start-controllers.ts";
import type { Probes } from "./handlers/component-statuses.ts";
import type { NoteRefusal } from "./http/answer-failures.ts";
import type { BacklogLimits } from "./http/backlog.ts";
import type { InFlightLimits } from "./http/in-flight.ts";
import type { ServerIdentity } from "./http/listener.ts";
import type { Log } from "./http/log.ts";
import type { RequestLimits } from "./http/request-limits.ts";
import type { TlsSettings } from "./http/tls-settings.ts";
import type { EgressSelection } from "./outgoing/egress.ts";
import type { ServiceSettings } from "./services/start-services.ts";
import type { TracingSettings } from "./tracing/start-tracing.ts";

export interface EncryptionSettings {
  /** Returns the current configuration, which may change. */
  current(): Encryption;
  /** Prefix of the keys in the associated data of encrypted values. */
  readonly prefix: string;
  /** Whether the configuration is reloaded when it changes. */
  readonly isReloaded: boolean;
  /** Throws if a key management service is unhealthy; absent if the configuration cannot contain one. */
  check?(): Promise<void>;
  /** Called once, before anything is read from the store. */
  start(register: Registry): void;
}

export interface ServerOptions extends ServerIdentity {
  readonly storage: Storage;
  /** Encryption of resources in the store; default: no encryption. */
  readonly encryption?: EncryptionSettings;
  /** Address to listen on; default `127.0.0.1`. */
  readonly host?: string;
  /** Cryptography for rules about keys and certificates; without it, these rules report nothing. */
  readonly cryptography?: Host;
  /** Port to listen on; 0 selects a free port. */
  readonly port: number;
  readonly authenticators: readonly Authenticator[];
  /**
   * Authenticators that may call other servers, so they come after all others except those for anonymous requests.
   * Default: none.
   */
  readonly remoteAuthenticators?: readonly Authenticator[];
  /** Webhook for tokens that no other authenticator knows; it is called after them. Absent: no webhook. */
  readonly webhookTokens?: Pick<WebhookTokens, "forAudiences">;
  /**
   * Front proxies that may name the user of a request. Their certificates must be signed by the identity's
   * `proxyAuthority`. Absent: no proxies.
   */
  readonly frontProxy?: FrontProxySettings;
  /** Whether bootstrap tokens, Secrets in kube-system with which nodes join, authenticate requests; default false. */
  readonly bootstrapTokens?: boolean;
  /** Creates the authorizer, once the sources of roles and bindings exist. */
  authorizer(rbac: RbacSource, parts: AuthorizationParts): Authorizer;
  /** Whether missing default roles and bindings are created; default true. */
  readonly bootstrapPolicy?: boolean;
  /** Whether the other objects that every cluster has are created if missing; default true. */
  readonly clusterObjects?: boolean;
  /** Interval at which the default flow schemas and priority levels are restored; default: one minute. */
  readonly flowControlMs?: number;
  readonly log: Log;
  readonly nowMs: () => number;
  /** Release whose API is served; default: the newest. */
  readonly target?: string;
  /** Domain of the API groups; default `k8s.io`. */
  readonly groupDomain?: string;
  readonly limits?: InFlightLimits;
  readonly requestLimits?: RequestLimits;
  readonly tls?: TlsSettings;
  /** Proxies for webhooks and aggregated API servers; default: none. */
  readonly egress?: EgressSelection;
  /**
   * Whether FlowSchemas and priority levels control the order of requests; default true. Otherwise only `limits` apply.
   */
  readonly priorityAndFairness?: boolean;
  readonly backlog?: BacklogLimits;
  /** How service account tokens are signed and verified; absent: the server issues no tokens. */
  readonly serviceAccountTokens?: TokenSettings;
  /**
   * The module `vetting/thread.ts`, which processes large objects; absent: they are processed on the main thread, like
   * small ones.
   */
  readonly vettingThread?: URL;
  /** Feature gates that differ from the defaults of the target. */
  readonly featureGates?: GateSettings;
  /** Which resources are visible to clients; default: those of stable versions. */
  readonly runtimeConfig?: IsEnabled;
  /** Which of the server's controllers run; default: all of them. */
  readonly isControllerOn?: (name: ControllerName) => boolean;
  /** Which admission plugins are enabled; default: those that kube-apiserver enables. */
  readonly isPluginOn?: (name: string) => boolean;
  /** Authority of the server's certificate, in PEM format, to publish for pods; absent: it is not published. */
  readonly authority?: string;
  readonly services?: ServiceSettings;
  /** Time for which Events are kept after their last write, 0 for ever; default: one hour. */
  readonly eventTtlMs?: number;
  /** Configurations of admission plugins by plugin name; default: none. */
  readonly pluginConfigurations?: ReadonlyMap<string, unknown>;
  /**
   * Whether webhooks and other servers behind a service are called at its endpoints instead of its address; default
   * false.
   */
  readonly routesToEndpoints?: boolean;
  /** Client certificate for the servers behind APIServices; absent: they cannot authenticate this server. */
  readonly proxyClient?: KeyPair;
  /**
   * How the server connects to kubelets; default: without a client certificate, and without verifying the certificates
   * of kubelets.
   */
  readonly kubelets?: KubeletSettings;
  /** Checks the components that ComponentStatuses report; default: those on this machine. */
  readonly probes?: Probes;
  /** Which requests are audited, and where the events are written; absent: no audit. */
  readonly audit?: AuditOptions;
  /** The collector of trace spans, and the sampling rate; default: no tracing. */
  readonly tracing?: TracingSettings;
  /** Receives the errors that clients get; default: they are not reported. */
  readonly noteRefusal?: NoteRefusal;
  /** Values of the command-line flags by name, which `/flagz` shows; absent: no such page. */
  readonly flags?: ReadonlyMap<string, string>;
  /** Whether V8 releases memory of the whole process when there is little to do; default true. */
  readonly shrinksHeap?: boolean;
}
