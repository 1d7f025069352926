/** Runs `clustervet serve --authentication-config` with an AuthenticationConfiguration file that the test changes. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { killAll, serve } from "../server/process/served.ts";
import { type RealServer, typeOf } from "./real-server.ts";

export interface OwnServer extends Pick<RealServer, "call"> {
  /** Resolves once the server has loaded or rejected the configuration. @returns whether it uses the configuration */
  configure(text: string): Promise<boolean>;
  close(): Promise<void>;
}

const emptyConfiguration = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\njwt: []\n";
const pollMs = 50;
const outcomes = new Map([
  ["the changed authentication configuration is in use", true],
  ["the changed authentication configuration is not valid; the previous one stays in use", false],
]);

export async function serveOwn(): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), "clustervet-parity-"));
  const file = join(folder, "authn.yaml");
  writeFileSync(file, emptyConfiguration);
  const server = await serve(folder, { args: ["--storage", "memory", "--authentication-config", file] });
  const reloads = () => server.log().flatMap(({ msg }) => outcomes.get(msg) ?? []);
  return {
    async call(method, path, body, type = typeOf(method)) {
      const { code, json, headers } = await server.call(method, path, body, { "content-type": type });
      return { code, body: (json ?? {}) as Record<string, unknown>, headers };
    },
    async configure(text) {
      const before = reloads().length;
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
      while (reloads().length === before) await setTimeout(pollMs);
      return reloads().at(-1) ?? false;
    },
    async close() {
      await killAll();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
