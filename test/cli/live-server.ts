/** Starts the bundled server as the cluster of `--live`, and writes a kubeconfig for it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { type ApiServer, startApiServer } from "../../src/server.ts";
import { type Access, call } from "../server/api-client.ts";

export interface LiveServer {
  readonly server: ApiServer;
  readonly folder: string;
  /** Path of an administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** Writes a kubeconfig with which the administrator impersonates a user, and returns its path. */
  kubeconfigAs(user: string): string;
  create(path: string, body: unknown): Promise<void>;
  /** Waits until a path is served. */
  isServed(path: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startLiveServer(): Promise<LiveServer> {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-live-"));
  const server = await startApiServer();
  const kubeconfig = join(folder, "config");
  writeFileSync(kubeconfig, server.kubeconfigText);
  const { clusters, users } = server.kubeconfig;
  const pem = (base64 = "") => Buffer.from(base64, "base64").toString();
  const access: Access = {
    port: server.port,
    authority: pem(clusters[0]?.cluster["certificate-authority-data"]),
    certificate: pem(users[0]?.user["client-certificate-data"]),
    key: pem(users[0]?.user["client-key-data"]),
  };
  const codeOf = async (path: string) => (await call(access, { method: "GET", path })).code;
  return {
    server,
    folder,
    kubeconfig,
    kubeconfigAs(user) {
      const path = join(folder, `as-${user}`);
      const asOther = server.kubeconfig.users.map((each) => ({ ...each, user: { ...each.user, as: user } }));
      writeFileSync(path, JSON.stringify({ ...server.kubeconfig, users: asOther }));
      return path;
    },
    async create(path, body) {
      const { code, json } = await call(access, { method: "POST", path, body });
      if (code !== 201) throw new Error(`${path}: ${JSON.stringify(json)}`);
    },
    isServed: (path) =>
      vi.waitFor(
        async () => {
          const code = await codeOf(path);
          if (code !== 200) throw new Error(`${path}: ${code}`);
        },
        { timeout: 20_000 },
      ),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A CustomResourceDefinition of namespaced widgets. */
export const widgetDefinition = {
  metadata: { name: "widgets.acme.test" },
  spec: {
    group: "acme.test",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget", singular: "widget", listKind: "WidgetList" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: { type: "object", properties: { size: { type: "integer" } } } },
          },
        },
      },
    ],
  },
};
