import { expect, test } from "vitest";
import { escalationFault, fullAuthority } from "../../../src/server/authz/escalation.ts";

const user = { username: 'a"b', uid: "", groups: ["g1", "g2"], extra: {} };
const pods = (...verbs: string[]) => ({ verbs, apiGroups: [""], resources: ["pods"] });
const messageStart = 'user "a\\"b" (groups=["g1" "g2"]) is attempting to grant RBAC permissions not currently held:\n';

test.each([
  ["a permission that the user holds", [pods("get", "list")], [pods("get")], undefined],
  ["a user who holds everything", fullAuthority, [pods("get"), { verbs: ["get"], nonResourceURLs: ["/x"] }], undefined],
  [
    "missing verbs of one rule are listed together",
    [],
    [pods("get", "list")],
    '{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}',
  ],
  [
    "only the missing verbs are listed",
    [pods("get")],
    [pods("get", "list")],
    '{APIGroups:[""], Resources:["pods"], Verbs:["list"]}',
  ],
  [
    "missing rules are sorted and unique",
    [],
    [{ verbs: ["get", "put"], nonResourceURLs: ["/x"] }, pods("get"), { ...pods("get"), resourceNames: ["n"] }],
    '{APIGroups:[""], Resources:["pods"], ResourceNames:["n"], Verbs:["get"]}\n' +
      '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}\n' +
      '{NonResourceURLs:["/x"], Verbs:["get"]}\n{NonResourceURLs:["/x"], Verbs:["put"]}',
  ],
])("%s", (_name, held, wanted, missing) => {
  expect(escalationFault(user, held, wanted)).toBe(missing === undefined ? undefined : messageStart + missing);
});
