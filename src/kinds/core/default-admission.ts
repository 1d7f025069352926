/**
 * The changes that the default admission plugins of kube-apiserver make to new objects.
 *
 * @module
 */
import type {
  Container,
  Node,
  Pod,
  PodSpec,
  ServiceAccount,
  Taint,
  Toleration,
  Volume,
} from "../../api/types/core-v1.ts";
import type { ObjectMeta } from "../../api/types/meta-v1.ts";
import { cloneJson } from "../../json/clone-json.ts";
import { mirrorAnnotation } from "./pod-rule.ts";

const tokenMountPath = "/var/run/secrets/kubernetes.io/serviceaccount";
const tokenVolumePrefix = "kube-api-access-";
/** The lifetime of tokens: slightly more than an hour. They are renewed before it ends. */
const tokenSeconds = 3607;

/**
 * Applies ServiceAccount, Priority and DefaultTolerationSeconds to a new pod with a usual service account and a usual
 * priority class.
 */
export function admitPod(pod: Pod, nameSuffix: string): void {
  applyServiceAccount(pod, nameSuffix);
  pod.spec ??= {};
  applyPriority(pod.spec);
  addEvictionTolerations(pod.spec);
}

/**
 * Applies the admission plugin ServiceAccount: sets the account, mounts a token, and copies the image pull secrets.
 *
 * @param account - the service account that the pod names; absent if it does not exist or is unknown
 */
export function applyServiceAccount(pod: Pod, nameSuffix: string, account: ServiceAccount = {}): void {
  // Mirror pods, which represent static pods of a kubelet, have no service account.
  if (pod.metadata?.annotations?.[mirrorAnnotation] !== undefined) return;
  pod.spec ??= {};
  const { spec } = pod;
  spec.serviceAccountName ||= "default";
  spec.serviceAccount = spec.serviceAccountName;
  const mountsToken = spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true;
  if (mountsToken) mountToken(spec, tokenVolumePrefix + nameSuffix);
  if (!spec.imagePullSecrets?.length && account.imagePullSecrets) {
    spec.imagePullSecrets = cloneJson(account.imagePullSecrets);
  }
}

/** Applies Priority to an update: it keeps the stored priority if the update omits it. */
export function keepPriority({ spec }: Pick<Pod, "spec">, { spec: stored }: Pick<Pod, "metadata" | "spec">): void {
  if (!spec) return;
  if (stored?.priority !== undefined) spec.priority ??= stored.priority;
  if (stored?.preemptionPolicy !== undefined) spec.preemptionPolicy ??= stored.preemptionPolicy;
}

function mountToken(spec: PodSpec, madeName: string): void {
  const known = spec.volumes?.find(({ name = "" }) => name.startsWith(tokenVolumePrefix))?.name;
  const name = known ?? madeName;
  const lacking = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].filter(lacksToken);
  for (const container of lacking) {
    const mount = { name, readOnly: true, mountPath: tokenMountPath };
    container.volumeMounts = [...(container.volumeMounts ?? []), mount];
  }
  if (known === undefined && lacking.length > 0) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)];
}

const lacksToken = ({ volumeMounts = [] }: Container): boolean =>
  volumeMounts.every(({ mountPath }) => mountPath !== tokenMountPath);

const tokenVolume = (name: string): Volume => ({
  name,
  projected: {
    defaultMode: 0o644,
    sources: [
      { serviceAccountToken: { path: "token", expirationSeconds: tokenSeconds } },
      { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
      {
        downwardAPI: {
          items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
        },
      },
    ],
  },
});

/** Priorities of pods without a class, and of the classes that every cluster has. */
const priorityByClass: ReadonlyMap<string, number> = new Map([
  ["", 0],
  ["system-cluster-critical", 2_000_000_000],
  ["system-node-critical", 2_000_001_000],
]);

function applyPriority(spec: PodSpec): void {
  const priority = priorityByClass.get(spec.priorityClassName ?? "");
  if (priority !== undefined) spec.priority ??= priority;
  spec.preemptionPolicy ??= "PreemptLowerPriority";
}

const tolerationSeconds = 300;

/** Applies DefaultTolerationSeconds to a new pod. */
export function addEvictionTolerations(spec: PodSpec): void {
  const lacking = missingEvictionTolerations(spec.tolerations ?? []);
  if (lacking.length > 0) spec.tolerations = [...(spec.tolerations ?? []), ...lacking];
}

/** Applies DefaultTolerationSeconds to an update: it adds the tolerations again if the stored pod has them. */
export function restoreEvictionTolerations({ spec }: Pod, { spec: stored }: Pod): void {
  const wereAdded = stored?.tolerations?.some(
    ({ key = "", operator, tolerationSeconds: seconds }) =>
      evictionTaints.includes(key) && operator === "Exists" && Number(seconds) === tolerationSeconds,
  );
  if (spec && wereAdded) addEvictionTolerations(spec);
}

const evictionTaints: readonly string[] = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"];

const missingEvictionTolerations = (tolerations: readonly Toleration[]): readonly Toleration[] =>
  evictionTaints
    .filter((key) => !tolerations.some((each) => toleratesEviction(each, key)))
    .map((key) => ({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds }));

const toleratesEviction = (toleration: Toleration, key: string): boolean =>
  (!toleration.key || toleration.key === key) && (!toleration.effect || toleration.effect === "NoExecute");

/** Applies TaintNodesByCondition: a new node begins with the taint not-ready. */
export function addNotReadyTaint(node: Node): void {
  const notReady: Taint = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
  const { taints = [] } = node.spec ?? {};
  if (taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect)) return;
  node.spec = { ...node.spec, taints: [...taints, notReady] };
}

/** Applies StorageObjectInUseProtection: adds the finalizer that protects a volume or claim in use. */
export function addProtectionFinalizer(object: { metadata?: ObjectMeta }, finalizer: string): void {
  const { finalizers = [] } = object.metadata ?? {};
  if (!finalizers.includes(finalizer)) object.metadata = { ...object.metadata, finalizers: [...finalizers, finalizer] };
}
