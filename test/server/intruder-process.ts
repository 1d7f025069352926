/**
 * The intruder process of `npm run intruder`. It runs an issuer whose tokens have expired or are for other audiences,
 * and six clients that send requests one after the other. Two clients use HTTP/1.1 and two HTTP/2, in both cases one
 * with the certificate of a user without rights and one without a certificate. One floods an HTTP/2 connection and
 * resets half of its requests. One sends bytes that two parsers may read differently.
 */
import { once } from "node:events";
import { type ClientHttp2Session, connect } from "node:http2";
import { Agent } from "node:https";
import { createAuthority, issueCertificate } from "../../src/server/certificates/issue.ts";
import { Random } from "../parity-server/random.ts";
import { type AdmissionAttributes, drawRequest, type Loot, smuggled } from "./intruder.ts";
import { overBytes, overHttp1, overHttp2, type Place } from "./intruder-connections.ts";
import { audience, startIssuer } from "./issuer.ts";

/** The message that starts the attack. */
interface Order {
  readonly place: Place;
  readonly requests: number;
  readonly seed: number;
  /** The clients that take part: `http1`, `http2`, `flood`, `bytes`. */
  readonly only: readonly string[];
  /**
   * Tokens of the server: some that are no longer valid, and valid ones, which the intruder sends only in altered form.
   */
  readonly spent: readonly string[];
  readonly good: readonly string[];
}

/** Concurrent requests of a flood: more than the server accepts on a connection. */
const floodSize = 300;
const validity = { nowMs: Date.now(), lifetimeMs: 3_600_000 };

const issuer = await startIssuer();
const clients = await createAuthority("clients", validity);
const proxies = await createAuthority("proxies", validity);
const mallory = await issueCertificate(clients, "mallory", { use: "client", groups: [], ...validity });
const material = { cert: mallory.certificate, key: mallory.key };
const own = [await issuer.sign({ exp: 1 }), await issuer.sign({ aud: "other" }), await issuer.sign({ nbf: 9e9 })];
const publicKeys = [issuer.authority, clients.certificate, proxies.certificate, ""];

process.on("message", (order: Order) => void attack(order));
process.on("disconnect", () => process.exit());
process.send?.({
  issuer: { url: issuer.url, audience, authority: issuer.authority },
  clients: clients.certificate,
  proxies: proxies.certificate,
});

async function attack({ place, requests, seed, only, spent, good }: Order): Promise<void> {
  const loot: Loot = { spent: [...own, ...spent], good: [await issuer.sign(), ...good], publicKeys };
  const codes = new Map<number, number>();
  let left = requests;
  const takeRequest = (): boolean => left-- > 0;
  const recordCodes = (seen: readonly number[]): void => {
    for (const code of seen) codes.set(code, (codes.get(code) ?? 0) + 1);
  };
  let lanes = 0;
  const runClient = async (name: string, send: (random: Random) => Promise<readonly number[]>): Promise<void> => {
    const random = new Random(seed * 100 + lanes++);
    while (only.includes(name) && takeRequest()) recordCodes(await send(random));
  };
  const agents = [{}, material].map((more) => new Agent({ keepAlive: true, maxSockets: 1, ...more }));
  await Promise.all([
    ...agents.map((agent) =>
      runClient("http1", async (random) => [await overHttp1(place, drawRequest(random, loot), { agent })]),
    ),
    ...[{}, material].map((more) =>
      runClient("http2", (random) =>
        overHttp2(
          place,
          someRequests(random, loot, () => takeRequest()),
          more,
        ),
      ),
    ),
    runClient("flood", (random) =>
      flood(
        place,
        someRequests(random, loot, () => takeRequest(), floodSize),
      ),
    ),
    runClient("bytes", (random) => overBytes(place, smuggled(random))),
  ]);
  for (const agent of agents) agent.destroy();
  process.send?.({ codes: [...codes] });
}

/** Returns up to `most` requests for one connection. Each of them after the first is counted by `takeRequest`. */
function someRequests(random: Random, loot: Loot, next: () => boolean, most = 20): readonly AdmissionAttributes[] {
  const attempts = [drawRequest(random, loot)];
  while (attempts.length < most && next()) attempts.push(drawRequest(random, loot));
  return attempts;
}

/** Sends all requests at once on one connection, and resets every second one right after sending it. */
async function flood({ port, authority }: Place, attempts: readonly AdmissionAttributes[]): Promise<readonly number[]> {
  const session = connect(`https://127.0.0.1:${port}`, { ca: authority });
  session.on("error", () => {});
  await Promise.race([once(session, "connect").catch(() => {}), once(session, "close")]);
  const codes: number[] = [];
  await Promise.all(attempts.map((one, index) => floodOne(session, one, { isReset: index % 2 === 1, codes })));
  session.destroy();
  return codes;
}

async function floodOne(
  session: ClientHttp2Session,
  { method, path, headers, body }: AdmissionAttributes,
  { isReset, codes }: { readonly isReset: boolean; readonly codes: number[] },
): Promise<void> {
  try {
    const named = headers.map(([name, value]) => [name.toLowerCase(), value]);
    const stream = session.request({ ":method": method, ":path": path, ...Object.fromEntries(named) });
    stream.on("error", () => {});
    stream.on("response", (answer) => codes.push(Number(answer[":status"]))).resume();
    stream.end(body);
    if (isReset) stream.close(resetCode);
    await once(stream, "close");
  } catch {
    // The connection ended, or Node itself refuses to send the request.
  }
}

/** CANCEL, as browsers send it. */
const resetCode = 8;
