import { fieldsUnder, plainFields, type RequiredField, type Section } from "./section.ts";

const defaults = (values: Readonly<Record<string, unknown>>): Record<string, RequiredField> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { default: value }]));

/** Returns fields that are absent by default: the document calls their default empty or nil. */
const absentFields = (...names: readonly string[]) =>
  defaults(Object.fromEntries(names.map((name) => [name, undefined])));

const outputRouting = plainFields("splitStream", "infoBufferSize");

/** Files of the kubelet, and the logging configuration, which it shares with other components. */
export const kubeletSections: readonly Section[] = [
  {
    title: "Kubelet configuration",
    kind: "NodeAgentConfiguration",
    fields: {
      ...absentFields("staticPodPath", "staticPodURL", "staticPodURLHeader", "tlsCertFile", "tlsPrivateKeyFile"),
      ...absentFields("tlsCipherSuites", "tlsCurvePreferences", "tlsMinVersion", "clusterDomain", "clusterDNS"),
      ...absentFields("kubeletCgroups", "systemCgroups", "cgroupRoot", "podCIDR", "readOnlyPort"),
      ...absentFields("cpuManagerPolicyOptions", "topologyManagerPolicyOptions", "qosReserved"),
      ...plainFields("preloadedImagesVerificationAllowlist[]", "singleProcessOOMKill", "hairpinMode", "resolvConf"),
      ...plainFields("imagePullCredentialsVerificationPolicy", "rotateCertificates", "serverTLSBootstrap"),
      ...defaults({
        enableServer: true,
        // The document has a slash at the end, which the kubelet refuses.
        podLogsDir: "/var/log/pods",
        syncFrequency: "1m0s",
        fileCheckFrequency: "20s",
        httpCheckFrequency: "20s",
        address: "0.0.0.0",
        port: 10250,
        "authentication.anonymous.enabled": false,
        "authentication.webhook.enabled": true,
        "authentication.webhook.cacheTTL": "2m0s",
        "authorization.mode": "Webhook",
        "authorization.webhook.cacheAuthorizedTTL": "5m0s",
        "authorization.webhook.cacheUnauthorizedTTL": "30s",
        registryPullQPS: 5,
        registryBurst: 10,
        eventRecordQPS: 50,
        eventBurst: 100,
        enableDebuggingHandlers: true,
        healthzPort: 10248,
        healthzBindAddress: "127.0.0.1",
        oomScoreAdj: -999,
        streamingConnectionIdleTimeout: "4h0m0s",
        nodeStatusUpdateFrequency: "10s",
        nodeStatusReportFrequency: "5m0s",
        nodeLeaseDurationSeconds: 40,
        imageMinimumGCAge: "2m0s",
        imageGCHighThresholdPercent: 85,
        imageGCLowThresholdPercent: 80,
        volumeStatsAggPeriod: "1m0s",
        cgroupsPerQOS: true,
        cgroupDriver: "cgroupfs",
        // The document swaps the values of cpuManagerPolicy and memoryManagerPolicy.
        cpuManagerPolicy: "none",
        memoryManagerPolicy: "None",
        cpuManagerReconcilePeriod: "10s",
        topologyManagerPolicy: "none",
        topologyManagerScope: "container",
        runtimeRequestTimeout: "2m0s",
        maxPods: 110,
        podPidsLimit: -1,
      }),
      ...plainFields("enableContentionProfiling", "imageMaximumGCAge"),
    },
  },
  {
    title: "CredentialProviderConfig",
    kind: "CredentialProviderConfig",
    fields: plainFields("apiVersion", "kind", "providers[].name", "providers[].matchImages[]"),
  },
  { title: "ImagePullIntent", kind: "ImagePullIntent", fields: plainFields("image") },
  {
    title: "ImagePulledRecord",
    kind: "ImagePulledRecord",
    fields: plainFields("lastUpdatedTime", "imageRef", "credentialMapping{}"),
  },
  {
    title: "Logging configuration",
    kind: "LoggingConfiguration",
    fields: {
      ...plainFields("format", "flushFrequency", "verbosity", "vmodule[]"),
      ...fieldsUnder("options.text", outputRouting),
      ...fieldsUnder("options.json", outputRouting),
    },
  },
];
