/** Admission of connections to pods: policies and webhooks decide; other plugins are not called. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start.ts";
import { type HookServer, reply, startHookServer } from "../webhook/hook-server.ts";

let server: TestServer;
let hook: HookServer;
beforeAll(async () => {
  server = await startTestServer();
  hook = await startHookServer((hookRequest) =>
    reply(hookRequest, { allowed: hookRequest.path !== "/no", status: { message: "no way" } }),
  );
});
afterAll(async () => {
  hook.close();
  await server.close();
});

const admission = "/apis/admissionregistration.k8s.io/v1";
const pods = "/api/v1/namespaces/default/pods";
const rule = (...resources: readonly string[]) => [
  { operations: ["CONNECT"], apiGroups: [""], apiVersions: ["v1"], resources },
];

async function create(path: string, object: object): Promise<void> {
  const { code, text } = await server.call("POST", path, object);
  expect(code, text).toBe(201);
}

const messageOf = async (method: string, path: string) => {
  const { code, json } = await server.call(method, path);
  return [code, json.message];
};

test("policies see a connection as a CONNECT request whose object contains the query parameters", async () => {
  await create(pods, { metadata: { name: "one" }, spec: { containers: [{ name: "a", image: "a" }] } });
  await create(`${admission}/validatingadmissionpolicies`, {
    metadata: { name: "shown" },
    spec: {
      matchConstraints: {
        resourceRules: rule("pods/*", "services/*", "nodes/*"),
      },
      validations: [
        {
          expression: "false",
          messageExpression: `request.operation + " " + request.kind.kind + " " + request.resource.resource + "/" + request.subResource + " " +
            request.name + " opts:" + string(has(request.options)) + " null:" +
            (has(request.options) ? string(request.options == null) : "-") + " cmd:" + string(has(object.command)) + " " +
            object.?path.orValue("nopath") + " dry:" + string(has(request.dryRun)) + string(request.dryRun) + " stdout:" +
            string(object.?stdout.orValue(false)) + " " + (has(object.command) ? string(object.command == null) : "nocmd") +
            " meta:" + string(has(object.metadata))`,
        },
      ],
    },
  });
  const binding = `${admission}/validatingadmissionpolicybindings`;
  await create(binding, { metadata: { name: "shown" }, spec: { policyName: "shown", validationActions: ["Deny"] } });
  const refusalOf = (resource: string, name: string, connection: string) => [
    422,
    `${resource} "${name}" is forbidden: ValidatingAdmissionPolicy 'shown' with binding 'shown' denied request: CONNECT ${connection}`,
  ];
  const messages = [
    await messageOf("POST", `${pods}/one/exec?command=sh&command=-c&tty=1`),
    await messageOf("POST", `${pods}/one/exec`),
    await messageOf("GET", `${pods}/none/attach?stdin=true`),
    await messageOf("POST", `${pods}/one/portforward?ports=80`),
    await messageOf("GET", `${pods}/one:80/proxy/a/b/`),
    await messageOf("PUT", "/api/v1/namespaces/default/services/web/proxy"),
    await messageOf("GET", "/api/v1/nodes/n/proxy/x"),
  ];
  await server.call("DELETE", `${binding}/shown`);
  const shared = "opts:true null:true";
  const rest = (text: string) => `${text} dry:truefalse stdout:false`;
  // As kube-apiserver responds.
  expect(messages).toEqual([
    refusalOf("pods", "one", `PodExecOptions pods/exec one ${shared} ${rest("cmd:true nopath")} false meta:false`),
    refusalOf("pods", "one", `PodExecOptions pods/exec one ${shared} ${rest("cmd:true nopath")} true meta:false`),
    refusalOf(
      "pods",
      "none",
      `PodAttachOptions pods/attach none ${shared} ${rest("cmd:false nopath")} nocmd meta:false`,
    ),
    refusalOf(
      "pods",
      "one",
      `PodPortForwardOptions pods/portforward one ${shared} ${rest("cmd:false nopath")} nocmd meta:false`,
    ),
    refusalOf(
      "pods",
      "one:80",
      `PodProxyOptions pods/proxy one:80 ${shared} ${rest("cmd:false /a/b/")} nocmd meta:false`,
    ),
    refusalOf(
      "services",
      "web",
      `ServiceProxyOptions services/proxy web ${shared} ${rest("cmd:false nopath")} nocmd meta:false`,
    ),
    refusalOf("nodes", "n", `NodeProxyOptions nodes/proxy n ${shared} ${rest("cmd:false /x")} nocmd meta:false`),
  ]);
});

test("webhooks receive a CONNECT request for a connection and may deny it", async () => {
  await create(`${admission}/validatingwebhookconfigurations`, {
    metadata: { name: "no" },
    webhooks: [
      {
        name: "no.example.com",
        clientConfig: { url: `https://127.0.0.1:${hook.ports.good}/no`, caBundle: hook.caBundle },
        rules: rule("pods/exec"),
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
      },
    ],
  });
  const answer = await messageOf("POST", `${pods}/one/exec?command=sh&container=a`);
  await server.call("DELETE", `${admission}/validatingwebhookconfigurations/no`);
  expect(answer).toEqual([400, 'admission webhook "no.example.com" denied the request: no way']);
  expect(hook.requests[0]?.review.request).toMatchObject({
    kind: { group: "", version: "v1", kind: "PodExecOptions" },
    resource: { group: "", version: "v1", resource: "pods" },
    subResource: "exec",
    operation: "CONNECT",
    name: "one",
    namespace: "default",
    object: { kind: "PodExecOptions", apiVersion: "v1", container: "a", command: ["sh"] },
    oldObject: null,
    options: null,
  });
});

test("a connection that admission allows still fails without a host, a valid container or valid ports", async () => {
  const two = { metadata: { name: "two" }, spec: { containers: ["a", "b"].map((name) => ({ name, image: "a" })) } };
  await create(pods, two);
  expect([
    await messageOf("POST", `${pods}/none/exec?command=sh`),
    await messageOf("POST", `${pods}/one/exec?command=sh`),
    await messageOf("POST", `${pods}/one/exec?command=sh&container=x`),
    await messageOf("POST", `${pods}/two/exec?command=sh`),
    await messageOf("POST", `${pods}/one/exec?dryRun=All`),
    await messageOf("POST", `${pods}/one/portforward?ports=x`),
  ]).toEqual([
    [404, 'pods "none" not found'],
    [400, "pod one does not have a host assigned"],
    [400, "container x is not valid for pod one"],
    [400, "a container name must be specified for pod two, choose one of: [a b]"],
    [400, "dryRun is not supported"],
    [400, 'cannot convert to []int32: strconv.ParseUint: parsing "x": invalid syntax'],
  ]);
});

test("a mutating policy may change a connection by a JSON patch, but not by an apply configuration", async () => {
  const policies = `${admission}/mutatingadmissionpolicies`;
  const bind = async (name: string, resource: string, mutation: object) => {
    const spec = {
      reinvocationPolicy: "Never",
      matchConstraints: { resourceRules: rule(resource) },
      mutations: [mutation],
    };
    await create(policies, { metadata: { name }, spec });
    await create(`${admission}/mutatingadmissionpolicybindings`, { metadata: { name }, spec: { policyName: name } });
  };
  const contained = '[JSONPatch{op: "add", path: "/container", value: "patched"}]';
  await bind("contained", "pods/exec", { patchType: "JSONPatch", jsonPatch: { expression: contained } });
  const unknown = '[JSONPatch{op: "add", path: "/nope", value: "x"}]';
  await bind("unknown", "pods/portforward", { patchType: "JSONPatch", jsonPatch: { expression: unknown } });
  const applied = { applyConfiguration: { expression: 'Object{container: "c"}' } };
  await bind("applied", "pods/attach", { patchType: "ApplyConfiguration", ...applied });
  expect([
    await messageOf("POST", `${pods}/one/exec?command=sh`),
    await messageOf("POST", `${pods}/one/portforward?ports=80`),
    await messageOf("POST", `${pods}/one/attach`),
  ]).toEqual([
    [400, "container patched is not valid for pod one"],
    [500, 'Internal error occurred: strict decoding error: unknown field "nope"'],
    [
      403,
      "policy 'applied' with binding 'applied' denied request: error applying patch: failed to convert patch object to typed object: no corresponding type for /v1, Kind=PodAttachOptions",
    ],
  ]);
});
