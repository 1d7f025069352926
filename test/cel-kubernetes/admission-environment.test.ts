import { describe, expect, test } from "vitest";
import { compile } from "../../src/cel/compile.ts";
import { formatType } from "../../src/cel/types/format-type.ts";
import { boolType, dynType, intType, listType, objectType, stringType } from "../../src/cel/types/types.ts";
import { type AdmissionOptions, admissionEnvironment } from "../../src/cel-kubernetes/admission-environment.ts";
import { PolicyVariables } from "../../src/cel-kubernetes/policy-variables.ts";
import { declareSchema } from "../../src/cel-kubernetes/schema-types.ts";

function typeOf(text: string, options: AdmissionOptions = {}, target = "1.37"): string {
  const { outputType, issues } = compile(admissionEnvironment(target, options), text);
  return outputType ? formatType(outputType) : `fault: ${issues[0]?.message}`;
}

describe("variables that every request has", () => {
  test.each([
    ["object.spec.replicas", "dyn"],
    ["oldObject == null", "bool"],
    ["request.userInfo.groups", "list(string)"],
    ["request.userInfo.extra['a']", "list(string)"],
    ["request.kind.version", "string"],
    ["request.requestResource.resource", "string"],
    ["request.dryRun", "bool"],
    ["request.options.foo", "dyn"],
    ["namespaceObject.metadata.labels['a']", "string"],
    ["namespaceObject.metadata.creationTimestamp", "timestamp"],
    ["namespaceObject.status.conditions[0].lastTransitionTime", "timestamp"],
    ["namespaceObject.spec.finalizers", "list(string)"],
    ["authorizer.group('').resource('pods').check('get').allowed()", "bool"],
    ["authorizer.requestResource.check('get').allowed()", "bool"],
  ])("%s: %s", (text, type) => {
    expect(typeOf(text).replace("google.protobuf.Timestamp", "timestamp")).toBe(type);
  });

  test.each(["request.uid", "request.object", "namespaceObject.metadata.managedFields", "request.userInfo.name"])(
    "%s is not a field that expressions can select",
    (text) => {
      expect(typeOf(text)).toMatch(/^fault/);
    },
  );
});

describe("variables that only some expressions have", () => {
  test.each<[string, AdmissionOptions, AdmissionOptions]>([
    ["params.limit", { params: true }, {}],
    [
      "variables.limit",
      { variables: new PolicyVariables().declare("limit", intType) },
      { variables: new PolicyVariables() },
    ],
    ["authorizer.path('/x').check('get').allowed()", {}, { authorizer: false }],
  ])("%s", (text, having, lacking) => {
    expect(typeOf(text, having)).not.toMatch(/^fault/);
    expect(typeOf(text, lacking)).toMatch(/^fault/);
  });

  test("composited variables have the types of their expressions, or dyn if the type is not known in full", () => {
    const variables = new PolicyVariables()
      .declare("names", listType(stringType))
      .declare("namespace", objectType("kubernetes.Namespace"))
      .declare("ok", boolType)
      .declare("any", dynType);
    expect(typeOf("variables.names", { variables })).toBe("list(string)");
    expect(typeOf("variables.namespace", { variables })).toBe("dyn");
    expect(typeOf("variables.ok && variables.any", { variables })).toBe("bool");
    expect(typeOf("variables.names == variables.ok", { variables })).toMatch(/^fault/);
  });

  test("an expression sees only the variables declared before it", () => {
    const variables = new PolicyVariables().declare("first", stringType);
    const before = admissionEnvironment("1.37", { variables });
    expect(admissionEnvironment("1.37", { variables })).toBe(before);
    expect(typeOf("variables.second", { variables })).toMatch(/^fault/);
    variables.declare("second", intType);
    expect(admissionEnvironment("1.37", { variables })).not.toBe(before);
    expect(admissionEnvironment("1.37", { variables }).objects).toBe(before.objects);
    expect(typeOf("variables.second", { variables })).toBe("int");
    expect(typeOf("variables.toString", { variables })).toMatch(/^fault/);
  });

  test("object and params have the types of their schemas if the kinds are known", () => {
    const schema = { type: "object", properties: { limit: { type: "integer" } } };
    const declareKind = (name: string) =>
      declareSchema(schema, { name, isResource: true, allowsReservedWords: true }) ?? { type: dynType, objects: [] };
    const options = { object: declareKind("objectType"), params: declareKind("paramsType") };
    expect(typeOf("object.limit + params.limit", options)).toBe("int");
    expect(typeOf("object.metadata.name", options)).toBe("string");
    expect(typeOf("object.limits", options)).toMatch(/^fault/);
    expect(typeOf("oldObject.limits", options)).toMatch(/^fault/);
    expect(typeOf("params.limits", options)).toMatch(/^fault/);
  });
});

test("new expressions may use only features of the previous release, stored expressions all features of the release", () => {
  expect(typeOf("[1].includes(1)", { reach: "known" })).toBe("bool");
  expect(typeOf("[1].includes(1)", { reach: "portable" })).toMatch(/^fault/);
  expect(typeOf("isIP('::1')", {}, "1.30")).toMatch(/^fault/);
  expect(typeOf("isIP('::1')", {}, "1.31")).toBe("bool");
});

test("an environment is built once for the same options", () => {
  expect(admissionEnvironment("1.37")).toBe(admissionEnvironment("1.37", { authorizer: true, params: false }));
  expect(admissionEnvironment("1.37")).not.toBe(admissionEnvironment("1.37", { params: true }));
  expect(admissionEnvironment("1.37")).not.toBe(admissionEnvironment("1.36"));
});
