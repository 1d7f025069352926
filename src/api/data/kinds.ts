/**
 * The kinds that API servers serve and components read. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */

/**
 * A line for each served kind: group and kind, plural, singular, scope, short names, categories, subresources, then versions,
 * newest first, each with `>=` and `<` for the releases that serve it, `~` for its deprecation, `=` for its
 * replacement, and `?` where it is off by default, with the release since when that is so.
 */
export const servedRows = `
/Binding bindings binding N    v1
/ComponentStatus componentstatuses componentstatus C cs   v1~1.19
/ConfigMap configmaps configmap N cm   v1
/Endpoints endpoints endpoints N ep   v1~1.33=discovery.<domain>/v1/EndpointSlice
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
admission.<domain>/AdmissionReview       v1 v1beta1
admissionregistration.<domain>/MutatingAdmissionPolicy mutatingadmissionpolicies mutatingadmissionpolicy C  api-extensions  v1>=1.36 v1beta1>=1.34<1.40~1.37=admissionregistration.<domain>/v1? v1alpha1>=1.32<1.38~1.35?
admissionregistration.<domain>/MutatingAdmissionPolicyBinding mutatingadmissionpolicybindings mutatingadmissionpolicybinding C  api-extensions  v1>=1.36 v1beta1>=1.34<1.40~1.37=admissionregistration.<domain>/v1? v1alpha1>=1.32<1.38~1.35?
admissionregistration.<domain>/MutatingWebhookConfiguration mutatingwebhookconfigurations mutatingwebhookconfiguration C  api-extensions  v1
admissionregistration.<domain>/ValidatingAdmissionPolicy validatingadmissionpolicies validatingadmissionpolicy C  api-extensions status v1 v1beta1<1.34~1.31? v1alpha1<1.32?
admissionregistration.<domain>/ValidatingAdmissionPolicyBinding validatingadmissionpolicybindings validatingadmissionpolicybinding C  api-extensions  v1 v1beta1<1.34~1.31? v1alpha1<1.32?
admissionregistration.<domain>/ValidatingWebhookConfiguration validatingwebhookconfigurations validatingwebhookconfiguration C  api-extensions  v1
apidiscovery.<domain>/APIGroupDiscovery       v2
apiextensions.<domain>/CustomResourceDefinition customresourcedefinitions customresourcedefinition C crd,crds api-extensions status v1
apiregistration.<domain>/APIService apiservices apiservice C  api-extensions status v1
apps/ControllerRevision controllerrevisions controllerrevision N    v1
apps/DaemonSet daemonsets daemonset N ds all status v1
apps/Deployment deployments deployment N deploy all scale,status v1
apps/ReplicaSet replicasets replicaset N rs all scale,status v1
apps/StatefulSet statefulsets statefulset N sts all scale,status v1
authentication.<domain>/SelfSubjectReview selfsubjectreviews selfsubjectreview C    v1 v1beta1<1.33~1.30? v1alpha1<1.32~1.29?
authentication.<domain>/TokenRequest       v1
authentication.<domain>/TokenReview tokenreviews tokenreview C    v1
authorization.<domain>/LocalSubjectAccessReview localsubjectaccessreviews localsubjectaccessreview N    v1
authorization.<domain>/SelfSubjectAccessReview selfsubjectaccessreviews selfsubjectaccessreview C    v1
authorization.<domain>/SelfSubjectRulesReview selfsubjectrulesreviews selfsubjectrulesreview C    v1
authorization.<domain>/SubjectAccessReview subjectaccessreviews subjectaccessreview C    v1
autoscaling/HorizontalPodAutoscaler horizontalpodautoscalers horizontalpodautoscaler N hpa all status v2 v1
autoscaling/Scale       v1
batch/CronJob cronjobs cronjob N cj all status v1
batch/Job jobs job N  all status v1
certificates.<domain>/CertificateSigningRequest certificatesigningrequests certificatesigningrequest C csr  approval,status v1
certificates.<domain>/ClusterTrustBundle clustertrustbundles clustertrustbundle C    v1>=1.37 v1beta1>=1.33<1.40~1.37=certificates.<domain>/v1? v1alpha1<1.37~1.34?
certificates.<domain>/PodCertificateRequest podcertificaterequests podcertificaterequest N   status v1>=1.37 v1beta1>=1.35<1.40~1.37=certificates.<domain>/v1? v1alpha1>=1.34<1.35~1.37?
coordination.<domain>/Lease leases lease N    v1
coordination.<domain>/LeaseCandidate leasecandidates leasecandidate N    v1beta1>=1.33<1.39~1.36? v1alpha2>=1.32<1.38~1.35? v1alpha1>=1.31<1.32~1.34?
discovery.<domain>/EndpointSlice endpointslices endpointslice N    v1
events.<domain>/Event events event N ev   v1
flowcontrol.apiserver.<domain>/FlowSchema flowschemas flowschema C   status v1 v1beta3<1.32~1.29=flowcontrol.apiserver.<domain>/v1
flowcontrol.apiserver.<domain>/PriorityLevelConfiguration prioritylevelconfigurations prioritylevelconfiguration C   status v1 v1beta3<1.32~1.29=flowcontrol.apiserver.<domain>/v1
imagepolicy.<domain>/ImageReview       v1alpha1
internal.apiserver.<domain>/StorageVersion storageversions storageversion C   status v1alpha1?
lifecycle.<domain>/Eviction evictions eviction N   status v1alpha1>=1.37<1.43~1.40?
lifecycle.<domain>/EvictionRequest evictionrequests evictionrequest N   status v1alpha1>=1.37<1.43~1.40?
networking.<domain>/IPAddress ipaddresses ipaddress C ip   v1>=1.33 v1beta1>=1.31<1.37~1.34? v1alpha1<1.31~1.30?
networking.<domain>/Ingress ingresses ingress N ing  status v1
networking.<domain>/IngressClass ingressclasses ingressclass C    v1
networking.<domain>/NetworkPolicy networkpolicies networkpolicy N netpol   v1
networking.<domain>/ServiceCIDR servicecidrs servicecidr C   status v1>=1.33 v1beta1>=1.31<1.37~1.34? v1alpha1<1.31~1.30?
node.<domain>/RuntimeClass runtimeclasses runtimeclass C    v1
policy/Eviction       v1
policy/PodDisruptionBudget poddisruptionbudgets poddisruptionbudget N pdb  status v1
rbac.authorization.<domain>/ClusterRole clusterroles clusterrole C    v1
rbac.authorization.<domain>/ClusterRoleBinding clusterrolebindings clusterrolebinding C    v1
rbac.authorization.<domain>/Role roles role N    v1
rbac.authorization.<domain>/RoleBinding rolebindings rolebinding N    v1
resource.<domain>/DeviceClass deviceclasses deviceclass C    v1>=1.34 v1beta2>=1.33<1.39~1.36? v1beta1>=1.32<1.38~1.35? v1alpha3>=1.31<1.34~1.34=resource.<domain>/v1beta1?
resource.<domain>/DeviceTaintRule devicetaintrules devicetaintrule C   status v1>=1.37 v1beta2>=1.36<1.42~1.39? v1alpha3>=1.33<1.39~1.36?
resource.<domain>/PodSchedulingContext podschedulingcontexts podschedulingcontext N   status v1alpha3>=1.31<1.32? v1alpha2<1.31?
resource.<domain>/ResourceClaim resourceclaims resourceclaim N   status v1>=1.34 v1beta2>=1.33<1.39~1.36? v1beta1>=1.32<1.38~1.35? v1alpha3>=1.31<1.34~1.34=resource.<domain>/v1beta1? v1alpha2<1.31?
resource.<domain>/ResourceClaimParameters resourceclaimparameters resourceclaimparameters N    v1alpha2<1.31?
resource.<domain>/ResourceClaimTemplate resourceclaimtemplates resourceclaimtemplate N    v1>=1.34 v1beta2>=1.33<1.39~1.36? v1beta1>=1.32<1.38~1.35? v1alpha3>=1.31<1.34~1.34=resource.<domain>/v1beta1? v1alpha2<1.31?
resource.<domain>/ResourceClass resourceclasses resourceclass C    v1alpha2<1.31?
resource.<domain>/ResourceClassParameters resourceclassparameters resourceclassparameters N    v1alpha2<1.31?
resource.<domain>/ResourcePoolStatusRequest resourcepoolstatusrequests resourcepoolstatusrequest C   status v1alpha3>=1.36<1.42~1.39?
resource.<domain>/ResourceSlice resourceslices resourceslice C    v1>=1.34 v1beta2>=1.33<1.39~1.36? v1beta1>=1.32<1.38~1.35? v1alpha3>=1.31<1.34~1.34=resource.<domain>/v1beta1? v1alpha2<1.31?
scheduling.<domain>/CompositePodGroup compositepodgroups compositepodgroup N   status v1alpha3>=1.37?
scheduling.<domain>/PodGroup podgroups podgroup N   status v1beta1>=1.37<1.43~1.40? v1alpha3>=1.37? v1alpha2>=1.36<1.37?
scheduling.<domain>/PriorityClass priorityclasses priorityclass C pc   v1
scheduling.<domain>/Workload workloads workload N    v1beta1>=1.37<1.43~1.40? v1alpha3>=1.37? v1alpha2>=1.36<1.37? v1alpha1>=1.35<1.36?
storage.<domain>/CSIDriver csidrivers csidriver C    v1
storage.<domain>/CSINode csinodes csinode C   status v1
storage.<domain>/CSIStorageCapacity csistoragecapacities csistoragecapacity N    v1
storage.<domain>/StorageClass storageclasses storageclass C sc   v1
storage.<domain>/VolumeAttachment volumeattachments volumeattachment C   status v1
storage.<domain>/VolumeAttributesClass volumeattributesclasses volumeattributesclass C vac   v1>=1.34 v1beta1>=1.31<1.37~1.34=storage.<domain>/v1? v1alpha1<1.35~1.32=storage.<domain>/v1?
storagemigration.<domain>/StorageVersionMigration storageversionmigrations storageversionmigration C   status v1>=1.37 v1beta1>=1.35<1.40~1.37=storagemigration.<domain>/v1? v1alpha1<1.35~1.33?
`;

