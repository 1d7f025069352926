/** Records of token uses, on a store with one Secret. */
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { secretTokenUses } from "../../../src/server/authn/secret-token-uses.ts";
import type { ApiObject } from "../../../src/server/request/api-object.ts";
import { Messages } from "../messages.ts";

const secret = { metadata: { name: "s", namespace: "web", uid: "u1", labels: { team: "a" } } } as ApiObject;

function make(stored: ApiObject | undefined) {
  const register = new Registry();
  const log = new Messages();
  const written: unknown[] = [];
  const uses = secretTokenUses({
    register,
    log,
    store: () =>
      ({
        update: async ({ target, change }: { target: object; change: (current?: ApiObject) => unknown }) => {
          written.push([target, change(stored)]);
        },
      }) as never,
    write: {} as never,
    nowMs: () => 0,
  });
  return { uses, register, log, written };
}

test("a use is recorded as a label in addition to the labels of the Secret", async () => {
  const { uses, written, log } = make(secret);
  await Promise.all([uses.label(secret, { used: "2026-11-25" }), uses.label(secret, { used: "2026-11-25" })]);
  expect(written).toEqual([
    [{ namespace: "web", name: "s" }, { metadata: { ...secret.metadata, labels: { team: "a", used: "2026-11-25" } } }],
  ]);
  await uses.label(secret, { used: "2026-11-26" });
  expect(written).toHaveLength(2);
  expect(log.lines).toEqual([]);
});

test.each([
  ["that was deleted", undefined],
  ["that was replaced by another of the same name", { metadata: { ...secret.metadata, uid: "u2" } } as ApiObject],
])("a Secret %s gets no label, and the log reports it", async (_, stored) => {
  const { uses, written, log } = make(stored);
  await uses.label(secret, { used: "2026-11-25" });
  expect(written).toEqual([]);
  expect(log.lines).toMatchObject([
    {
      fields: { secret: "web/s", error: "Error: the Secret is gone" },
      message: "the use of a token could not be noted",
    },
  ]);
});

test("uses are counted by kind", async () => {
  const { uses, register } = make(secret);
  for (const sort of ["auto", "manual", "manual", "invalid"] as const) uses.count(sort);
  const lines = (await register.metrics()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines).toEqual([
    "serviceaccount_legacy_auto_token_uses_total 1",
    "serviceaccount_legacy_manual_token_uses_total 2",
    "serviceaccount_invalid_legacy_auto_token_uses_total 1",
  ]);
});
