/**
 * A server in this process, over a store in memory, for tests that speak HTTP.
 */
import { request as httpsRequest } from "node:https";
import { mastersGroup } from "../../src/access/user.ts";
import { anonymous } from "../../src/server/authn/anonymous.ts";
import { staticTokens } from "../../src/server/authn/static-tokens.ts";
import { masters, publicInfo, union } from "../../src/server/authz/masters.ts";
import { createAuthority, issueCertificate } from "../../src/server/certificates/issue.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../src/server/server.ts";
import { openMemoryStorage } from "../../src/storage/memory.ts";
import { Messages } from "./messages.ts";

export const adminToken = "test-admin";
const admin = { username: "admin", uid: "", groups: [mastersGroup], extra: {} };

export interface TestServer extends RunningServer {
  readonly authority: string;
  readonly messages: Messages;
  /** Sends a request as the administrator; bodies that are no text are sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
}

export interface TestAnswer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  readonly json: any;
}

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
    port: 0,
    ...serving,
    authenticators: [staticTokens([{ token: adminToken, user: admin }]), anonymous],
    authorizer: () => union([masters, publicInfo]),
    bootstrapPolicy: false,
    log: messages,
    nowMs: Date.now,
    ...options,
  });
  return {
    ...server,
    authority,
    messages,
    call: (method, path, body, headers = {}) => call(server.port, authority, { method, path, body, headers }),
  };
}

interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

function call(port: number, ca: string, { method, path, body, headers }: TestRequest): Promise<TestAnswer> {
  const isText = typeof body === "string" || body instanceof Uint8Array;
  const payload = body === undefined ? undefined : isText ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      {
        host: "127.0.0.1",
        port,
        ca,
        method,
        path,
        headers: {
          authorization: `Bearer ${adminToken}`,
          ...(payload === undefined
            ? {}
            : { "content-type": "application/json", "content-length": String(Buffer.byteLength(payload)) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers["content-type"]?.startsWith("application/json") ?? false;
          resolve({
            code: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson && text !== "" ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    request.on("error", reject);
    request.end(payload);
  });
}
