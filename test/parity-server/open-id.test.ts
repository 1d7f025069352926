/**
 * Sends the tokens of a real OpenID provider to a real kube-apiserver, with the configuration files that
 * test/server/process/open-id.test.ts uses for this server. Requires a kube-apiserver whose AuthenticationConfiguration
 * file this test may write:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig PARITY_AUTHENTICATION_CONFIG=authn.yaml npm run parity:server -- open-id
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { configurationFor, mappingNames, startProvider, tokenCases, verdictOfServer } from "../server/open-id-cases.ts";
import { authenticationFile, configureReal } from "./authentication-file.ts";
import { accessOf } from "./real-server.ts";

const timeoutMs = 600_000;

test.skipIf(authenticationFile === undefined).each(mappingNames)(
  "kube-apiserver gives the recorded verdicts on the tokens of a real provider; mapped by %s",
  async (mapping) => {
    const provider = await startProvider();
    onTestFinished(() => provider.close());
    const access = accessOf(process.env["PARITY_KUBECONFIG"] ?? "");
    await configureReal(configurationFor(provider, mapping));
    const found: Record<string, unknown> = {};
    for (const { name, token } of tokenCases) found[name] = await verdictOfServer(access, await token(provider));
    expect(found).toEqual(recordedVerdicts(mapping));
  },
  timeoutMs,
);

/** Reads the recorded verdicts of this server and of `clustervet authn`. */
function recordedVerdicts(mapping: string): unknown {
  const file = join(import.meta.dirname, "../server/process/__snapshots__/open-id.test.ts.snap");
  const found = readFileSync(file, "utf8").split(`mapped by ${mapping} 1\`] = \``)[1]?.split("`;")[0] ?? "";
  return JSON.parse(found.replace(/,(?=\s*[}\]])/g, ""));
}
