/**
 * Starts the server that random paths and odd requests are sent to: with RBAC, the bootstrap policy and the default
 * objects of a cluster. Requests come from its administrator.
 */
import type { OutgoingHttpHeaders } from "node:http";
import { isOnByDefault } from "../../src/server/admission/plugins.ts";
import { masters } from "../../src/server/authz/masters.ts";
import { rbacAuthorizer } from "../../src/server/authz/rbac-authorizer.ts";
import { union } from "../../src/server/authz/union.ts";
import { type ExchangingServer, warningsIn } from "../parity-server/real-server.ts";
import { startTestServer } from "./start.ts";
import { tokenSettings } from "./token-settings.ts";

export async function startPathServer(): Promise<ExchangingServer & { close(): Promise<void> }> {
  const server = await startTestServer({
    bootstrapPolicy: true,
    clusterObjects: true,
    isControllerOn: () => false,
    isPluginOn: isOnByDefault,
    serviceAccountTokens: tokenSettings(),
    authorizer: (source) => union([masters, rbacAuthorizer(source)]),
  });
  return {
    async exchange(method, path, text, headers: string | OutgoingHttpHeaders = {}) {
      const sent = typeof headers === "string" ? { "content-type": headers } : headers;
      const answer = await server.call(method, path, text, sent as Record<string, string>);
      return { code: answer.code, text: answer.text, warnings: warningsIn(String(answer.headers["warning"] ?? "")) };
    },
    close: () => server.close(),
  };
}
