/**
 * The types of `apiserver/v1beta1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export interface Connection {
  /** How the proxy is spoken to, if at all. */
  proxyProtocol?: string;
  /** How the proxy is reached; must be absent for Direct. */
  transport?: Transport;
}

export interface EgressSelection {
  /** Which traffic: controlplane, cluster or etcd; "master" is an old name of controlplane. */
  name?: string;
  /** How that traffic goes. */
  connection?: Connection;
}

/** Through which proxies the API server reaches nodes, webhooks, etcd and the control plane. */
export interface EgressSelectorConfiguration {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** One for each kind of traffic; what is not listed is dialed directly. */
  egressSelections?: EgressSelection[];
}

export interface TCPTransport {
  /** Address of the proxy, http:// or https://. */
  url?: string;
  /** TLS settings; must be absent for http, present for https. */
  tlsConfig?: TLSConfig;
}

export interface TLSConfig {
  /** Path of the CA bundle; the system's roots when absent. */
  caBundle?: string;
  /** Path of the client key; must be set for https. */
  clientKey?: string;
  /** Path of the client certificate; must be set for https. */
  clientCert?: string;
  /** Name that the server's certificate is checked for; the host when absent. Since 1.36. */
  tlsServerName?: string;
}

export interface Transport {
  /** The proxy is reached by TCP; for HTTPConnect only. */
  tcp?: TCPTransport;
  /** The proxy is reached by a Unix domain socket. */
  uds?: UDSTransport;
}

export interface UDSTransport {
  /** Path of the socket, without unix://. */
  udsName?: string;
}
