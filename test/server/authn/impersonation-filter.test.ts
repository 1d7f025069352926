import { expect, test } from "vitest";
import type { AccessRequest } from "../../../src/access/request.ts";
import type { UserInfo } from "../../../src/access/user.ts";
import { impersonationFilter } from "../../../src/server/authn/impersonation-filter.ts";
import type { ImpersonationRequest } from "../../../src/server/authn/impersonation-modes.ts";
import type { Authorizer } from "../../../src/server/authz/authorizer.ts";
import type { Exchange } from "../../../src/server/http/exchange.ts";
import { readRequestInfo } from "../../../src/server/request/request-info.ts";

const user = (username: string) => ({ username, uid: "", groups: [], extra: {} });
const authorizer = { name: "asked later" } as unknown as Authorizer;

/**
 * Returns the user that the headers request, or the message of the rejection; undefined if the request keeps its own
 * user.
 */
async function wantedUser(...headers: readonly (readonly [string, string])[]) {
  const calls: { wanted: UserInfo; request: ImpersonationRequest }[] = [];
  const exchange = {
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: headers.flat(),
    info: readRequestInfo("GET", "/metrics", new URLSearchParams()),
    user: user("bob"),
  } as unknown as Exchange;
  const passed: string[] = [];
  const filter = impersonationFilter(authorizer, async (wanted, request) => {
    calls.push({ wanted, request });
    return { user: user("dave") };
  });
  try {
    await filter(exchange, async () => void passed.push(exchange.user.username));
  } catch (error) {
    expect([calls, passed]).toEqual([[], []]);
    return (error as Error).message;
  }
  const attributes: AccessRequest["attributes"] = { kind: "url", verb: "get", path: "/metrics" };
  expect(calls.map(({ request }) => request)).toEqual(
    calls.map(() => ({ requestor: user("bob"), attributes, authorizer })),
  );
  expect(passed).toEqual([calls.length > 0 ? "dave" : "bob"]);
  for (const { wanted } of calls) expect(wanted).toBeDefined();
  return calls[0]?.wanted;
}

const dave = { username: "dave", groups: [], uid: "", extra: {} };
const refusal = (header: string) => `requested [${header}] without impersonating a user`;
const daveHeader = ["Impersonate-User", "dave"] as const;
const extraHeader = (key: string, value: string) => [`Impersonate-Extra-${key}`, value] as const;

test.each<[string, readonly (readonly [string, string])[], UserInfo | string | undefined]>([
  ["nothing", [["User-Agent", "dave"]], undefined],
  ["an empty user", [["Impersonate-User", ""]], undefined],
  ["a user", [daveHeader], dave],
  ["the first of two users", [daveHeader, ["impersonate-user", "eve"]], dave],
  ["groups", [daveHeader, ["Impersonate-Group", "g,h"], ["impersonate-group", "i"]], { ...dave, groups: ["g,h", "i"] }],
  ["a uid", [daveHeader, ["Impersonate-Uid", "1"]], { ...dave, uid: "1" }],
  [
    "extra values",
    [
      daveHeader,
      extraHeader("Scopes", "a"),
      extraHeader("scopes", "b"),
      extraHeader("x%2Fy", "c"),
      extraHeader("%zz", "d"),
    ],
    { ...dave, extra: { scopes: ["a", "b"], "x/y": ["c"], "%zz": ["d"] } },
  ],
  ["a group without a user", [["Impersonate-Group", "g"]], refusal("{Group  g    }")],
  ["a uid without a user", [["Impersonate-Uid", "1"]], refusal("{UID  1  authentication.k8s.io/v1  }")],
  ["extra values without a user", [extraHeader("a", "b")], refusal("{UserExtra  b  authentication.k8s.io/v1  a}")],
  [
    "everything except a user",
    [["Impersonate-Uid", "1"], extraHeader("a", "b"), ["Impersonate-Group", "g"], ["Impersonate-Group", "h"]],
    refusal(
      "{Group  g    } {Group  h    } {UserExtra  b  authentication.k8s.io/v1  a} {UID  1  authentication.k8s.io/v1  }",
    ),
  ],
])("headers that request %s", async (_name, headers, expected) => {
  expect(await wantedUser(...headers)).toEqual(expected);
});
