/**
 * Sends tokens to a real kube-apiserver and to this server, both with the same AuthenticationConfigurations, which
 * change during the run:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig PARITY_AUTHENTICATION_CONFIG=authn.yaml npm run parity:server -- tokens
 *
 * PARITY_SEED: another seed; PARITY_CONFIGURATIONS: the number of configurations; PARITY_TOKENS: the number of tokens
 * for each; PARITY_RELOADS: the number of changes of the file, most of them to invalid configurations; PARITY_REPORT: a
 * file for the differences.
 */
import { writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { startIssuer } from "../server/issuer.ts";
import { authenticationFile, configureReal } from "./authentication-file.ts";
import { type OwnServer, serveOwn } from "./own-authentication.ts";
import { Random } from "./random.ts";
import { openRealServer, type RealServer } from "./real-server.ts";
import { brokenText, configurationCase, tokenCase } from "./token-cases.ts";

const { env } = process;
const timeoutMs = 7_200_000;
const issuerCount = 3;

interface Difference {
  readonly what: string;
  readonly real: unknown;
  readonly own: unknown;
}

test.skipIf(authenticationFile === undefined)(
  "tokens authenticate the same users as in kube-apiserver, also after configuration changes",
  async () => {
    const real = openRealServer(env["PARITY_KUBECONFIG"] ?? "");
    const own = await serveOwn();
    const issuers = await Promise.all(Array.from({ length: issuerCount }, startIssuer));
    onTestFinished(async () => {
      real.close();
      await own.close();
      await Promise.all(issuers.map((issuer) => issuer.close()));
    });
    for (const { url, answer } of issuers) {
      answer("/elsewhere", { text: JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` }) });
    }
    const random = new Random(Number(env["PARITY_SEED"] ?? 1));
    const differences: Difference[] = [];
    const changes = Number(env["PARITY_CONFIGURATIONS"] ?? 50);
    const reloads = Number(env["PARITY_RELOADS"] ?? 200);
    const counts = { users: 0, refused: 0, reloads: 0, kept: 0, sameError: 0 };
    for (let change = 0; change < changes; change++) {
      const { object, issuers: used } = configurationCase(random, issuers);
      const text = `# ${change}\n${stringify(object)}`;
      const texts = [
        text,
        ...Array.from({ length: Math.floor(reloads / changes) - 1 }, () => brokenText(random, text)),
      ];
      for (const [index, each] of texts.entries()) {
        const marked = `# ${change}.${index}\n${each}`;
        const [theirs, ours] = [await configureReal(marked), await own.configure(marked)];
        counts.reloads++;
        if (!theirs) counts.kept++;
        if (theirs !== ours) differences.push({ what: `reload of ${marked}`, real: theirs, own: ours });
        // Makes both servers use the same configuration again.
        if (theirs !== ours) await Promise.all([configureReal(`${text}\n#${index}`), own.configure(text)]);
      }
      for (let index = 0; index < Number(env["PARITY_TOKENS"] ?? 40); index++) {
        const token = await tokenCase(random, random.next() < 0.1 ? issuers : used);
        const [theirs, ours] = await reviewBoth(real, own, token);
        counts[theirs.user ? "users" : "refused"]++;
        if (theirs.error === ours.error) counts.sameError++;
        if (isDeepStrictEqual(theirs.user, ours.user)) continue;
        differences.push({ what: `${describe(token)}\n${stringify(object)}`, real: theirs, own: ours });
      }
    }
    console.log(JSON.stringify({ ...counts, differences: differences.length }));
    const report = differences.map(
      ({ what, real, own }) => `${what}\n real ${JSON.stringify(real)}\n own  ${JSON.stringify(own)}`,
    );
    const file = env["PARITY_REPORT"];
    if (file === undefined) console.log(report.join("\n\n"));
    else writeFileSync(file, report.join("\n\n"));
    expect(differences.length).toBe(0);
  },
  timeoutMs,
);

interface Review {
  readonly user: unknown;
  readonly error: unknown;
}

const reviewBoth = (real: RealServer, own: OwnServer, token: string): Promise<[Review, Review]> =>
  Promise.all([review(real, token), review(own, token)]);

async function review(server: Pick<RealServer, "call">, token: string): Promise<Review> {
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token } };
  const answer = await server.call("POST", "/apis/authentication.k8s.io/v1/tokenreviews", body);
  const { authenticated, user, error } = (answer.body["status"] ?? {}) as Record<string, unknown>;
  return { user: authenticated ? user : undefined, error: error ?? answer.code };
}

function describe(token: string): string {
  const [header = "", payload = ""] = token.split(".").map((part) => Buffer.from(part, "base64url").toString());
  return `${token}\n${header} ${payload}`;
}
