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
  /** It may change. */
  current(): Encryption;
  /** Before the keys in the data that values are bound to. */
  readonly prefix: string;
  /** Whether the configuration is read again when it changes. */
  readonly isFollowed: boolean;
  /** Throws when a key management service is not well; absent when there can be none. */
  check?(): Promise<void>;
  /** Called once, before anything is read. */
  start(register: Registry): void;
}

export interface ServerOptions extends ServerIdentity {
  readonly storage: Storage;
  /** Which resources are encrypted in the store; default: none. */
  readonly encryption?: EncryptionSettings;
  /** Address to listen at; default `127.0.0.1`. */
  readonly host?: string;
  /** Cryptography for rules about keys and certificates; without it nothing is said of these. */
  readonly cryptography?: Host;
  /** 0 for any that is free. */
  readonly port: number;
  readonly authenticators: readonly Authenticator[];
  /** Asked after all others but those for nobody: they may have to ask elsewhere. Default: none. */
  readonly remoteAuthenticators?: readonly Authenticator[];
  /** Knows whose tokens are that all others do not know; it is asked after them. Absent: nobody does. */
  readonly webhookTokens?: Pick<WebhookTokens, "forAudiences">;
  /** Whose word counts for who asks, with certificates of the identity's `proxyAuthority`; absent: nobody's. */
  readonly frontProxy?: FrontProxySettings;
  /** Whether Secrets of kube-system are tokens with which nodes join; default false. */
  readonly bootstrapTokens?: boolean;
  /** Made once there are roles and bindings to look at. */
  authorizer(rbac: RbacSource, parts: AuthorizationParts): Authorizer;
  /** Whether the roles and bindings of every cluster are made when they are missing; default true. */
  readonly bootstrapPolicy?: boolean;
  /** Whether the other objects of every cluster are made when they are missing; default true. */
  readonly clusterObjects?: boolean;
  /** How often flow schemas and priority levels of every cluster are restored; default a minute. */
  readonly flowControlMs?: number;
  readonly log: Log;
  readonly nowMs: () => number;
  /** Default: the newest. */
  readonly target?: string;
  /** Default `k8s.io`. */
  readonly groupDomain?: string;
  readonly limits?: InFlightLimits;
  readonly requestLimits?: RequestLimits;
  readonly tls?: TlsSettings;
  /** The proxies to webhooks and aggregated API servers; default: none. */
  readonly egress?: EgressSelection;
  /** Whether FlowSchemas and their priority levels decide who waits for whom; default true. If not, only `limits` do. */
  readonly priorityAndFairness?: boolean;
  readonly backlog?: BacklogLimits;
  /** How tokens of service accounts are signed and verified; absent: the server gives out no tokens. */
  readonly serviceAccountTokens?: TokenSettings;
  /** Runs `vetting/thread.ts`, for large objects; absent: they are vetted as small ones are. */
  readonly vettingThread?: URL;
  /** Feature gates that differ from the defaults of the target. */
  readonly featureGates?: GateSettings;
  /** Which resources clients are shown; default: those of stable versions. */
  readonly runtimeConfig?: IsEnabled;
  /** Which of its controllers run; default: all of them. */
  readonly isControllerOn?: (name: ControllerName) => boolean;
  /** Which of its admission plugins are on; default: those that are on in kube-apiserver. */
  readonly isPluginOn?: (name: string) => boolean;
  /** PEM, of the authority of the certificate, for pods; absent: no namespace has it. */
  readonly authority?: string;
  readonly services?: ServiceSettings;
  /** How long Events are kept after their last write, 0 for ever; default an hour. */
  readonly eventTtlMs?: number;
  /** The configurations of admission plugins, by their names; default: none. */
  readonly pluginConfigurations?: ReadonlyMap<string, unknown>;
  /** Whether webhooks and other servers behind a service are reached at its endpoints; default false: at its address. */
  readonly routesToEndpoints?: boolean;
  /** By which the servers behind APIServices know this one; absent: they cannot know it. */
  readonly proxyClient?: KeyPair;
  /** How the server reaches the kubelets of nodes; default: unknown to them, and without verifying who they are. */
  readonly kubelets?: KubeletSettings;
  /** Asks the components that ComponentStatuses tell of; default: those of this machine. */
  readonly probes?: Probes;
  /** Which requests are recorded, and where; absent: none. */
  readonly audit?: AuditOptions;
  /** The collector of the spans of requests, and how many are sampled; default: there are no spans. */
  readonly tracing?: TracingSettings;
  /** Sees the failures that clients get; default: nobody does. */
  readonly noteRefusal?: NoteRefusal;
  /** The values of the command line's flags by name, which `/flagz` shows; absent: there is no such page. */
  readonly flags?: ReadonlyMap<string, string>;
  /** Whether V8 gives back memory of the whole process when there is little to do; default true. */
  readonly shrinksHeap?: boolean;
}
