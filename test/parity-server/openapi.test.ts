/**
 * Compares OpenAPI v3 and aggregated discovery documents with those of a real kube-apiserver:
 *
 *   PARITY_KUBECONFIG=admin.kubeconfig npm run parity:server
 */
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../server/start.ts";
import { differences, type Json } from "./open-api-differences.ts";
import { openRealServer } from "./real-server.ts";

const kubeconfig = process.env["PARITY_KUBECONFIG"];

/** The paths of known differences. */
const known: readonly RegExp[] = [
  // The server of this test does not sign tokens.
  /serviceaccounts\/(?:\{name\}\/)?token$|\.(?:TokenRequest\w*|BoundObjectReference)$/,
  // The address and the build information of a server.
  /^list (?:serverAddressByClientCIDRs|git\w+|buildDate|goVersion|compiler|platform)$/,
];

test.skipIf(kubeconfig === undefined)(
  "OpenAPI and discovery documents equal those of kube-apiserver",
  { timeout: 600_000 },
  async () => {
    const real = openRealServer(kubeconfig ?? "");
    onTestFinished(() => real.close());
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const { json } = await server.call("GET", "/openapi/v3");
    const found: string[] = [];
    let compared = 0;
    for (const path of Object.keys(json.paths)) {
      const own = (await server.call("GET", `/openapi/v3/${path}`)).json;
      const { body } = await real.call("GET", `/openapi/v3/${path}`);
      compared += Object.keys(own.paths).length + Object.keys(own.components.schemas).length;
      found.push(...differences(body["paths"], own.paths, "paths"));
      found.push(...differences((body["components"] as Json)["schemas"], own.components.schemas, "schemas"));
      const list = await real.call("GET", `/${path}`);
      found.push(
        ...differences(withoutHashes(list.body), withoutHashes((await server.call("GET", `/${path}`)).json), "list"),
      );
    }
    const unknown = found.filter((place) => !known.some((pattern) => pattern.test(place)));
    console.log(
      `${compared} paths and schemas, ${found.length} differences, of which ${unknown.length} are not listed`,
    );
    expect(unknown.join("\n")).toEqual("");
  },
);

const withoutHashes = (list: Json): unknown =>
  JSON.parse(JSON.stringify(list, (name, value) => (name === "storageVersionHash" ? undefined : value)));
