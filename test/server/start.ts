/** Starts a server in this process, with a store in memory, for tests that send HTTP requests. */
import { mastersGroup } from "../../src/access/user.ts";
import { nodeHost } from "../../src/cli/node-host.ts";
import { isOnByDefault } from "../../src/server/admission/plugins.ts";
import { anonymous } from "../../src/server/authn/anonymous.ts";
import { staticTokens } from "../../src/server/authn/static-tokens.ts";
import { masters } from "../../src/server/authz/masters.ts";
import { union } from "../../src/server/authz/union.ts";
import { createAuthority, issueCertificate } from "../../src/server/certificates/issue.ts";
import { type RunningServer, startServer } from "../../src/server/server.ts";
import type { ServerOptions } from "../../src/server/server-options.ts";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { type Access, type ApiAnswer, call } from "./api-client.ts";
import { Messages } from "./messages.ts";
import { publicInfo } from "./public-info.ts";

export const adminToken = "test-admin";
const admin = { username: "admin", uid: "", groups: [mastersGroup], extra: {} };

export interface TestServer extends RunningServer, Access {
  readonly messages: Messages;
  /** Sends a request as the administrator. A body that is not a string is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
}

/** Controllers whose objects would interfere with those of the tests. */
const namespaceObjects = ["serviceaccount-controller", "root-ca-certificate-publisher-controller"];

const lifetimeMs = 3_600_000;
let certificates: ReturnType<typeof createCertificates> | undefined;

async function createCertificates() {
  const validity = { nowMs: Date.now(), lifetimeMs };
  const authority = await createAuthority("test-ca", validity);
  const hosts = ["127.0.0.1", "localhost"];
  const serving = await issueCertificate(authority, "test", { use: "server", hosts, ...validity });
  return { authority: authority.certificate, serving };
}

export async function startTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  certificates ??= createCertificates();
  const { authority, serving } = await certificates;
  const messages = new Messages();
  const server = await startServer({
    storage: openMemoryStorage(),
    cryptography: nodeHost(undefined),
    port: 0,
    ...serving,
    authenticators: [staticTokens([{ token: adminToken, user: admin }]), anonymous],
    authorizer: () => union([masters, publicInfo]),
    bootstrapPolicy: false,
    clusterObjects: false,
    isControllerOn: (name) => !namespaceObjects.includes(name),
    // No controller creates the service accounts that pods would use.
    isPluginOn: (name) => name !== "ServiceAccount" && isOnByDefault(name),
    log: messages,
    nowMs: Date.now,
    ...options,
  });
  const access: Access = { port: server.port, authority, headers: { authorization: `Bearer ${adminToken}` } };
  return {
    ...server,
    ...access,
    messages,
    call: (method, path, body, headers = {}) => call(access, { method, path, body, headers }),
  };
}
