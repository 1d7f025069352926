/**
 * Facts about fields that the Go types do not say, because strategies, validation or documentation have them.
 *
 * @module
 */

/** What is said of a field besides its type; null takes back what the type says. */
export interface FieldOverlay {
  /** The feature gates without which the API server drops the field, separated by commas. */
  readonly gate?: string | null;
  /** First release that has the field, where the version of the type is newer than that. */
  readonly since?: string;
  /** Never printed. */
  readonly isSensitive?: true;
  /** Validation refuses an object without it, though the type lets it be absent. */
  readonly isRequired?: true;
  /** Null where validation says which values there are. */
  readonly enum?: readonly string[] | null;
}

const staticManifests = "ManifestBasedAdmissionControlConfig";

/**
 * By type and field, `core/v1.Container.procMount`; `apiserver/*.Issuer.url` for all versions of an area. The values of an
 * enumeration by its type alone, where messages list them in an order of their own.
 */
export const overlay: ReadonlyMap<string, FieldOverlay> = new Map<string, FieldOverlay>(
  Object.entries({
    "admissionregistration/*.ApplyConfiguration.expression": { isRequired: true },
    "admissionregistration/*.JSONPatch.expression": { isRequired: true },
    "admissionregistration/*.MatchPolicyType": { enum: ["Exact", "Equivalent"] },
    "admissionregistration/*.MutatingAdmissionPolicyBindingSpec.policyName": { isRequired: true },
    "admissionregistration/*.MutatingAdmissionPolicySpec.matchConstraints": { isRequired: true },
    "admissionregistration/*.MutatingAdmissionPolicySpec.mutations": { isRequired: true },
    "admissionregistration/*.MutatingAdmissionPolicySpec.reinvocationPolicy": { isRequired: true },
    "admissionregistration/*.NamedRuleWithOperations.apiGroups": { isRequired: true },
    "admissionregistration/*.NamedRuleWithOperations.apiVersions": { isRequired: true },
    "admissionregistration/*.NamedRuleWithOperations.operations": { isRequired: true },
    "admissionregistration/*.NamedRuleWithOperations.resources": { isRequired: true },
    "admissionregistration/*.OperationType": { enum: ["*", "CREATE", "UPDATE", "DELETE", "CONNECT"] },
    "admissionregistration/*.ParamKind.apiVersion": { isRequired: true },
    "admissionregistration/*.ParamKind.kind": { isRequired: true },
    "admissionregistration/*.ParamRef.parameterNotFoundAction": { isRequired: true },
    "admissionregistration/*.ReinvocationPolicyType": { enum: ["Never", "IfNeeded"] },
    "admissionregistration/*.RuleWithOperations.apiGroups": { isRequired: true },
    "admissionregistration/*.RuleWithOperations.apiVersions": { isRequired: true },
    "admissionregistration/*.RuleWithOperations.operations": { isRequired: true },
    "admissionregistration/*.RuleWithOperations.resources": { isRequired: true },
    "admissionregistration/*.SideEffectClass": { enum: ["Unknown", "None", "Some", "NoneOnDryRun"] },
    "admissionregistration/*.ValidatingAdmissionPolicySpec.matchConstraints": { isRequired: true },
    "admissionregistration/*.Validation.reason": { enum: ["Forbidden", "Invalid", "RequestEntityTooLarge"] },
    "admissionregistration/*.ValidationAction": { enum: ["Deny", "Warn", "Audit"] },
    "apiserver/*.AESConfiguration.keys": { isRequired: true },
    "apiserver/*.AnonymousAuthCondition.path": { isRequired: true },
    "apiserver/*.AnonymousAuthConfig.enabled": { isRequired: true },
    "apiserver/*.AuthenticationConfiguration.anonymous": {
      since: "1.31",
      gate: "AnonymousAuthConfigurableEndpoints",
    },
    "apiserver/*.AuthorizationConfiguration.authorizers": { isRequired: true },
    "apiserver/*.AuthorizerConfiguration.name": { isRequired: true },
    "apiserver/*.AuthorizerConfiguration.type": {
      isRequired: true,
      enum: ["ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"],
    },
    "apiserver/*.Connection.proxyProtocol": { isRequired: true, enum: ["Direct", "GRPC", "HTTPConnect"] },
    "apiserver/*.EgressSelection.connection": { isRequired: true },
    "apiserver/*.EgressSelection.name": { isRequired: true },
    "apiserver/*.EgressSelectorConfiguration.egressSelections": { isRequired: true },
    "apiserver/*.EncryptionConfiguration.resources": { isRequired: true },
    "apiserver/*.Issuer.audienceMatchPolicy": { enum: ["MatchAny"] },
    "apiserver/*.Issuer.egressSelectorType": {
      since: "1.34",
      gate: "StructuredAuthenticationConfigurationEgressSelector",
      enum: ["controlplane", "cluster"],
    },
    "apiserver/*.KMSConfiguration.endpoint": { isRequired: true },
    "apiserver/*.KMSConfiguration.name": { isRequired: true },
    "apiserver/*.Key.name": { isRequired: true },
    "apiserver/*.Key.secret": { isRequired: true, isSensitive: true },
    "apiserver/*.ResourceConfiguration.providers": { isRequired: true },
    "apiserver/*.ResourceConfiguration.resources": { isRequired: true },
    "apiserver/*.SecretboxConfiguration.keys": { isRequired: true },
    "apiserver/*.TCPTransport.url": { isRequired: true },
    "apiserver/*.UDSTransport.udsName": { isRequired: true },
    "apiserver/*.WebhookConfiguration.connectionInfo": { isRequired: true },
    "apiserver/*.WebhookConfiguration.failurePolicy": { isRequired: true, enum: ["NoOpinion", "Deny"] },
    "apiserver/*.WebhookConfiguration.matchConditionSubjectAccessReviewVersion": { enum: ["v1"] },
    "apiserver/*.WebhookConfiguration.subjectAccessReviewVersion": { isRequired: true, enum: ["v1", "v1beta1"] },
    "apiserver/*.WebhookConfiguration.timeout": { isRequired: true },
    "apiserver/*.WebhookConnectionInfo.type": { isRequired: true, enum: ["InClusterConfig", "KubeConfigFile"] },
    "apiserver/*.WebhookMatchCondition.expression": { isRequired: true },
    "apiserver/*.AdmissionPluginConfiguration.name": { isRequired: true },
    "clientcmd/v1.AuthInfo.client-key-data": { isSensitive: true },
    "clientcmd/v1.AuthInfo.password": { isSensitive: true },
    "clientcmd/v1.AuthInfo.token": { isSensitive: true },
    "clientcmd/v1.AuthProviderConfig.config": { isSensitive: true },
    "clientcmd/v1.AuthProviderConfig.name": { isRequired: true },
    "clientcmd/v1.Cluster.server": { isRequired: true },
    "clientcmd/v1.Config.current-context": { isRequired: true },
    "clientcmd/v1.ExecConfig.apiVersion": { isRequired: true },
    "clientcmd/v1.ExecConfig.command": { isRequired: true },
    "clientcmd/v1.ExecEnvVar.name": { isRequired: true },
    "clientcmd/v1.ExecEnvVar.value": { isSensitive: true },
    "clientcmd/v1.NamedExtension.name": { isRequired: true },
    "eventratelimit/v1alpha1.Configuration.limits": { isRequired: true },
    "eventratelimit/v1alpha1.Limit.burst": { isRequired: true },
    "eventratelimit/v1alpha1.Limit.qps": { isRequired: true },
    "eventratelimit/v1alpha1.Limit.type": {
      isRequired: true,
      enum: ["Server", "Namespace", "User", "SourceAndObject"],
    },
    "imagepolicywebhook/unversioned.AdmissionConfig.imagePolicy": { isRequired: true },
    "imagepolicywebhook/unversioned.imagePolicyWebhookConfig.kubeConfigFile": { isRequired: true },
    "pod-security/*.PodSecurityDefaults.audit": { enum: ["privileged", "baseline", "restricted"] },
    "pod-security/*.PodSecurityDefaults.enforce": { enum: ["privileged", "baseline", "restricted"] },
    "pod-security/*.PodSecurityDefaults.warn": { enum: ["privileged", "baseline", "restricted"] },
    "policyconfig/v1.MutatingAdmissionPolicyConfiguration.staticManifestsDir": { gate: staticManifests },
    "policyconfig/v1.ValidatingAdmissionPolicyConfiguration.staticManifestsDir": { gate: staticManifests },
    "resourcequota/*.Configuration.limitedResources": { isRequired: true },
    "resourcequota/*.LimitedResource.resource": { isRequired: true },
    "webhookadmission/v1.WebhookAdmission.staticManifestsDir": { gate: staticManifests },
    "audit/v1.Level": { enum: ["None", "Metadata", "Request", "RequestResponse"] },
    "audit/v1.Stage": { enum: ["RequestReceived", "ResponseStarted", "ResponseComplete", "Panic"] },
    // Nothing reads an event back, so nothing refuses its words.
    "audit/v1.Event.auditID": { isRequired: true },
    "audit/v1.Event.level": { isRequired: true, enum: null },
    "audit/v1.Event.requestObject": { isSensitive: true },
    "audit/v1.Event.requestURI": { isRequired: true },
    "audit/v1.Event.responseObject": { isSensitive: true },
    "audit/v1.Event.stage": { isRequired: true, enum: null },
    "audit/v1.Event.user": { isRequired: true },
    "audit/v1.Event.verb": { isRequired: true },
    "audit/v1.Policy.rules": { isRequired: true },
    "audit/v1.PolicyRule.level": { isRequired: true },
    "admission/*.AdmissionRequest.object": { isSensitive: true },
    "admission/*.AdmissionRequest.oldObject": { isSensitive: true },
    "admission/*.AdmissionResponse.patch": { isSensitive: true },
    "authentication/v1.TokenRequestStatus.token": { isSensitive: true },
    "authentication/v1.TokenReviewSpec.token": { isSensitive: true },
    "clientauthentication/*.Cluster.server": { isRequired: true },
    "clientauthentication/*.ExecCredentialSpec.interactive": { isRequired: true },
    "clientauthentication/*.ExecCredentialStatus.clientKeyData": { isSensitive: true },
    "clientauthentication/*.ExecCredentialStatus.token": { isSensitive: true },
    // Validation words these, as it depends on the gate, the kind of node or the operating system.
    "core/v1.Container.restartPolicy": { enum: ["Always", "Never", "OnFailure"] },
    "core/v1.EphemeralContainer.restartPolicy": { enum: ["Always", "Never", "OnFailure"] },
    "core/v1.Lifecycle.stopSignal": { gate: "ContainerStopSignals", enum: null },
    "core/v1.NodeSelectorRequirement.operator": { enum: null },
    "core/v1.Toleration.operator": { enum: null },
    // The operators have a type that is not marked.
    "core/v1.ContainerRestartRuleOnExitCodes.operator": { enum: ["In", "NotIn"] },
    // Gates that strategies ask for.
    "core/v1.PodAffinityTerm.matchLabelKeys": { gate: "MatchLabelKeysInPodAffinity" },
    "core/v1.PodAffinityTerm.mismatchLabelKeys": { gate: "MatchLabelKeysInPodAffinity" },
    "core/v1.PodSpec.hostUsers": { gate: "UserNamespacesSupport" },
    "core/v1.SecurityContext.procMount": { gate: "ProcMountType" },
    "core/v1.TopologySpreadConstraint.matchLabelKeys": { gate: "MatchLabelKeysInPodTopologySpread" },
    "core/v1.TopologySpreadConstraint.nodeAffinityPolicy": { gate: "NodeInclusionPolicyInPodTopologySpread" },
    "core/v1.TopologySpreadConstraint.nodeTaintsPolicy": { gate: "NodeInclusionPolicyInPodTopologySpread" },
    "core/v1.VolumeMount.recursiveReadOnly": { gate: "RecursiveReadOnlyMounts" },
    // Gates that the types call by other names, that are older than all targets, or that take more than the field.
    "core/v1.TypedObjectReference.namespace": { gate: null },
    "core/v1.VolumeProjection.podCertificate": { gate: "PodCertificateRequest" },
    "storage/v1.CSIDriverSpec.storageCapacity": { gate: null },
    "core/v1.Secret.data": { isSensitive: true },
    "core/v1.Secret.stringData": { isSensitive: true },
  }),
);
