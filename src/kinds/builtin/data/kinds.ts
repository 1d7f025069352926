/**
 * The kinds that API servers serve. Written by scripts/builtin-kinds.mjs; not to be edited.
 *
 * @module
 */

/**
 * A line for each kind: group and kind, plural, singular, scope, short names, categories, subresources, then versions,
 * newest first, each with `>=` and `<` for the releases that serve it, `~` for its deprecation, `=` for its
 * replacement, and `?` where it is off by default, with the release since when that is so.
 */
export const kindRows = `
/Binding bindings binding N    v1
/ComponentStatus componentstatuses componentstatus C cs   v1~1.19
/ConfigMap configmaps configmap N cm   v1
/Endpoints endpoints endpoints N ep   v1~1.33=discovery.k8s.io/v1/EndpointSlice
/Event events event N ev   v1
/LimitRange limitranges limitrange N limits   v1
/Namespace namespaces namespace C ns  finalize,status v1
/Node nodes node C no  proxy,status v1
/PersistentVolume persistentvolumes persistentvolume C pv  status v1
/PersistentVolumeClaim persistentvolumeclaims persistentvolumeclaim N pvc  status v1
/Pod pods pod N po all attach,binding,ephemeralcontainers,eviction,exec,log,portforward,proxy,resize,status v1
/PodTemplate podtemplates podtemplate N    v1
/ReplicationController replicationcontrollers replicationcontroller N rc all scale,status v1
/ResourceQuota resourcequotas resourcequota N quota  status v1
/Secret secrets secret N    v1
/Service services service N svc all proxy,status v1
/ServiceAccount serviceaccounts serviceaccount N sa  token v1
admission.k8s.io/AdmissionReview       v1 v1beta1
admissionregistration.k8s.io/MutatingAdmissionPolicy mutatingadmissionpolicies mutatingadmissionpolicy C  api-extensions  v1>=1.36 v1beta1>=1.34<1.40~1.37=admissionregistration.k8s.io/v1? v1alpha1>=1.32<1.38~1.35?
admissionregistration.k8s.io/MutatingAdmissionPolicyBinding mutatingadmissionpolicybindings mutatingadmissionpolicybinding C  api-extensions  v1>=1.36 v1beta1>=1.34<1.40~1.37=admissionregistration.k8s.io/v1? v1alpha1>=1.32<1.38~1.35?
admissionregistration.k8s.io/MutatingWebhookConfiguration mutatingwebhookconfigurations mutatingwebhookconfiguration C  api-extensions  v1
admissionregistration.k8s.io/ValidatingAdmissionPolicy validatingadmissionpolicies validatingadmissionpolicy C  api-extensions status v1 v1beta1<1.34~1.31? v1alpha1<1.32?
admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding validatingadmissionpolicybindings validatingadmissionpolicybinding C  api-extensions  v1 v1beta1<1.34~1.31? v1alpha1<1.32?
admissionregistration.k8s.io/ValidatingWebhookConfiguration validatingwebhookconfigurations validatingwebhookconfiguration C  api-extensions  v1
apidiscovery.k8s.io/APIGroupDiscovery       v2
apiregistration.k8s.io/APIService apiservices apiservice C  api-extensions status v1
apps/ControllerRevision controllerrevisions controllerrevision N    v1
apps/DaemonSet daemonsets daemonset N ds all status v1
apps/Deployment deployments deployment N deploy all scale,status v1
apps/ReplicaSet replicasets replicaset N rs all scale,status v1
apps/StatefulSet statefulsets statefulset N sts all scale,status v1
authentication.k8s.io/SelfSubjectReview selfsubjectreviews selfsubjectreview C    v1 v1beta1<1.33~1.30? v1alpha1<1.32~1.29?
authentication.k8s.io/TokenRequest       v1
authentication.k8s.io/TokenReview tokenreviews tokenreview C    v1
authorization.k8s.io/LocalSubjectAccessReview localsubjectaccessreviews localsubjectaccessreview N    v1
authorization.k8s.io/SelfSubjectAccessReview selfsubjectaccessreviews selfsubjectaccessreview C    v1
authorization.k8s.io/SelfSubjectRulesReview selfsubjectrulesreviews selfsubjectrulesreview C    v1
authorization.k8s.io/SubjectAccessReview subjectaccessreviews subjectaccessreview C    v1
autoscaling/HorizontalPodAutoscaler horizontalpodautoscalers horizontalpodautoscaler N hpa all status v2 v1
autoscaling/Scale       v1
batch/CronJob cronjobs cronjob N cj all status v1
batch/Job jobs job N  all status v1
certificates.k8s.io/CertificateSigningRequest certificatesigningrequests certificatesigningrequest C csr  approval,status v1
certificates.k8s.io/ClusterTrustBundle clustertrustbundles clustertrustbundle C    v1>=1.37 v1beta1>=1.33<1.40~1.37=certificates.k8s.io/v1? v1alpha1<1.37~1.34?
certificates.k8s.io/PodCertificateRequest podcertificaterequests podcertificaterequest N   status v1>=1.37 v1beta1>=1.35<1.40~1.37=certificates.k8s.io/v1? v1alpha1>=1.34<1.35~1.37?
coordination.k8s.io/Lease leases lease N    v1
coordination.k8s.io/LeaseCandidate leasecandidates leasecandidate N    v1beta1>=1.33<1.39~1.36? v1alpha2>=1.32<1.38~1.35? v1alpha1>=1.31<1.32~1.34?
discovery.k8s.io/EndpointSlice endpointslices endpointslice N    v1
events.k8s.io/Event events event N ev   v1
flowcontrol.apiserver.k8s.io/FlowSchema flowschemas flowschema C   status v1 v1beta3<1.32~1.29=flowcontrol.apiserver.k8s.io/v1
flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration prioritylevelconfigurations prioritylevelconfiguration C   status v1 v1beta3<1.32~1.29=flowcontrol.apiserver.k8s.io/v1
imagepolicy.k8s.io/ImageReview       v1alpha1
internal.apiserver.k8s.io/StorageVersion storageversions storageversion C   status v1alpha1?
lifecycle.k8s.io/Eviction evictions eviction N   status v1alpha1>=1.37<1.43~1.40?
lifecycle.k8s.io/EvictionRequest evictionrequests evictionrequest N   status v1alpha1>=1.37<1.43~1.40?
networking.k8s.io/IPAddress ipaddresses ipaddress C ip   v1>=1.33 v1beta1>=1.31<1.37~1.34? v1alpha1<1.31~1.30?
networking.k8s.io/Ingress ingresses ingress N ing  status v1
networking.k8s.io/IngressClass ingressclasses ingressclass C    v1
networking.k8s.io/NetworkPolicy networkpolicies networkpolicy N netpol   v1
networking.k8s.io/ServiceCIDR servicecidrs servicecidr C   status v1>=1.33 v1beta1>=1.31<1.37~1.34? v1alpha1<1.31~1.30?
node.k8s.io/RuntimeClass runtimeclasses runtimeclass C    v1
policy/Eviction       v1
policy/PodDisruptionBudget poddisruptionbudgets poddisruptionbudget N pdb  status v1
rbac.authorization.k8s.io/ClusterRole clusterroles clusterrole C    v1
rbac.authorization.k8s.io/ClusterRoleBinding clusterrolebindings clusterrolebinding C    v1
rbac.authorization.k8s.io/Role roles role N    v1
rbac.authorization.k8s.io/RoleBinding rolebindings rolebinding N    v1
resource.k8s.io/DeviceClass deviceclasses deviceclass C    v1>=1.34 v1beta2>=1.33<1.39~1.36? v1beta1>=1.32<1.38~1.35? v1alpha3>=1.31<1.34~1.34=resource.k8s.io/v1beta1?
resource.k8s.io/DeviceTaintRule devicetaintrules devicetaintrule C   status v1>=1.37 v1beta2>=1.36<1.42~1.39? v1alpha3>=1.33<1.39~1.36?
resource.k8s.io/PodSchedulingContext podschedulingcontexts podschedulingcontext N   status v1alpha3>=1.31<1.32? v1alpha2<1.31?
resource.k8s.io/ResourceClaim resourceclaims resourceclaim N   status v1>=1.34 v1beta2>=1.33<1.39~1.36? v1beta1>=1.32<1.38~1.35? v1alpha3>=1.31<1.34~1.34=resource.k8s.io/v1beta1? v1alpha2<1.31?
resource.k8s.io/ResourceClaimParameters resourceclaimparameters resourceclaimparameters N    v1alpha2<1.31?
resource.k8s.io/ResourceClaimTemplate resourceclaimtemplates resourceclaimtemplate N    v1>=1.34 v1beta2>=1.33<1.39~1.36? v1beta1>=1.32<1.38~1.35? v1alpha3>=1.31<1.34~1.34=resource.k8s.io/v1beta1? v1alpha2<1.31?
resource.k8s.io/ResourceClass resourceclasses resourceclass C    v1alpha2<1.31?
resource.k8s.io/ResourceClassParameters resourceclassparameters resourceclassparameters N    v1alpha2<1.31?
resource.k8s.io/ResourcePoolStatusRequest resourcepoolstatusrequests resourcepoolstatusrequest C   status v1alpha3>=1.36<1.42~1.39?
resource.k8s.io/ResourceSlice resourceslices resourceslice C    v1>=1.34 v1beta2>=1.33<1.39~1.36? v1beta1>=1.32<1.38~1.35? v1alpha3>=1.31<1.34~1.34=resource.k8s.io/v1beta1? v1alpha2<1.31?
scheduling.k8s.io/CompositePodGroup compositepodgroups compositepodgroup N   status v1alpha3>=1.37?
scheduling.k8s.io/PodGroup podgroups podgroup N   status v1beta1>=1.37<1.43~1.40? v1alpha3>=1.37? v1alpha2>=1.36<1.37?
scheduling.k8s.io/PriorityClass priorityclasses priorityclass C pc   v1
scheduling.k8s.io/Workload workloads workload N    v1beta1>=1.37<1.43~1.40? v1alpha3>=1.37? v1alpha2>=1.36<1.37? v1alpha1>=1.35<1.36?
storage.k8s.io/CSIDriver csidrivers csidriver C    v1
storage.k8s.io/CSINode csinodes csinode C   status v1
storage.k8s.io/CSIStorageCapacity csistoragecapacities csistoragecapacity N    v1
storage.k8s.io/StorageClass storageclasses storageclass C sc   v1
storage.k8s.io/VolumeAttachment volumeattachments volumeattachment C   status v1
storage.k8s.io/VolumeAttributesClass volumeattributesclasses volumeattributesclass C vac   v1>=1.34 v1beta1>=1.31<1.37~1.34=storage.k8s.io/v1? v1alpha1<1.35~1.32=storage.k8s.io/v1?
storagemigration.k8s.io/StorageVersionMigration storageversionmigrations storageversionmigration C   status v1>=1.37 v1beta1>=1.35<1.40~1.37=storagemigration.k8s.io/v1? v1alpha1<1.35~1.33?
`;
