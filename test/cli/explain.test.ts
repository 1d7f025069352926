import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

test("the page of a rule", () => {
  const { stdout, code } = runCli(["explain", "authentication/email-verified"]);
  expect(code).toBe(0);
  expect(stdout).toContain("`authentication/email-verified`");
});

test("a misspelt rule", () => {
  const { stderr, code } = runCli(["explain", "authentication/email-verify"]);
  expect(code).toBe(2);
  expect(stderr).toContain("did you mean authentication/email-verified?");
});

test("no way out of the pages", () => {
  expect(runCli(["explain", "../../package"]).code).toBe(2);
});

test("kinds and their schemas", () => {
  const kinds = runCli(["kinds"]).stdout;
  expect(kinds).toMatch(
    /AuthenticationConfiguration +apiserver\.config\.k8s\.io +v1, v1beta1, v1alpha1 +--authentication-config/,
  );
  const schema = JSON.parse(runCli(["schema", "AuthenticationConfiguration"]).stdout);
  expect(schema.properties.kind.enum).toEqual(["AuthenticationConfiguration"]);
  expect(schema.properties.jwt.items.properties.issuer.required).toEqual(["url", "audiences"]);
  expect(runCli(["schema", "Nope"]).code).toBe(2);
});
