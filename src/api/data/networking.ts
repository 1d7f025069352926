/**
 * The types of `networking`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const networkingTypes = (): string => `
networking/v1.HTTPIngressPath
path 1 string
pathType 3 PathType ! *
backend 2 IngressBackend !

networking/v1.HTTPIngressRuleValue
paths 1 []HTTPIngressPath ! list=atomic

networking/v1.IPAddress
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 IPAddressSpec ?

networking/v1.IPAddressSpec
parentRef 1 ParentReference ? *

networking/v1.IPBlock
cidr 1 string !
except 2 []string list=atomic

networking/v1.Ingress
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 IngressSpec
status 3 IngressStatus

networking/v1.IngressBackend
service 4 IngressServiceBackend *
resource 3 core/v1.TypedLocalObjectReference *

networking/v1.IngressClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 IngressClassSpec

networking/v1.IngressClassParametersReference
apiGroup 1 string *
kind 2 string !
name 3 string !
scope 4 string + *
namespace 5 string *

networking/v1.IngressClassSpec
controller 1 string
parameters 2 IngressClassParametersReference *

networking/v1.IngressLoadBalancerIngress
ip 1 string
hostname 2 string
ports 4 []IngressPortStatus list=atomic

networking/v1.IngressLoadBalancerStatus
ingress 1 []IngressLoadBalancerIngress list=atomic

networking/v1.IngressPortStatus
port 1 int32 !
protocol 2 string !
error 3 string *

networking/v1.IngressRule
host 1 string
http 1 HTTPIngressRuleValue * in=2

networking/v1.IngressRuleValue
http 1 HTTPIngressRuleValue *

networking/v1.IngressServiceBackend
name 1 string !
port 2 ServiceBackendPort

networking/v1.IngressSpec
ingressClassName 4 string *
defaultBackend 1 IngressBackend *
tls 2 []IngressTLS list=atomic
rules 3 []IngressRule list=atomic

networking/v1.IngressStatus
loadBalancer 1 IngressLoadBalancerStatus

networking/v1.IngressTLS
hosts 1 []string list=atomic
secretName 2 string

networking/v1.NetworkPolicy
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 NetworkPolicySpec

networking/v1.NetworkPolicyEgressRule
ports 1 []NetworkPolicyPort list=atomic
to 2 []NetworkPolicyPeer list=atomic

networking/v1.NetworkPolicyIngressRule
ports 1 []NetworkPolicyPort list=atomic
from 2 []NetworkPolicyPeer list=atomic

networking/v1.NetworkPolicyPeer
podSelector 1 meta/v1.LabelSelector *
namespaceSelector 2 meta/v1.LabelSelector *
ipBlock 3 IPBlock *

networking/v1.NetworkPolicyPort
protocol 1 core/v1.Protocol *
port 2 intOrString *
endPort 3 int32 *

networking/v1.NetworkPolicySpec
podSelector 1 meta/v1.LabelSelector +
ingress 2 []NetworkPolicyIngressRule list=atomic
egress 3 []NetworkPolicyEgressRule list=atomic
policyTypes 4 []PolicyType list=atomic

networking/v1.ParentReference
group 1 string
resource 2 string ?
namespace 3 string
name 4 string ?

networking/v1.PathType = Exact | ImplementationSpecific | Prefix

networking/v1.PolicyType = Egress | Ingress

networking/v1.ServiceBackendPort map=atomic
name 1 string
number 2 int32

networking/v1.ServiceCIDR
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 ServiceCIDRSpec
status 3 ServiceCIDRStatus

networking/v1.ServiceCIDRSpec
cidrs 1 []string list=atomic

networking/v1.ServiceCIDRStatus
conditions 1 []meta/v1.Condition list=map keys=type patch=merge merge=type

networking/v1alpha1.IPAddress
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 IPAddressSpec

networking/v1alpha1 like networking/v1
IPAddressSpec ParentReference ServiceCIDR ServiceCIDRSpec ServiceCIDRStatus

networking/v1beta1 like networking/v1
IPAddress IPAddressSpec ParentReference ServiceCIDR ServiceCIDRSpec ServiceCIDRStatus
`;
