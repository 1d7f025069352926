import { expect, test } from "vitest";
import {
  impersonatedUser,
  parseServiceAccountName,
  serviceAccountName,
  withAuthenticatedGroup,
} from "../../src/access/user.ts";

const accountName = "system:serviceaccount:prod:robot";
const accountGroups = ["system:serviceaccounts", "system:serviceaccounts:prod"];

test.each([
  { name: "ann", given: [], groups: ["system:authenticated"] },
  { name: "ann", given: ["devs"], groups: ["devs", "system:authenticated"] },
  { name: "ann", given: ["system:authenticated", "devs"], groups: ["system:authenticated", "devs"] },
  { name: "ann", given: ["devs", "system:unauthenticated"], groups: ["devs", "system:unauthenticated"] },
  { name: "system:anonymous", given: [], groups: ["system:unauthenticated"] },
  { name: "system:anonymous", given: ["system:unauthenticated"], groups: ["system:unauthenticated"] },
  {
    name: "system:anonymous",
    given: ["system:authenticated"],
    groups: ["system:authenticated", "system:unauthenticated"],
  },
  { name: accountName, given: [], groups: [...accountGroups, "system:authenticated"] },
  { name: accountName, given: ["devs"], groups: ["devs", "system:authenticated"] },
  { name: `${accountName}:x`, given: [], groups: ["system:authenticated"] },
])("the impersonated user $name with the groups $given gets $groups", ({ name, given, groups }) => {
  expect(impersonatedUser(name, given)).toEqual({ username: name, uid: "", groups, extra: {} });
});

test.each([
  { username: accountName, account: { namespace: "prod", name: "robot" } },
  { username: "system:serviceaccount:prod:robot.v1", account: { namespace: "prod", name: "robot.v1" } },
  { username: "system:serviceaccount:prod.x:robot" },
  { username: "system:serviceaccount:prod:Robot" },
  { username: "system:serviceaccount:prod:" },
  { username: "system:serviceaccount::robot" },
  { username: "system:serviceaccount:prod" },
  { username: `${accountName}:` },
  { username: `x${accountName}` },
  { username: `x${accountName.slice(1)}` },
  { username: "system:serviceaccounts:prod:robot" },
])("$username is the service account $account", ({ username, account: expected }) => {
  expect(parseServiceAccountName(username)).toEqual(expected);
  if (expected) expect(serviceAccountName(expected.namespace, expected.name)).toBe(username);
});

test.each([
  { name: "ann", given: ["devs"], groups: ["devs", "system:authenticated"] },
  { name: "ann", given: ["system:authenticated"], groups: ["system:authenticated"] },
  { name: "ann", given: ["system:unauthenticated"], groups: ["system:unauthenticated"] },
  { name: "system:anonymous", given: ["devs"], groups: ["devs"] },
])("the authenticated user $name with the groups $given gets $groups", ({ name, given, groups }) => {
  expect(withAuthenticatedGroup(name, given)).toEqual(groups);
});
