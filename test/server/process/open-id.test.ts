import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fetchDocument } from "../../../src/server/outgoing/send.ts";
import {
  configurationFor,
  mappingNames,
  startProvider,
  tokenCases,
  type Verdict,
  verdictOfCommand,
  verdictOfServer,
} from "../open-id-cases.ts";
import type { OpenIdProvider } from "../open-id-provider.ts";
import { killAll, type Served, serve } from "./served.ts";

let provider: OpenIdProvider;
let server: Served;
const folder = mkdtempSync(join(tmpdir(), "clustervet-open-id-"));
const files = { config: join(folder, "authn.yaml"), jwks: join(folder, "keys.json") };
beforeAll(async () => {
  provider = await startProvider();
  writeFileSync(files.config, configurationFor(provider, "claims"));
  server = await serve(folder, { args: ["--storage", "memory", "--authentication-config", files.config] });
});
afterAll(async () => {
  await killAll();
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const inUseLines = () => server.log().filter(({ msg }) => msg === "the changed authentication configuration is in use");

async function useMapping(mapping: string): Promise<void> {
  const before = inUseLines().length;
  writeFileSync(`${files.config}.new`, `# ${before}\n${configurationFor(provider, mapping)}`);
  renameSync(`${files.config}.new`, files.config);
  await vi.waitFor(() => expect(inUseLines().length).toBe(before + 1), { timeout: 20_000 });
}

async function verdicts(mapping: string): Promise<Readonly<Record<string, Verdict>>> {
  await useMapping(mapping);
  const found: Record<string, Verdict> = {};
  for (const { name, token } of tokenCases) {
    const shown = await token(provider);
    const keys = await fetchDocument({ url: new URL("/jwks", provider.url), ca: provider.authority });
    writeFileSync(files.jwks, keys.text);
    const verdict = await verdictOfServer(server.access, shown);
    expect({ name, verdict: verdictOfCommand(files, shown) }).toEqual({ name, verdict });
    found[name] = verdict;
  }
  return found;
}

test.each(mappingNames)(
  "serve and authn judge the tokens of a real provider alike, as kube-apiserver does; mapped by %s",
  async (mapping) => {
    expect(await verdicts(mapping)).toMatchSnapshot();
  },
  120_000,
);
