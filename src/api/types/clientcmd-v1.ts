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
  /** A program that prints credentials. */
  exec?: ExecConfig;
  /** Data that other tools keep here. */
  extensions?: NamedExtension[];
}

export interface AuthProviderConfig {
  /** Name of the provider. */
  name?: string;
  /** Settings of the provider. */
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
  /** Data that other tools keep here. */
  extensions?: NamedExtension[];
}

/** How a client reaches a cluster or a webhook, and who it is there (kubeconfig). */
export interface Config {
  /** Name of the kind. */
  kind?: string;
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Settings of kubectl; no longer read. */
  preferences?: Preferences;
  /** Clusters by name. */
  clusters?: NamedCluster[];
  /** Users by name. */
  users?: NamedAuthInfo[];
  /** Pairs of cluster and user, by name. */
  contexts?: NamedContext[];
  /** The context that is used. */
  "current-context"?: string;
  /** Data that other tools keep here. */
  extensions?: NamedExtension[];
}

export interface Context {
  /** Name of the cluster. */
  cluster?: string;
  /** Name of the user. */
  user?: string;
  /** Default namespace. */
  namespace?: string;
  /** Data that other tools keep here. */
  extensions?: NamedExtension[];
}

export interface ExecConfig {
  /** The program to run. */
  command?: string;
  /** Its arguments. */
  args?: string[];
  /** Environment variables that the program gets in addition. */
  env?: ExecEnvVar[];
  /** Version of ExecCredential that the program speaks. */
  apiVersion?: string;
  /** The message when the program is missing. */
  installHint?: string;
  /** Whether the program gets facts about the cluster. */
  provideClusterInfo?: boolean;
  /** Whether the program may use standard input: Never, IfAvailable or Always. */
  interactiveMode?: string;
}

export interface ExecEnvVar {
  /** Name of the variable. */
  name?: string;
  /** Value of the variable. */
  value?: string;
}

export interface NamedAuthInfo {
  /** Name that contexts use for the user. */
  name?: string;
  /** The credentials. */
  user?: AuthInfo;
}

export interface NamedCluster {
  /** Name that contexts use for the cluster. */
  name?: string;
  /** Where the cluster is, and how it is trusted. */
  cluster?: Cluster;
}

export interface NamedContext {
  /** Name of the context. */
  name?: string;
  /** Which user works in which cluster and namespace. */
  context?: Context;
}

export interface NamedExtension {
  /** Name of the extension. */
  name?: string;
  /** Data of another program, kept as it is. */
  extension?: unknown;
}

export interface Preferences {
  /** Whether output is coloured; no longer read. */
  colors?: boolean;
  /** Data that other tools keep here. */
  extensions?: NamedExtension[];
}
