/** Facts that new objects keep about the request that created them. */
import { expect, test } from "vitest";
import { requestNotes } from "../../../src/server/admission/request-notes.ts";
import type { AdmissionAttributes } from "../../../src/server/registry/parts.ts";
import { firstRound } from "./rounds.ts";

const user = { username: "jane", uid: "7", groups: ["g"], extra: { team: ["a"] } };
const request = { spec: { request: "r", username: "admin", uid: "0", groups: ["system:masters"], extra: {} } };
const requests = { group: "certificates.<domain>", kind: "CertificateSigningRequest" };

test.each([
  { what: "a new request", definition: requests, object: request, expected: { spec: { request: "r", ...user } } },
  { what: "an update", definition: requests, object: request, operation: "UPDATE", expected: request },
  { what: "an update of the status", definition: requests, object: request, subresource: "status", expected: request },
])("$what", async ({ definition, object: given, operation = "CREATE", subresource = "", expected }) => {
  const object = structuredClone(given);
  const attempt = { operation, subresource, resource: { definition }, user, object };
  await requestNotes.mutate?.(attempt as unknown as AdmissionAttributes, firstRound);
  expect(object).toEqual(expected);
});
