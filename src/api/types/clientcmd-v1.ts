/**
 * The types of `clientcmd/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface AuthInfo {
  /** Path of the client certificate. */
  "client-certificate"?: string;
  /** The client certificate itself, in base64. */
  "client-certificate-data"?: string;
  /** Path of the client key. */
  "client-key"?: string;
  /** The client key itself, in base64. */
  "client-key-data"?: string;
  /** Bearer token. */
  token?: string;
  /** Path of a file with the bearer token; wins over token. */
  tokenFile?: string;
  /** User to impersonate. */
  as?: string;
  /** Uid to impersonate. */
  "as-uid"?: string;
  /** Groups to impersonate. */
  "as-groups"?: string[];
  /** Extra attributes to impersonate. */
  "as-user-extra"?: Record<string, string[]>;
  /** Name for basic authentication. */
  username?: string;
  /** Password for basic authentication. */
  password?: string;
  /** A built-in provider of credentials. */
  "auth-provider"?: AuthProviderConfig;
  exec?: ExecConfig;
  /** What other tools keep here. */
  extensions?: NamedExtension[];
}

export interface AuthProviderConfig {
  name?: string;
  config?: Record<string, string>;
}

export interface Cluster {
  /** Address of the API server or webhook. */
  server?: string;
  /** Name that the server's certificate is checked for. */
  "tls-server-name"?: string;
  /** Accept any certificate. */
  "insecure-skip-tls-verify"?: boolean;
  /** Path of the CA bundle. */
  "certificate-authority"?: string;
  /** The CA bundle itself, in base64. */
  "certificate-authority-data"?: string;
  /** Proxy for all requests to the server. */
  "proxy-url"?: string;
  /** Ask for uncompressed answers. */
  "disable-compression"?: boolean;
  /** What other tools keep here. */
  extensions?: NamedExtension[];
}

/** How a client reaches a cluster or a webhook, and who it is there (kubeconfig). */
export interface Config {
  kind?: string;
  apiVersion?: string;
  preferences?: Preferences;
  /** Clusters by name. */
  clusters?: NamedCluster[];
  /** Users by name. */
  users?: NamedAuthInfo[];
  /** Pairs of cluster and user, by name. */
  contexts?: NamedContext[];
  /** The context that is used. */
  "current-context"?: string;
  /** What other tools keep here. */
  extensions?: NamedExtension[];
}

export interface Context {
  /** Name of the cluster. */
  cluster?: string;
  /** Name of the user. */
  user?: string;
  /** Default namespace. */
  namespace?: string;
  /** What other tools keep here. */
  extensions?: NamedExtension[];
}

export interface ExecConfig {
  /** The program to run. */
  command?: string;
  /** Its arguments. */
  args?: string[];
  env?: ExecEnvVar[];
  /** Version of ExecCredential that the program speaks. */
  apiVersion?: string;
  /** What is said when the program is missing. */
  installHint?: string;
  /** Whether the program is told of the cluster. */
  provideClusterInfo?: boolean;
  /** Whether the program may use standard input: Never, IfAvailable or Always. */
  interactiveMode?: string;
}

export interface ExecEnvVar {
  name?: string;
  value?: string;
}

export interface NamedAuthInfo {
  name?: string;
  user?: AuthInfo;
}

export interface NamedCluster {
  name?: string;
  cluster?: Cluster;
}

export interface NamedContext {
  name?: string;
  context?: Context;
}

export interface NamedExtension {
  name?: string;
  extension?: unknown;
}

export interface Preferences {
  colors?: boolean;
  /** What other tools keep here. */
  extensions?: NamedExtension[];
}
