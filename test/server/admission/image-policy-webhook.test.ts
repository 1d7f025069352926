/** ImagePolicyWebhook: the review request, the effect and caching of responses, and failures of the webhook. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImagePolicySettings } from "../../../src/server/admission/image-policy-webhook.ts";
import { startTestServer } from "../start.ts";
import { type HookRequest, type HookResponse, type HookServer, startHookServer } from "../webhook/hook-server.ts";

let hook: HookServer;
let handle: (hookRequest: HookRequest) => HookResponse = () => ({});
beforeAll(async () => {
  hook = await startHookServer((hookRequest) => handle(hookRequest));
});
afterAll(() => hook.close());

const reviewWithStatus = ({ review }: HookRequest, status: object): HookResponse => ({ body: { ...review, status } });

async function startWith(imagePolicy: ImagePolicySettings["imagePolicy"]) {
  const clock = { ms: Date.now() };
  const authority = Buffer.from(hook.caBundle, "base64").toString();
  const settings: ImagePolicySettings = {
    imagePolicy: { retryBackoff: 1, ...imagePolicy },
    target: {
      url: `https://127.0.0.1:${hook.ports.good}/images`,
      authority,
      credentials: { headers: () => ({}), skipsVerification: false },
    },
  };
  const server = await startTestServer({
    nowMs: () => clock.ms,
    isPluginOn: (name) => name === "ImagePolicyWebhook",
    pluginConfigurations: new Map([["ImagePolicyWebhook", settings]]),
  });
  const create = async (image: string) => {
    const metadata = { name: "p", annotations: { "x.image-policy.k8s.io/break": "glass", other: "o" } };
    const spec = { containers: [{ name: "a", image }], initContainers: [{ name: "i", image: "init" }] };
    const path = "/api/v1/namespaces/default/pods?dryRun=All";
    const { code, json } = await server.call("POST", path, { metadata, spec });
    return code === 201 ? json.metadata.annotations : [code, json.message];
  };
  hook.requests.length = 0;
  return { server, clock, create };
}

test("the webhook decides about images, and its responses are cached", async () => {
  const { server, clock, create } = await startWith({ allowTTL: 10, denyTTL: -1 });
  handle = (hookRequest) => {
    const isBad = hookRequest.review.spec.containers[0].image === "bad";
    return reviewWithStatus(
      hookRequest,
      isBad
        ? { allowed: false, reason: "too old" }
        : { allowed: hookRequest.review.spec.containers[0].image === "good" },
    );
  };
  const answers = [
    await create("good"),
    await create("good"),
    await create("bad"),
    await create("bad"),
    await create(""),
  ];
  const callsBefore = hook.requests.length;
  clock.ms += 10_000;
  await create("good");
  await server.close();
  const refusal = (why: string) => [403, `pods "p" is forbidden: ${why}`];
  expect(answers.slice(2, 4)).toEqual(
    Array.from({ length: 2 }, () => refusal("image policy webhook backend denied one or more images: too old")),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect([callsBefore, hook.requests.length]).toEqual([3, 4]);
  expect(hook.requests[0]?.review).toEqual({
    kind: "ImageReview",
    apiVersion: "imagepolicy.k8s.io/v1alpha1",
    metadata: {},
    spec: {
      containers: [{ image: "good" }, { image: "init" }],
      annotations: { "x.image-policy.k8s.io/break": "glass" },
      namespace: "default",
    },
    status: { allowed: false },
  });
});

test("a denial without a reason has a default message", async () => {
  const { server, create } = await startWith({});
  handle = (hookRequest) => reviewWithStatus(hookRequest, { allowed: false });
  const answer = await create("bad");
  await server.close();
  expect(answer).toEqual([403, 'pods "p" is forbidden: one or more images rejected by webhook backend']);
});

test.each([
  { defaultAllow: false, expected: [403, expect.stringMatching(/^pods "p" is forbidden: /)] },
  { defaultAllow: true, expected: expect.objectContaining({ "alpha.image-policy.k8s.io/failed-open": "true" }) },
])("a failing webhook, with defaultAllow $defaultAllow", async ({ defaultAllow, expected }) => {
  const { server, create } = await startWith({ defaultAllow });
  handle = () => ({ code: 500, body: "busy" });
  const answer = await create("good");
  await server.close();
  expect(answer).toEqual(expected);
  expect(hook.requests.length).toBe(5);
});

test("adding ephemeral containers reviews only their images, and status updates review none", async () => {
  const { server } = await startWith({ denyTTL: -1 });
  handle = (hookRequest) =>
    reviewWithStatus(hookRequest, { allowed: hookRequest.review.spec.containers[0].image !== "bad" });
  const pods = "/api/v1/namespaces/default/pods";
  const spec = { containers: [{ name: "a", image: "good" }] };
  await server.call("POST", pods, { metadata: { name: "p" }, spec });
  const merge = { "content-type": "application/merge-patch+json" };
  const debug = (image: string) =>
    server.call(
      "PATCH",
      `${pods}/p/ephemeralcontainers`,
      { spec: { ephemeralContainers: [{ name: "e", image }] } },
      merge,
    );
  hook.requests.length = 0;
  const answers = [await debug("bad"), await debug("fine")];
  expect(answers.map(({ code }) => code)).toEqual([403, 200]);
  expect(hook.requests.map(({ review }) => review.spec.containers)).toEqual([[{ image: "bad" }], [{ image: "fine" }]]);
  const { code } = await server.call("PATCH", `${pods}/p/status`, { status: { message: "m" } }, merge);
  await server.close();
  expect([code, hook.requests.length]).toEqual([200, 2]);
});
