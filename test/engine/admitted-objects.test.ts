/** Objects in expressions have the fields and values that kube-apiserver passes to its policies. */
import { expect, test } from "vitest";
import { evaluateExpression } from "../../src/access/evaluate.ts";
import { readExpressionInput } from "../../src/access/expression-place.ts";
import { admitBy } from "../../src/engine/admitted-objects.ts";
import { settle } from "../../src/engine/options.ts";

const settings = settle({});

/** Returns the value of the expression, or the errors in the document or in the expression. */
function evaluateOn(document: unknown, expression: string, pass: "mutating" | "validating" = "validating"): unknown {
  const place = { place: pass === "mutating" ? "mutation" : "admission", admit: admitBy(settings, pass) } as const;
  const reading = readExpressionInput(document, place, "k8s.io");
  if (!reading.ok) return reading.error.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const result = evaluateExpression(expression, reading.value, { target: "1.37", ...place });
  return result.ok ? result.value.value : result.error.faults.map(({ message }) => message);
}

const container = { name: "c", image: "nginx", tty: false, env: [], securityContext: { privileged: false } };
const spec = { hostNetwork: false, nodeName: "", imagePullSecrets: [], affinity: {}, containers: [container] };
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", labels: {} }, spec };

test.each([
  ["has(object.spec.hostNetwork)", false],
  ["has(object.spec.nodeName)", false],
  ["has(object.spec.imagePullSecrets)", false],
  ["has(object.spec.affinity)", true],
  ["has(object.spec.containers[0].tty)", false],
  ["has(object.spec.containers[0].env)", false],
  ["has(object.spec.containers[0].resources)", true],
  ["has(object.spec.containers[0].securityContext.privileged)", true],
  ["has(object.metadata.labels)", false],
  ["has(object.metadata.uid) && has(object.metadata.creationTimestamp)", true],
  ["object.spec.restartPolicy", "Always"],
  ["object.metadata.namespace + request.namespace", "defaultdefault"],
  ["request.operation", "CREATE"],
])("%s of a written pod: %j", (expression, expected) => {
  expect(evaluateOn(pod, expression)).toBe(expected);
  expect(evaluateOn({ object: pod }, expression)).toBe(expected);
});

const storedPod = { ...pod, metadata: { name: "a", uid: "7", generation: 4 }, status: { phase: "Running" } };

test.each([
  [storedPod, "object.metadata.uid + object.status.phase", "7Running"],
  [
    { kind: "AdmissionReview", request: { object: storedPod } },
    "object.metadata.uid + object.status.phase",
    "7Running",
  ],
  [
    { object: pod, oldObject: storedPod },
    "object.metadata.uid + oldObject.metadata.uid + request.operation",
    "77UPDATE",
  ],
  [{ oldObject: storedPod }, "object == null && oldObject.status.phase == 'Running'", true],
  [{ ...pod, status: { phase: "Running" } }, "has(object.status.phase) && object.status.phase == 'Running'", false],
  [{ a: 1 }, "object.a", 1],
  [{ apiVersion: "example.com/v1", kind: "Toy", size: 0 }, "has(object.size)", true],
  [
    { apiVersion: "v1", kind: "Pod", spec: { hostPID: "x" } },
    "true",
    ['spec.hostPID: must be true or false; got the string "x"'],
  ],
  [
    { kind: "AdmissionReview", request: { oldObject: { ...pod, spec: 1 } } },
    "true",
    ["request.oldObject.spec: must be a map; got the number 1"],
  ],
  [{ object: null, params: { a: 1 } }, "params.a", 1],
])("%j: %s", (document, expression, expected) => {
  expect(evaluateOn(document, expression)).toEqual(expected);
});

test("mutations see an object before its name is generated, and validations see it afterwards", () => {
  const made = { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "a-" } };
  expect(evaluateOn(made, "Object{data: {'a': string(has(object.metadata.name))}}", "mutating")).toEqual({
    data: { a: "false" },
  });
  expect(evaluateOn(made, "object.metadata.name.startsWith('a-')")).toBe(true);
});