/** A line for each kind of configuration: area and kind, then versions, newest first, each with releases, group and name. */
export const configurationRows = `
apiserver/AdmissionConfiguration v1@apiserver.config.<domain> v1alpha1@apiserver.<domain>
apiserver/AuthenticationConfiguration v1>=1.34@apiserver.config.<domain> v1beta1@apiserver.config.<domain> v1alpha1@apiserver.config.<domain>
apiserver/AuthorizationConfiguration v1>=1.32@apiserver.config.<domain> v1beta1@apiserver.config.<domain> v1alpha1@apiserver.config.<domain>
apiserver/EgressSelectorConfiguration v1beta1@apiserver.<domain> v1alpha1@apiserver.<domain>
apiserver/EncryptionConfiguration v1@apiserver.config.<domain>
apiserver/TracingConfiguration v1>=1.34@apiserver.config.<domain> v1beta1@apiserver.config.<domain> v1alpha1@apiserver.config.<domain>
audit/Event v1@audit.<domain>
audit/Policy v1@audit.<domain>
clientauthentication/ExecCredential v1@client.authentication.<domain> v1beta1@client.authentication.<domain>
clientcmd/Config v1@
controllermanager/LeaderMigrationConfiguration v1@controllermanager.config.<domain> v1beta1@controllermanager.config.<domain> v1alpha1@controllermanager.config.<domain>
credentialprovider/CredentialProviderRequest v1@credentialprovider.kubelet.<domain> v1beta1@credentialprovider.kubelet.<domain> v1alpha1@credentialprovider.kubelet.<domain>
credentialprovider/CredentialProviderResponse v1@credentialprovider.kubelet.<domain> v1beta1@credentialprovider.kubelet.<domain> v1alpha1@credentialprovider.kubelet.<domain>
eventratelimit/Configuration v1alpha1@eventratelimit.admission.<domain>
imagepolicywebhook/AdmissionConfig unversioned@
kubeadm/ClusterConfiguration v1beta4>=1.31@kubeadm.<domain> v1beta3<1.37~1.31@kubeadm.<domain>
kubeadm/InitConfiguration v1beta4>=1.31@kubeadm.<domain> v1beta3<1.37~1.31@kubeadm.<domain>
kubeadm/JoinConfiguration v1beta4>=1.31@kubeadm.<domain> v1beta3<1.37~1.31@kubeadm.<domain>
kubeadm/ResetConfiguration v1beta4>=1.31@kubeadm.<domain>
kubeadm/UpgradeConfiguration v1beta4>=1.31@kubeadm.<domain>
kubecontrollermanager/KubeControllerManagerConfiguration v1alpha1@kubecontrollermanager.config.<domain>
kubelet/CredentialProviderConfig v1@kubelet.config.<domain> v1beta1@kubelet.config.<domain> v1alpha1@kubelet.config.<domain>
kubelet/ImagePullIntent v1beta1>=1.35@kubelet.config.<domain> v1alpha1>=1.33@kubelet.config.<domain>
kubelet/ImagePulledRecord v1beta1>=1.35@kubelet.config.<domain> v1alpha1>=1.33@kubelet.config.<domain>
kubelet/KubeletConfiguration v1beta1@kubelet.config.<domain>
kubelet/SerializedNodeConfigSource v1beta1@kubelet.config.<domain>
kubeproxy/KubeProxyConfiguration v1alpha1@kubeproxy.config.<domain>
kubescheduler/DefaultPreemptionArgs v1@kubescheduler.config.<domain>
kubescheduler/DynamicResourcesArgs v1>=1.34@kubescheduler.config.<domain>
kubescheduler/InterPodAffinityArgs v1@kubescheduler.config.<domain>
kubescheduler/KubeSchedulerConfiguration v1@kubescheduler.config.<domain>
kubescheduler/NodeAffinityArgs v1@kubescheduler.config.<domain>
kubescheduler/NodeResourcesBalancedAllocationArgs v1@kubescheduler.config.<domain>
kubescheduler/NodeResourcesFitArgs v1@kubescheduler.config.<domain>
kubescheduler/PodTopologySpreadArgs v1@kubescheduler.config.<domain>
kubescheduler/VolumeBindingArgs v1@kubescheduler.config.<domain>
pod-security/PodSecurityConfiguration v1@pod-security.admission.config.<domain> v1beta1@pod-security.admission.config.<domain> v1alpha1@pod-security.admission.config.<domain>
podtolerationrestriction/Configuration v1alpha1@podtolerationrestriction.admission.<domain>
policyconfig/MutatingAdmissionPolicyConfiguration v1>=1.36@apiserver.config.<domain>
policyconfig/ValidatingAdmissionPolicyConfiguration v1>=1.36@apiserver.config.<domain>
resourcequota/Configuration v1@apiserver.config.<domain>/ResourceQuotaConfiguration v1beta1@resourcequota.admission.<domain> v1alpha1@resourcequota.admission.<domain>
webhookadmission/WebhookAdmission v1@apiserver.config.<domain>/WebhookAdmissionConfiguration v1alpha1<1.36@apiserver.config.<domain>
`;
