/** The server as the comparison of reads meets it: with all that every cluster has, and nobody who changes it. */
import type { OutgoingHttpHeaders } from "node:http";
import { isOnByDefault } from "../../src/server/admission/plugins.ts";
import { type ExchangingServer, warningsIn } from "../parity-server/real-server.ts";
import { startTestServer } from "./start.ts";

export async function startReadServer(): Promise<ExchangingServer & { close(): Promise<void> }> {
  const server = await startTestServer({
    clusterObjects: true,
    bootstrapPolicy: true,
    isControllerOn: () => false,
    isPluginOn: isOnByDefault,
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
