/**
 * The default roles and bindings of kube-apiserver 1.37, which it creates and restores at start, as data.
 *
 * One block for each object, separated by empty lines. The first line of a block is the kind and the name, with the
 * namespace before the name. In a role, `+NAME` adds its rules to an aggregated role, `=NAME` aggregates rules, and
 * other lines are rules: verbs, groups, resources and names, or verbs and paths; `-` is the core group. In a binding,
 * `@` precedes the role, and the subjects follow.
 *
 * @module
 */
export const bootstrapBlocks = `
ClusterRole cluster-admin
* * *
* *

ClusterRole system:discovery
get /api,/api/*,/apis,/apis/*,/healthz,/livez,/openapi,/openapi/*,/readyz,/version,/version/

ClusterRole system:monitoring
get /flagz,/healthz,/healthz/*,/livez,/livez/*,/metrics,/metrics/slis,/readyz,/readyz/*,/statusz
get - nodes/metrics

ClusterRole system:basic-user
create authorization.<domain> selfsubjectaccessreviews,selfsubjectrulesreviews
create authentication.<domain> selfsubjectreviews

ClusterRole system:public-info-viewer
get /healthz,/livez,/readyz,/version,/version/

ClusterRole admin
=admin

ClusterRole edit
+admin
=edit

ClusterRole view
+edit
=view

ClusterRole system:aggregate-to-admin
+admin
create authorization.<domain> localsubjectaccessreviews
create,delete,deletecollection,get,list,patch,update,watch rbac.authorization.<domain> rolebindings,roles

ClusterRole system:aggregate-to-edit
+edit
get,list,watch - pods/attach,pods/exec,pods/portforward,pods/proxy,secrets,services/proxy
impersonate - serviceaccounts
create,delete,deletecollection,patch,update - pods,pods/attach,pods/exec,pods/portforward,pods/proxy
create - pods/eviction
create,delete,deletecollection,patch,update - configmaps,persistentvolumeclaims,replicationcontrollers,replicationcontrollers/scale,secrets,serviceaccounts,services,services/proxy
create - serviceaccounts/token
create,delete,deletecollection,patch,update -,events.<domain> events
create,delete,deletecollection,patch,update apps daemonsets,deployments,deployments/rollback,deployments/scale,replicasets,replicasets/scale,statefulsets,statefulsets/scale
create,delete,deletecollection,patch,update autoscaling horizontalpodautoscalers
create,delete,deletecollection,patch,update batch cronjobs,jobs
create,delete,deletecollection,patch,update extensions daemonsets,deployments,deployments/rollback,deployments/scale,ingresses,networkpolicies,replicasets,replicasets/scale,replicationcontrollers/scale
create,delete,deletecollection,patch,update policy poddisruptionbudgets
create,delete,deletecollection,patch,update networking.<domain> ingresses,networkpolicies
create,delete,deletecollection,get,list,patch,update,watch coordination.<domain> leases
create,delete,deletecollection,patch,update resource.<domain> resourceclaims,resourceclaimtemplates

ClusterRole system:aggregate-to-view
+view
get,list,watch - configmaps,endpoints,persistentvolumeclaims,persistentvolumeclaims/status,pods,replicationcontrollers,replicationcontrollers/scale,serviceaccounts,services,services/status
get,list,watch - bindings,limitranges,namespaces/status,pods/log,pods/status,replicationcontrollers/status,resourcequotas,resourcequotas/status
get,list,watch - namespaces
get,list,watch -,events.<domain> events
get,list,watch discovery.<domain> endpointslices
get,list,watch apps controllerrevisions,daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,replicasets,replicasets/scale,replicasets/status,statefulsets,statefulsets/scale,statefulsets/status
get,list,watch autoscaling horizontalpodautoscalers,horizontalpodautoscalers/status
get,list,watch batch cronjobs,cronjobs/status,jobs,jobs/status
get,list,watch extensions daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,ingresses,ingresses/status,networkpolicies,replicasets,replicasets/scale,replicasets/status,replicationcontrollers/scale
get,list,watch policy poddisruptionbudgets,poddisruptionbudgets/status
get,list,watch networking.<domain> ingresses,ingresses/status,networkpolicies
get,list,watch resource.<domain> resourceclaims,resourceclaims/status,resourceclaimtemplates

ClusterRole system:heapster
get,list,watch - events,namespaces,nodes,pods
get,list,watch extensions deployments

ClusterRole system:node
create authentication.<domain> tokenreviews
create authorization.<domain> localsubjectaccessreviews,subjectaccessreviews
get,list,watch - services
create,get,list,watch - nodes
patch,update - nodes/status
patch,update - nodes
create,patch,update -,events.<domain> events
get,list,watch - pods
create,delete - pods
patch,update - pods/status
create - pods/eviction
get,list,watch - configmaps,secrets
get - persistentvolumeclaims,persistentvolumes
get - endpoints
create,get,list,watch certificates.<domain> certificatesigningrequests
create,delete,get,patch,update coordination.<domain> leases
get storage.<domain> volumeattachments
create - serviceaccounts/token
get,patch,update - persistentvolumeclaims/status
get,list,watch storage.<domain> csidrivers
create,delete,get,patch,update storage.<domain> csinodes
get,list,watch node.<domain> runtimeclasses
get resource.<domain> resourceclaims
deletecollection resource.<domain> resourceslices
get,list,watch certificates.<domain> clustertrustbundles
get - serviceaccounts
create,get,list,watch certificates.<domain> podcertificaterequests

ClusterRole system:node-problem-detector
get - nodes
patch - nodes/status
create,patch,update -,events.<domain> events

ClusterRole system:node-bootstrapper
create,get,list,watch certificates.<domain> certificatesigningrequests

ClusterRole system:auth-delegator
create authentication.<domain> tokenreviews
create authorization.<domain> subjectaccessreviews

ClusterRole system:kube-aggregator
get,list,watch - endpoints,services

ClusterRole system:kube-controller-manager
create,patch,update -,events.<domain> events
create coordination.<domain> leases
get,update coordination.<domain> leases kube-controller-manager
create - secrets,serviceaccounts
delete - secrets
get - configmaps,namespaces,secrets,serviceaccounts
update - secrets,serviceaccounts
create authentication.<domain> tokenreviews
create authorization.<domain> subjectaccessreviews
list,watch * *
create - serviceaccounts/token

ClusterRole system:kube-dns
list,watch - endpoints,services

ClusterRole system:persistent-volume-provisioner
create,delete,get,list,watch - persistentvolumes
get,list,update,watch - persistentvolumeclaims
get,list,watch storage.<domain> storageclasses
watch - events
create,patch,update -,events.<domain> events

ClusterRole system:certificates.k8s.io:certificatesigningrequests:nodeclient
create certificates.<domain> certificatesigningrequests/nodeclient

ClusterRole system:certificates.k8s.io:certificatesigningrequests:selfnodeclient
create certificates.<domain> certificatesigningrequests/selfnodeclient

ClusterRole system:volume-scheduler
get,list,patch,update,watch - persistentvolumes
get,list,watch storage.<domain> storageclasses
get,list,patch,update,watch - persistentvolumeclaims

ClusterRole system:certificates.k8s.io:legacy-unknown-approver
approve certificates.<domain> signers kubernetes.io/legacy-unknown

ClusterRole system:certificates.k8s.io:kubelet-serving-approver
approve certificates.<domain> signers kubernetes.io/kubelet-serving

ClusterRole system:certificates.k8s.io:kube-apiserver-client-approver
approve certificates.<domain> signers kubernetes.io/kube-apiserver-client

ClusterRole system:certificates.k8s.io:kube-apiserver-client-kubelet-approver
approve certificates.<domain> signers kubernetes.io/kube-apiserver-client-kubelet

ClusterRole system:service-account-issuer-discovery
get /.well-known/openid-configuration,/.well-known/openid-configuration/,/openid/v1/jwks,/openid/v1/jwks/

ClusterRole system:kubelet-api-admin
get,list,watch - nodes
proxy - nodes
* - nodes/log,nodes/metrics,nodes/proxy,nodes/stats
* - nodes/configz,nodes/healthz,nodes/pods

ClusterRole system:node-proxier
list,watch - endpoints,services
get,list,watch - nodes
create,patch,update -,events.<domain> events
list,watch networking.<domain> servicecidrs
list,watch discovery.<domain> endpointslices

ClusterRole system:kube-scheduler
create,patch,update -,events.<domain> events
create coordination.<domain> leases
get,list,update,watch coordination.<domain> leases kube-scheduler
create,delete,deletecollection,get,list,patch,update,watch coordination.<domain> leasecandidates
get,list,watch - nodes
delete,get,list,watch - pods
create - bindings,pods/binding
patch,update - pods/status
get,list,watch - replicationcontrollers,services
get,list,watch apps,extensions replicasets
get,list,watch apps statefulsets
get,list,watch policy poddisruptionbudgets
get,list,watch - persistentvolumeclaims,persistentvolumes
create authentication.<domain> tokenreviews
create authorization.<domain> subjectaccessreviews
get,list,watch storage.<domain> csinodes
get,list,watch storage.<domain> volumeattachments
get,list,watch - namespaces
get,list,watch storage.<domain> csidrivers
get,list,watch storage.<domain> csistoragecapacities
get,list,watch resource.<domain> deviceclasses
get,list,patch,update,watch resource.<domain> resourceclaims
get,list,patch,update,watch resource.<domain> resourceclaims/status
update - pods/finalizers
get,list,watch resource.<domain> resourceslices
create,delete resource.<domain> resourceclaims
get,list,watch resource.<domain> devicetaintrules
patch,update resource.<domain> resourceclaims/binding

ClusterRole system:cluster-trust-bundle-discovery
get,list,watch certificates.<domain> clustertrustbundles

ClusterRole system:controller:attachdetach-controller
list,watch - persistentvolumeclaims,persistentvolumes
get,list,watch - nodes
patch,update - nodes/status
list,watch - pods
create,patch,update -,events.<domain> events
create,delete,get,list,watch storage.<domain> volumeattachments
get,list,watch storage.<domain> csidrivers
get,list,watch storage.<domain> csinodes

ClusterRole system:controller:clusterrole-aggregation-controller
escalate,get,list,patch,update,watch rbac.authorization.<domain> clusterroles

ClusterRole system:controller:cronjob-controller
get,list,update,watch batch cronjobs
create,delete,get,list,patch,update,watch batch jobs
update batch cronjobs/status
update batch cronjobs/finalizers
delete,list,watch - pods
create,patch,update -,events.<domain> events

ClusterRole system:controller:daemon-set-controller
get,list,watch apps,extensions daemonsets
update apps,extensions daemonsets/status
update apps,extensions daemonsets/finalizers
list,watch - nodes
create,delete,list,patch,watch - pods
create - pods/binding
create,delete,get,list,patch,update,watch apps controllerrevisions
create,patch,update -,events.<domain> events

ClusterRole system:controller:deployment-controller
get,list,update,watch apps,extensions deployments
update apps,extensions deployments/status
update apps,extensions deployments/finalizers
create,delete,get,list,patch,update,watch apps,extensions replicasets
get,list,update,watch - pods
create,patch,update -,events.<domain> events

ClusterRole system:controller:disruption-controller
get,list,watch apps,extensions deployments
get,list,watch apps,extensions replicasets
get,list,watch - replicationcontrollers
get,list,watch policy poddisruptionbudgets
get,list,watch apps statefulsets
update policy poddisruptionbudgets/status
patch,update - pods/status
get * */scale
create,patch,update -,events.<domain> events

ClusterRole system:controller:endpoint-controller
get,list,watch - pods,services
create,delete,get,list,update,watch - endpoints
create - endpoints/restricted
create,patch,update -,events.<domain> events

ClusterRole system:controller:endpointslice-controller
get,list,watch - nodes,pods,services
update - services/finalizers
create,delete,get,list,update,watch discovery.<domain> endpointslices
create,patch,update -,events.<domain> events

ClusterRole system:controller:endpointslicemirroring-controller
get,list,watch - endpoints,services
update - services/finalizers
update - endpoints/finalizers
create,delete,get,list,update,watch discovery.<domain> endpointslices
create,patch,update -,events.<domain> events

ClusterRole system:controller:expand-controller
get,list,patch,update,watch - persistentvolumes
patch,update - persistentvolumeclaims/status
get,list,watch - persistentvolumeclaims
create,patch,update -,events.<domain> events

ClusterRole system:controller:ephemeral-volume-controller
get,list,watch - pods
update - pods/finalizers
create,get,list,watch - persistentvolumeclaims
create,patch,update -,events.<domain> events

ClusterRole system:controller:resource-claim-controller
get,list,watch - pods
update - pods/finalizers
create,delete,get,list,watch resource.<domain> resourceclaims
patch,update resource.<domain> resourceclaims,resourceclaims/status
patch,update - pods/status
create,patch,update -,events.<domain> events
patch,update resource.<domain> resourceclaims/binding

ClusterRole system:controller:device-taint-eviction-controller
delete,get,list,watch - pods
patch,update - pods/status
get,list,watch resource.<domain> resourceclaims
get,list,watch resource.<domain> resourceslices
get,list,watch resource.<domain> deviceclasses
create,patch,update -,events.<domain> events
patch,update resource.<domain> devicetaintrules/status
get,list,watch resource.<domain> devicetaintrules

ClusterRole system:controller:generic-garbage-collector
delete,get,list,patch,update,watch * *
create,patch,update -,events.<domain> events

ClusterRole system:controller:horizontal-pod-autoscaler
get,list,watch autoscaling horizontalpodautoscalers
update autoscaling horizontalpodautoscalers/status
get,update * */scale
list,watch - pods
list,watch metrics.<domain> pods
get,list,watch custom.metrics.<domain> *
get,list,watch external.metrics.<domain> *
create,patch,update -,events.<domain> events

ClusterRole system:controller:job-controller
get,list,patch,update,watch batch jobs
update batch jobs/status
update batch jobs/finalizers
create,delete,list,patch,watch - pods
create,patch,update -,events.<domain> events

ClusterRole system:controller:namespace-controller
delete,get,list,watch - namespaces
update - namespaces/finalize,namespaces/status
delete,deletecollection,get,list,watch * *

ClusterRole system:controller:node-controller
delete,get,list,patch,update,watch - nodes
patch,update - nodes/status
patch,update - pods/status
delete,get,list,watch - pods
get,list,watch coordination.<domain> leases
create,patch,update -,events.<domain> events

ClusterRole system:controller:persistent-volume-binder
create,delete,get,list,update,watch - persistentvolumes
update - persistentvolumes/status
get,list,update,watch - persistentvolumeclaims
update - persistentvolumeclaims/status
create,delete,get,list,watch - pods
get,list,watch storage.<domain> storageclasses
list,watch - nodes
create,patch,update -,events.<domain> events
watch - events

ClusterRole system:controller:pod-garbage-collector
delete,list,watch - pods
get,list,watch - nodes
patch - pods/status

ClusterRole system:controller:replicaset-controller
get,list,update,watch apps,extensions replicasets
update apps,extensions replicasets/status
update apps,extensions replicasets/finalizers
create,delete,list,patch,watch - pods
create,patch,update -,events.<domain> events

ClusterRole system:controller:replication-controller
get,list,update,watch - replicationcontrollers
update - replicationcontrollers/status
update - replicationcontrollers/finalizers
create,delete,list,patch,watch - pods
create,patch,update -,events.<domain> events

ClusterRole system:controller:resourcequota-controller
list,watch * *
update - resourcequotas/status
create,patch,update -,events.<domain> events

ClusterRole system:controller:route-controller
list,watch - nodes
patch - nodes/status
create,patch,update -,events.<domain> events

ClusterRole system:controller:service-account-controller
create - serviceaccounts
create,patch,update -,events.<domain> events

ClusterRole system:controller:service-controller
get,list,watch - services
patch,update - services/status
list,watch - nodes
create,patch,update -,events.<domain> events

ClusterRole system:controller:service-cidrs-controller
get,list,patch,update,watch networking.<domain> servicecidrs
patch,update networking.<domain> servicecidrs/finalizers
patch,update networking.<domain> servicecidrs/status
get,list,watch networking.<domain> ipaddresses
create,patch,update -,events.<domain> events

ClusterRole system:controller:statefulset-controller
list,watch - pods
get,list,watch apps statefulsets
update apps statefulsets/status
update apps statefulsets/finalizers
create,delete,get,patch,update - pods
create,delete,get,list,patch,update,watch apps controllerrevisions
create,get,list,watch - persistentvolumeclaims
delete,update - persistentvolumeclaims
update - pods/finalizers
create,patch,update -,events.<domain> events

ClusterRole system:controller:ttl-controller
list,patch,update,watch - nodes
create,patch,update -,events.<domain> events

ClusterRole system:controller:certificate-controller
delete,get,list,watch certificates.<domain> certificatesigningrequests
update certificates.<domain> certificatesigningrequests/approval,certificatesigningrequests/status
approve certificates.<domain> signers kubernetes.io/kube-apiserver-client-kubelet
sign certificates.<domain> signers kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown
create authorization.<domain> subjectaccessreviews
create,patch,update -,events.<domain> events

ClusterRole system:controller:podcertificaterequestcleaner
delete,get,list,watch certificates.<domain> podcertificaterequests

ClusterRole system:controller:pvc-protection-controller
get,list,update,watch - persistentvolumeclaims
update - persistentvolumeclaims/status
get,list,watch - pods
create,patch,update -,events.<domain> events

ClusterRole system:controller:pv-protection-controller
get,list,update,watch - persistentvolumes
create,patch,update -,events.<domain> events

ClusterRole system:controller:volumeattributesclass-protection-controller
get,list,watch - persistentvolumeclaims
get,list,watch - persistentvolumes
get,list,update,watch storage.<domain> volumeattributesclasses
create,patch,update -,events.<domain> events

ClusterRole system:controller:ttl-after-finished-controller
delete,get,list,watch batch jobs
create,patch,update -,events.<domain> events

ClusterRole system:controller:root-ca-cert-publisher
create,update - configmaps
create,patch,update -,events.<domain> events

ClusterRole system:controller:kube-apiserver-serving-clustertrustbundle-publisher
attest certificates.<domain> signers kubernetes.io/kube-apiserver-serving
create,delete,list,update,watch certificates.<domain> clustertrustbundles
create,patch,update -,events.<domain> events

ClusterRole system:controller:validatingadmissionpolicy-status-controller
get,list,watch admissionregistration.<domain> validatingadmissionpolicies
get,patch,update admissionregistration.<domain> validatingadmissionpolicies/status
create,patch,update -,events.<domain> events

ClusterRole system:controller:legacy-service-account-token-cleaner
get - configmaps kube-apiserver-legacy-service-account-token-tracking
delete,patch - secrets

ClusterRole system:controller:storage-version-migrator-controller
list,patch * *
get apiextensions.<domain> customresourcedefinitions
patch apiextensions.<domain> customresourcedefinitions/status
update storagemigration.<domain> storageversionmigrations/status

ClusterRole system:controller:selinux-warning-controller
create,patch,update -,events.<domain> events
get,list,watch - persistentvolumes
get,list,watch - persistentvolumeclaims
get,list,watch - pods
get,list,watch storage.<domain> csidrivers

ClusterRoleBinding cluster-admin
@ClusterRole cluster-admin
Group system:masters

ClusterRoleBinding system:monitoring
@ClusterRole system:monitoring
Group system:monitoring

ClusterRoleBinding system:discovery
@ClusterRole system:discovery
Group system:authenticated

ClusterRoleBinding system:basic-user
@ClusterRole system:basic-user
Group system:authenticated

ClusterRoleBinding system:public-info-viewer
@ClusterRole system:public-info-viewer
Group system:authenticated
Group system:unauthenticated

ClusterRoleBinding system:node-proxier
@ClusterRole system:node-proxier
User system:kube-proxy

ClusterRoleBinding system:kube-controller-manager
@ClusterRole system:kube-controller-manager
User system:kube-controller-manager

ClusterRoleBinding system:kube-dns
@ClusterRole system:kube-dns
ServiceAccount kube-system:kube-dns

ClusterRoleBinding system:kube-scheduler
@ClusterRole system:kube-scheduler
User system:kube-scheduler

ClusterRoleBinding system:volume-scheduler
@ClusterRole system:volume-scheduler
User system:kube-scheduler

ClusterRoleBinding system:node
@ClusterRole system:node

ClusterRoleBinding system:service-account-issuer-discovery
@ClusterRole system:service-account-issuer-discovery
Group system:serviceaccounts

ClusterRoleBinding system:cluster-trust-bundle-discovery
@ClusterRole system:cluster-trust-bundle-discovery
Group system:serviceaccounts

ClusterRoleBinding system:controller:attachdetach-controller
@ClusterRole system:controller:attachdetach-controller
ServiceAccount kube-system:attachdetach-controller

ClusterRoleBinding system:controller:clusterrole-aggregation-controller
@ClusterRole system:controller:clusterrole-aggregation-controller
ServiceAccount kube-system:clusterrole-aggregation-controller

ClusterRoleBinding system:controller:cronjob-controller
@ClusterRole system:controller:cronjob-controller
ServiceAccount kube-system:cronjob-controller

ClusterRoleBinding system:controller:daemon-set-controller
@ClusterRole system:controller:daemon-set-controller
ServiceAccount kube-system:daemon-set-controller

ClusterRoleBinding system:controller:deployment-controller
@ClusterRole system:controller:deployment-controller
ServiceAccount kube-system:deployment-controller

ClusterRoleBinding system:controller:disruption-controller
@ClusterRole system:controller:disruption-controller
ServiceAccount kube-system:disruption-controller

ClusterRoleBinding system:controller:endpoint-controller
@ClusterRole system:controller:endpoint-controller
ServiceAccount kube-system:endpoint-controller

ClusterRoleBinding system:controller:endpointslice-controller
@ClusterRole system:controller:endpointslice-controller
ServiceAccount kube-system:endpointslice-controller

ClusterRoleBinding system:controller:endpointslicemirroring-controller
@ClusterRole system:controller:endpointslicemirroring-controller
ServiceAccount kube-system:endpointslicemirroring-controller

ClusterRoleBinding system:controller:expand-controller
@ClusterRole system:controller:expand-controller
ServiceAccount kube-system:expand-controller

ClusterRoleBinding system:controller:ephemeral-volume-controller
@ClusterRole system:controller:ephemeral-volume-controller
ServiceAccount kube-system:ephemeral-volume-controller

ClusterRoleBinding system:controller:resource-claim-controller
@ClusterRole system:controller:resource-claim-controller
ServiceAccount kube-system:resource-claim-controller

ClusterRoleBinding system:controller:device-taint-eviction-controller
@ClusterRole system:controller:device-taint-eviction-controller
ServiceAccount kube-system:device-taint-eviction-controller

ClusterRoleBinding system:controller:generic-garbage-collector
@ClusterRole system:controller:generic-garbage-collector
ServiceAccount kube-system:generic-garbage-collector

ClusterRoleBinding system:controller:horizontal-pod-autoscaler
@ClusterRole system:controller:horizontal-pod-autoscaler
ServiceAccount kube-system:horizontal-pod-autoscaler

ClusterRoleBinding system:controller:job-controller
@ClusterRole system:controller:job-controller
ServiceAccount kube-system:job-controller

ClusterRoleBinding system:controller:namespace-controller
@ClusterRole system:controller:namespace-controller
ServiceAccount kube-system:namespace-controller

ClusterRoleBinding system:controller:node-controller
@ClusterRole system:controller:node-controller
ServiceAccount kube-system:node-controller

ClusterRoleBinding system:controller:persistent-volume-binder
@ClusterRole system:controller:persistent-volume-binder
ServiceAccount kube-system:persistent-volume-binder

ClusterRoleBinding system:controller:pod-garbage-collector
@ClusterRole system:controller:pod-garbage-collector
ServiceAccount kube-system:pod-garbage-collector

ClusterRoleBinding system:controller:replicaset-controller
@ClusterRole system:controller:replicaset-controller
ServiceAccount kube-system:replicaset-controller

ClusterRoleBinding system:controller:replication-controller
@ClusterRole system:controller:replication-controller
ServiceAccount kube-system:replication-controller

ClusterRoleBinding system:controller:resourcequota-controller
@ClusterRole system:controller:resourcequota-controller
ServiceAccount kube-system:resourcequota-controller

ClusterRoleBinding system:controller:route-controller
@ClusterRole system:controller:route-controller
ServiceAccount kube-system:route-controller

ClusterRoleBinding system:controller:service-account-controller
@ClusterRole system:controller:service-account-controller
ServiceAccount kube-system:service-account-controller

ClusterRoleBinding system:controller:service-controller
@ClusterRole system:controller:service-controller
ServiceAccount kube-system:service-controller

ClusterRoleBinding system:controller:service-cidrs-controller
@ClusterRole system:controller:service-cidrs-controller
ServiceAccount kube-system:service-cidrs-controller

ClusterRoleBinding system:controller:statefulset-controller
@ClusterRole system:controller:statefulset-controller
ServiceAccount kube-system:statefulset-controller

ClusterRoleBinding system:controller:ttl-controller
@ClusterRole system:controller:ttl-controller
ServiceAccount kube-system:ttl-controller

ClusterRoleBinding system:controller:certificate-controller
@ClusterRole system:controller:certificate-controller
ServiceAccount kube-system:certificate-controller

ClusterRoleBinding system:controller:podcertificaterequestcleaner
@ClusterRole system:controller:podcertificaterequestcleaner
ServiceAccount kube-system:podcertificaterequestcleaner

ClusterRoleBinding system:controller:pvc-protection-controller
@ClusterRole system:controller:pvc-protection-controller
ServiceAccount kube-system:pvc-protection-controller

ClusterRoleBinding system:controller:pv-protection-controller
@ClusterRole system:controller:pv-protection-controller
ServiceAccount kube-system:pv-protection-controller

ClusterRoleBinding system:controller:volumeattributesclass-protection-controller
@ClusterRole system:controller:volumeattributesclass-protection-controller
ServiceAccount kube-system:volumeattributesclass-protection-controller

ClusterRoleBinding system:controller:ttl-after-finished-controller
@ClusterRole system:controller:ttl-after-finished-controller
ServiceAccount kube-system:ttl-after-finished-controller

ClusterRoleBinding system:controller:root-ca-cert-publisher
@ClusterRole system:controller:root-ca-cert-publisher
ServiceAccount kube-system:root-ca-cert-publisher

ClusterRoleBinding system:controller:kube-apiserver-serving-clustertrustbundle-publisher
@ClusterRole system:controller:kube-apiserver-serving-clustertrustbundle-publisher
ServiceAccount kube-system:kube-apiserver-serving-clustertrustbundle-publisher

ClusterRoleBinding system:controller:validatingadmissionpolicy-status-controller
@ClusterRole system:controller:validatingadmissionpolicy-status-controller
ServiceAccount kube-system:validatingadmissionpolicy-status-controller

ClusterRoleBinding system:controller:legacy-service-account-token-cleaner
@ClusterRole system:controller:legacy-service-account-token-cleaner
ServiceAccount kube-system:legacy-service-account-token-cleaner

ClusterRoleBinding system:controller:storage-version-migrator-controller
@ClusterRole system:controller:storage-version-migrator-controller
ServiceAccount kube-system:storage-version-migrator-controller

ClusterRoleBinding system:controller:selinux-warning-controller
@ClusterRole system:controller:selinux-warning-controller
ServiceAccount kube-system:selinux-warning-controller

Role kube-public/system:controller:bootstrap-signer
get,list,watch - configmaps
update - configmaps cluster-info
create,patch,update -,events.<domain> events

Role kube-system/extension-apiserver-authentication-reader
get,list,watch - configmaps extension-apiserver-authentication

Role kube-system/system:controller:bootstrap-signer
get,list,watch - secrets

Role kube-system/system:controller:cloud-provider
create,get,list,watch - configmaps

Role kube-system/system:controller:token-cleaner
delete,get,list,watch - secrets
create,patch,update -,events.<domain> events

Role kube-system/system::leader-locking-kube-controller-manager
create,get,list,update,watch coordination.<domain> leases
create,get,list,update,watch coordination.<domain> leasecandidates

Role kube-system/system::leader-locking-kube-scheduler
create,get,list,update,watch coordination.<domain> leases
create,get,list,update,watch coordination.<domain> leasecandidates

RoleBinding kube-public/system:controller:bootstrap-signer
@Role system:controller:bootstrap-signer
ServiceAccount kube-system:bootstrap-signer

RoleBinding kube-system/system::extension-apiserver-authentication-reader
@Role extension-apiserver-authentication-reader
User system:kube-controller-manager
User system:kube-scheduler

RoleBinding kube-system/system::leader-locking-kube-controller-manager
@Role system::leader-locking-kube-controller-manager
User system:kube-controller-manager
ServiceAccount kube-system:kube-controller-manager
ServiceAccount kube-system:leader-election-controller

RoleBinding kube-system/system::leader-locking-kube-scheduler
@Role system::leader-locking-kube-scheduler
User system:kube-scheduler
ServiceAccount kube-system:kube-scheduler

RoleBinding kube-system/system:controller:bootstrap-signer
@Role system:controller:bootstrap-signer
ServiceAccount kube-system:bootstrap-signer

RoleBinding kube-system/system:controller:cloud-provider
@Role system:controller:cloud-provider
ServiceAccount kube-system:cloud-provider

RoleBinding kube-system/system:controller:token-cleaner
@Role system:controller:token-cleaner
ServiceAccount kube-system:token-cleaner
`;
