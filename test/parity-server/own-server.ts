/**
 * Our server beside a real kube-apiserver: with the same objects of its own, the same user, and no controllers. PARITY_GATES
 * (`A=true,B=false`) and PARITY_RUNTIME_CONFIG say what the real one was started with.
 */
import type { UserInfo } from "../../src/access/user.ts";
import { parseFeatureGates } from "../../src/cli/feature-gates.ts";
import { parseRuntimeConfig, readRuntimeConfig } from "../../src/flags/runtime-config.ts";
import { isOnByDefault } from "../../src/server/admission/plugins.ts";
import { staticTokens } from "../../src/server/authn/static-tokens.ts";
import { adminToken, startTestServer } from "../server/start.ts";
import { type RealServer, typeOf } from "./real-server.ts";

const { env } = process;

export interface OwnServer extends RealServer {
  close(): Promise<void>;
}

/** @param user - who asks, whatever the credentials */
export async function startOwnServer(user: UserInfo): Promise<OwnServer> {
  const runtimeConfig = parseRuntimeConfig(env["PARITY_RUNTIME_CONFIG"] ?? "");
  const server = await startTestServer({
    clusterObjects: true,
    bootstrapPolicy: true,
    isControllerOn: () => false,
    isPluginOn: isOnByDefault,
    authenticators: [staticTokens([{ token: adminToken, user }])],
    runtimeConfig: readRuntimeConfig(runtimeConfig, { target: "1.37" }).isEnabled,
    featureGates: parseFeatureGates(env["PARITY_GATES"] ?? ""),
  });
  return {
    async call(method, path, body, type = typeOf(method)) {
      const { code, json, headers } = await server.call(method, path, body, { "content-type": type });
      return { code, body: json ?? {}, headers };
    },
    close: () => server.close(),
  };
}
