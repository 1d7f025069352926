/** Simulates nodes without machines: a pod that is bound to one runs immediately, and ends when it is deleted. */
import type { Served } from "../server/process/served.ts";

interface Pod {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly deletionTimestamp?: string };
  readonly spec: { readonly nodeName?: string };
  readonly status: { readonly phase?: string };
}

const resources = { cpu: "8", memory: "16Gi", pods: "110" };
const ready = { type: "Ready", status: "True", reason: "KubeletReady", message: "", lastTransitionTime: null };
const roundMs = 300;
const merge = { "content-type": "application/merge-patch+json" };

export async function startNodes({ call }: Served, names: readonly string[]): Promise<{ stop(): Promise<void> }> {
  for (const name of names) {
    const status = { capacity: resources, allocatable: resources, conditions: [ready] };
    await call("POST", "/api/v1/nodes", { metadata: { name, labels: { "kubernetes.io/hostname": name } }, status });
    await call("PATCH", `/api/v1/nodes/${name}`, { spec: { taints: null } }, merge);
  }
  let isStopped = false;
  const updateAll = async () => {
    const { json } = await call("GET", "/api/v1/pods");
    for (const pod of json.items as readonly Pod[]) await updatePod(pod);
  };
  const updatePod = async ({ metadata, spec, status }: Pod) => {
    const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}`;
    if (metadata.deletionTimestamp) await call("DELETE", `${path}?gracePeriodSeconds=0`);
    else if (spec.nodeName && status.phase === "Pending") await call("PATCH", `${path}/status`, running, merge);
  };
  const rounds = (async () => {
    while (!isStopped) {
      await updateAll();
      await new Promise((done) => setTimeout(done, roundMs));
    }
  })();
  return {
    stop() {
      isStopped = true;
      return rounds;
    },
  };
}

const address = "192.0.2.10";
const running = {
  status: {
    phase: "Running",
    podIP: address,
    podIPs: [{ ip: address }],
    conditions: ["ContainersReady", "Ready"].map((type) => ({ type, status: "True" })),
  },
};
