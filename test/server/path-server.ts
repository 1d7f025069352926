/** The server as the requests at odd paths meet it: by RBAC, with the policy of every cluster, asked by its administrator. */
import type { OutgoingHttpHeaders } from "node:http";
import { isOnByDefault } from "../../src/server/admission/plugins.ts";
import { masters } from "../../src/server/authz/masters.ts";
import { rbacAuthorizer } from "../../src/server/authz/rbac-authorizer.ts";
import { union } from "../../src/server/authz/union.ts";
import type { PathServer } from "../parity-server/odd-paths.ts";
import { startTestServer } from "./start.ts";

export async function startPathServer(): Promise<PathServer & { close(): Promise<void> }> {
  const server = await startTestServer({
    bootstrapPolicy: true,
    clusterObjects: true,
    isControllerOn: () => false,
    isPluginOn: isOnByDefault,
    authorizer: (source) => union([masters, rbacAuthorizer(source)]),
  });
  return {
    exchange: (method, path, text, headers: OutgoingHttpHeaders) =>
      server.call(method, path, text, headers as Record<string, string>),
    close: () => server.close(),
  };
}
