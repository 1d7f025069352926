/**
 * The types of `networking/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as coreV1 from "./core-v1.ts";
import type * as metaV1 from "./meta-v1.ts";

export interface HTTPIngressPath {
  path?: string;
  pathType?: PathType;
  backend?: IngressBackend;
}

export interface HTTPIngressRuleValue {
  paths?: HTTPIngressPath[];
}

/** An address of a service, taken. */
export interface IPAddress {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  spec?: IPAddressSpec;
}

export interface IPAddressSpec {
  parentRef?: ParentReference;
}

export interface IPBlock {
  cidr?: string;
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
  spec?: IngressSpec;
  status?: IngressStatus;
}

export interface IngressBackend {
  service?: IngressServiceBackend;
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
  spec?: IngressClassSpec;
}

export interface IngressClassParametersReference {
  apiGroup?: string;
  /** Name of the kind. */
  kind?: string;
  name?: string;
  scope?: string;
  namespace?: string;
}

export interface IngressClassSpec {
  controller?: string;
  parameters?: IngressClassParametersReference;
}

export interface IngressLoadBalancerIngress {
  ip?: string;
  hostname?: string;
  ports?: IngressPortStatus[];
}

export interface IngressLoadBalancerStatus {
  ingress?: IngressLoadBalancerIngress[];
}

export interface IngressPortStatus {
  port?: number;
  protocol?: string;
  error?: string;
}

export interface IngressRule {
  host?: string;
  http?: HTTPIngressRuleValue;
}

export interface IngressServiceBackend {
  name?: string;
  port?: ServiceBackendPort;
}

export interface IngressSpec {
  ingressClassName?: string;
  defaultBackend?: IngressBackend;
  tls?: IngressTLS[];
  rules?: IngressRule[];
}

export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus;
}

export interface IngressTLS {
  hosts?: string[];
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
  spec?: NetworkPolicySpec;
}

export interface NetworkPolicyEgressRule {
  ports?: NetworkPolicyPort[];
  to?: NetworkPolicyPeer[];
}

export interface NetworkPolicyIngressRule {
  ports?: NetworkPolicyPort[];
  from?: NetworkPolicyPeer[];
}

export interface NetworkPolicyPeer {
  podSelector?: metaV1.LabelSelector;
  namespaceSelector?: metaV1.LabelSelector;
  ipBlock?: IPBlock;
}

export interface NetworkPolicyPort {
  protocol?: coreV1.Protocol;
  port?: number | string;
  endPort?: number;
}

export interface NetworkPolicySpec {
  podSelector?: metaV1.LabelSelector;
  ingress?: NetworkPolicyIngressRule[];
  egress?: NetworkPolicyEgressRule[];
  policyTypes?: PolicyType[];
}

export interface ParentReference {
  group?: string;
  resource?: string;
  namespace?: string;
  name?: string;
}

export type PathType = "Exact" | "ImplementationSpecific" | "Prefix";

export type PolicyType = "Egress" | "Ingress";

export interface ServiceBackendPort {
  name?: string;
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
  spec?: ServiceCIDRSpec;
  status?: ServiceCIDRStatus;
}

export interface ServiceCIDRSpec {
  cidrs?: string[];
}

export interface ServiceCIDRStatus {
  /** The latest observations of the object's state, at most one of each type. */
  conditions?: metaV1.Condition[];
}
