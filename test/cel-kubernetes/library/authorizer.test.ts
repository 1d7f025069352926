import { expect, test } from "vitest";
import { createEnvironment } from "../../../src/cel/environment.ts";
import { librariesOf } from "../../../src/cel-kubernetes/base-environment.ts";
import {
  type AuthorizerCheck,
  type AuthorizerDecision,
  AuthorizerValue,
  authorizerType,
} from "../../../src/cel-kubernetes/library/authorizer.ts";
import { evaluateText, release } from "../../cel/library/evaluate-text.ts";

const environment = createEnvironment({
  libraries: librariesOf(release),
  variables: [{ name: "self", type: authorizerType }],
});

/** Returns the result of an expression about `self`, and the queries that the authorizer received. */
function evaluateWithQueries(text: string, answer: AuthorizerDecision = { decision: "allow", reason: "because" }) {
  const questions: AuthorizerCheck[] = [];
  const self = new AuthorizerValue({ name: "ann", uid: "1", groups: ["dev"], extra: {} }, (question) => {
    questions.push(question);
    return answer;
  });
  return { result: evaluateText(text, { environment, self }), questions };
}

test("a path check sends the path and the verb to the authorizer", () => {
  const { result, questions } = evaluateWithQueries("self.path('/healthz').check('get').allowed()");
  expect(result).toBe(true);
  expect(questions).toMatchObject([{ user: { name: "ann" }, verb: "get", path: "/healthz" }]);
});

test("each call narrows the resource check further", () => {
  const { questions } = evaluateWithQueries(
    "self.group('apps').resource('deployments').subresource('scale').namespace('ns').name('n')" +
      ".fieldSelector('a=b').labelSelector('c').check('update').allowed()",
  );
  expect(questions).toMatchObject([
    {
      verb: "update",
      resource: {
        group: "apps",
        resource: "deployments",
        subresource: "scale",
        namespace: "ns",
        name: "n",
        fieldSelector: "a=b",
        labelSelector: "c",
      },
    },
  ]);
});

test("serviceAccount replaces the user of the check", () => {
  const { questions } = evaluateWithQueries("self.serviceAccount('ns', 'robot').path('/x').check('get').allowed()");
  expect(questions[0]?.user).toEqual({
    name: "system:serviceaccount:ns:robot",
    uid: "",
    groups: ["system:serviceaccounts", "system:serviceaccounts:ns"],
    extra: {},
  });
});

test.each([
  ["self.path('/x').check('get').reason()", "no way"],
  ["self.path('/x').check('get').allowed()", false],
  ["self.path('/x').check('get').errored()", true],
  ["self.path('/x').check('get').error()", "down"],
  ["self.path(' ')", "error: path must not be empty"],
  ["self.group('').resource(' ')", "error: resource must not be empty"],
  ["self.serviceAccount('ns', 'A')", "error: Invalid service account name"],
  ["self.serviceAccount('n.s', 'a')", "error: Invalid service account namespace"],
])("%s", (text, expected) => {
  expect(evaluateWithQueries(text, { decision: "deny", reason: "no way", error: "down" }).result).toBe(expected);
});
