/**
 * Starts this server for a comparison with a real kube-apiserver: with the same initial objects and user, and without
 * controllers. PARITY_GATES (`A=true,B=false`) and PARITY_RUNTIME_CONFIG are the options with which the real server was
 * started.
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

/** @param user - the user of all requests, whatever their credentials */
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
