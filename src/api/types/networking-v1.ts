/**
 * The types of `networking/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface HTTPIngressPath {
  /** Path of the requests; begins with `/` for `Exact` and `Prefix`. */
  path?: string;
  /** `Exact`, `Prefix` or `ImplementationSpecific`: how the path is compared. */
  pathType?: PathType | null;
  /** Where the requests go. */
  backend?: IngressBackend;
}

export interface HTTPIngressRuleValue {
  /** Paths and where their requests go. */
  paths?: HTTPIngressPath[] | null;
}

/** An address of a service, taken. */
export interface IPAddress {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: IPAddressSpec;
}

export interface IPAddressSpec {
  /** The object that has the address. Immutable. */
  parentRef?: ParentReference;
}

export interface IPBlock {
  /** Range of addresses, such as `192.168.1.0/24`. */
  cidr?: string;
  /** Ranges within `cidr` that are left out. */
  except?: string[];
}

/** Leads requests from outside to services, by host and path. */
export interface Ingress {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: IngressSpec;
  /** The observed state. */
  status?: IngressStatus;
}

export interface IngressBackend {
  /** A service; excludes `resource`. */
  service?: IngressServiceBackend;
  /** Another object of the namespace; excludes `service`. */
  resource?: coreV1.TypedLocalObjectReference;
}

/** A controller that ingresses can name. */
export interface IngressClass {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: IngressClassSpec;
}

export interface IngressClassParametersReference {
  /** Group of the object; absent for core. */
  apiGroup?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name of the object. */
  name?: string;
  /** `Cluster` or `Namespace`; default `Cluster`. */
  scope?: string | null;
  /** Namespace of the object, for the scope `Namespace`. */
  namespace?: string;
}

export interface IngressClassSpec {
  /** Name of the controller of the class, such as `example.com/ingress`. Immutable. */
  controller?: string;
  /** An object with settings of the controller. */
  parameters?: IngressClassParametersReference;
}

export interface IngressLoadBalancerIngress {
  /** IP address of the load balancer. */
  ip?: string;
  /** Host name of the load balancer. */
  hostname?: string;
  /** Ports of the load balancer, with their errors. */
  ports?: IngressPortStatus[];
}

export interface IngressLoadBalancerStatus {
  /** The addresses of the load balancer. */
  ingress?: IngressLoadBalancerIngress[];
}

export interface IngressPortStatus {
  /** Number of the port. */
  port?: number;
  /** `TCP`, `UDP` or `SCTP`. */
  protocol?: string;
  /** Why the port does not work, in a word. */
  error?: string;
}

export interface IngressRule {
  /** Host name of the requests; `*.` at the beginning matches one label; absent: all. */
  host?: string;
  /** Paths of the requests. */
  http?: HTTPIngressRuleValue;
}

export interface IngressServiceBackend {
  /** Name of the service. */
  name?: string;
  /** Port of the service. */
  port?: ServiceBackendPort;
}

export interface IngressSpec {
  /** Name of the IngressClass. */
  ingressClassName?: string;
  /** Where requests go that no rule matches. */
  defaultBackend?: IngressBackend;
  /** Hosts with TLS, and their certificates. */
  tls?: IngressTLS[];
  /** Hosts and paths, and where their requests go. */
  rules?: IngressRule[];
}

export interface IngressStatus {
  /** State of the load balancer. */
  loadBalancer?: IngressLoadBalancerStatus;
}

export interface IngressTLS {
  /** Host names that the certificate is for. */
  hosts?: string[];
  /** Secret with the certificate and its key. */
  secretName?: string;
}

/** The traffic that pods may receive and send. */
export interface NetworkPolicy {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: NetworkPolicySpec;
}

export interface NetworkPolicyEgressRule {
  /** Ports of the traffic; empty for all. */
  ports?: NetworkPolicyPort[];
  /** Destinations of the traffic; empty for all. */
  to?: NetworkPolicyPeer[];
}

export interface NetworkPolicyIngressRule {
  /** Ports of the traffic; empty for all. */
  ports?: NetworkPolicyPort[];
  /** Sources of the traffic; empty for all. */
  from?: NetworkPolicyPeer[];
}

export interface NetworkPolicyPeer {
  /** Pods, of the policy's namespace or of those that `namespaceSelector` selects. */
  podSelector?: metaV1.LabelSelector;
  /** Namespaces of the pods; an empty selector is all. */
  namespaceSelector?: metaV1.LabelSelector;
  /** A range of addresses; excludes the selectors. */
  ipBlock?: IPBlock;
}

export interface NetworkPolicyPort {
  /** `TCP`, `UDP` or `SCTP`; default `TCP`. */
  protocol?: coreV1.Protocol;
  /** A number, or the name of a container's port; absent: all. */
  port?: number | string;
  /** Last port of a range that begins with `port`. */
  endPort?: number;
}

export interface NetworkPolicySpec {
  /** The pods that the policy is for; an empty selector is all of the namespace. */
  podSelector?: metaV1.LabelSelector;
  /** Traffic to the pods that is allowed; with none, all of it is refused. */
  ingress?: NetworkPolicyIngressRule[];
  /** Traffic from the pods that is allowed, for the policy type `Egress`. */
  egress?: NetworkPolicyEgressRule[];
  /** `Ingress`, `Egress` or both; default: `Ingress`, and `Egress` if there are egress rules. */
  policyTypes?: PolicyType[];
}

export interface ParentReference {
  /** Group of the object. */
  group?: string;
  /** Plural name of the object's resource. */
  resource?: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
}

export type PathType = "Exact" | "ImplementationSpecific" | "Prefix";

export type PolicyType = "Egress" | "Ingress";

export interface ServiceBackendPort {
  /** Name of the port; excludes `number`. */
  name?: string;
  /** Number of the port; excludes `name`. */
  number?: number;
}

/** A range that addresses of services are taken from. */
export interface ServiceCIDR {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The desired state. */
  spec?: ServiceCIDRSpec;
  /** The observed state. */
  status?: ServiceCIDRStatus;
}

export interface ServiceCIDRSpec {
  /** Ranges of addresses, at most one of each family. Immutable. */
  cidrs?: string[];
}

export interface ServiceCIDRStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}
