/**
 * clustervet/v1 VetSuite: unit tests for the configuration and policies of a cluster. This file defines the cases and
 * their expected results; `src/suite` runs them.
 *
 * @module
 */
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import type { Kind } from "../../kind/kind.ts";
import type { Place } from "../../rule/place.ts";
import { findRepeats } from "../../rule/repeated.ts";
import { rule } from "../../rule/rule.ts";
import { flag, int32, int64, list, raw, type Static, stringMap, struct, text } from "../../schema/fields.ts";
import { imageCredentials, rollout } from "./simulation-blocks.ts";

const admissionOperations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;

const caseName = text({ description: "Name of the case, unique in the suite.", "x-required": true });

const selector = struct({
  rawSelector: text(),
  requirements: list(struct({ key: text(), operator: text(), values: list(text()) })),
});

const review = struct(
  {
    user: text(),
    groups: list(text()),
    uid: text(),
    extra: raw({ description: "Extra attributes of the user: lists of strings by key." }),
    resourceAttributes: struct({
      namespace: text(),
      verb: text(),
      group: text(),
      version: text(),
      resource: text(),
      subresource: text(),
      name: text(),
      fieldSelector: selector,
      labelSelector: selector,
    }),
    nonResourceAttributes: struct({ path: text(), verb: text() }),
  },
  { description: "The request, as the `spec` of a SubjectAccessReview.", "x-required": true },
);

const request = {
  verb: text({ "x-required": true }),
  resource: text({
    description: "As `clustervet can-i` takes it: `pods/log`, `deployments.apps`, `/healthz`.",
    "x-required": true,
  }),
  namespace: text({ description: "If absent, the request is cluster-wide." }),
  name: text({ description: "Name of the object." }),
};

const config = text({ description: "Path of the configuration, from the directory of the suite." });
const inline = raw({ description: "The configuration itself; `apiVersion` and `kind` are optional." });
const manifests = list(text(), {
  description: "Files, directories and patterns with roles and bindings, from the directory of the suite.",
});

const expectedUser = struct(
  {
    username: text(),
    uid: text(),
    groups: list(text(), { description: "All groups, in any order." }),
    extra: raw({ description: "All extra attributes: lists of strings by key." }),
  },
  { description: "The expected user; absent fields are not compared." },
);

const refusal = struct(
  {
    stage: text({
      description: "The step that refuses the token.",
      enum: [
        "verify",
        "distributed-claims",
        "username",
        "groups",
        "uid",
        "extra",
        "required-claim",
        "claim-rule",
        "user-rule",
      ],
    }),
    message: text({ description: "A part of the API server's message." }),
  },
  { description: "The token is refused." },
);

const authentication = struct({
  config,
  inline,
  now: text({ description: "Time at which the tokens arrive (RFC 3339); if absent, `exp` and `nbf` are not checked." }),
  claims: raw({ description: "Claims of the tokens in all cases; a case can override them." }),
  cases: list(
    struct({
      name: caseName,
      claims: raw({
        description:
          "The claims of a token with a valid signature; they override those of the block, and null removes one.",
      }),
      expect: struct({
        user: expectedUser,
        refused: refusal,
        skipped: flag({ description: "No authenticator has the token's issuer." }),
      }),
    }),
    { "x-required": true },
  ),
});

/** The assumed results of a webhook call; `fail` means that the webhook does not respond. */
export const assumedAnswers = ["allow", "deny", "no-opinion", "fail"] as const;

const authorization = struct({
  config,
  inline,
  rbac: manifests,
  cases: list(
    struct({
      name: caseName,
      review,
      webhooks: stringMap({
        description: `Assumed answers of webhooks, by the authorizer's name: ${assumedAnswers.join(", ")}.`,
      }),
      expect: struct({
        decision: text({ enum: ["allowed", "denied"], "x-required": true }),
        by: text({ description: "Name of the authorizer that decides; empty if none does." }),
        reason: text({ description: "A part of the reason." }),
      }),
    }),
    { "x-required": true },
  ),
});

const rbac = struct({
  manifests,
  cases: list(
    struct({
      name: caseName,
      as: struct({
        user: text({ description: "The user's name, as the API server knows it.", "x-required": true }),
        groups: list(text(), { description: "Groups in addition to `system:authenticated`." }),
      }),
      can: struct(request, { description: "A request that is allowed." }),
      cannot: struct(request, { description: "A request that is not." }),
      by: text({ description: "The binding that allows it: `RoleBinding shop/deployer`." }),
    }),
    { "x-required": true },
  ),
});

const expressions = struct({
  env: text({
    description: "The place of the expressions, which decides their variables and libraries.",
    enum: ["claims", "user", "authorization", "admission", "mutation", "crd"],
    "x-required": true,
  }),
  schema: text({
    description: "For `crd`: file with the CustomResourceDefinition or a schema, from the directory of the suite.",
  }),
  schemaVersion: text({ description: "For `crd`: version of the definition; by default the storage version." }),
  at: text({ description: "For `crd`: the part of the resource that has the rule, `spec.ports[*]`." }),
  rbac: list(text(), { description: "For `admission`: roles and bindings that `authorizer` uses." }),
  input: raw({ description: "Values of the variables, for cases without `input`." }),
  cases: list(
    struct({
      name: caseName,
      expression: text({ "x-required": true }),
      input: raw({ description: "Values of the variables." }),
      expect: struct({
        value: raw({ description: "The value as JSON.", "x-null-is-value": true }),
        type: text({ description: "The type that the checker finds: `list(string)`." }),
        error: text({ description: "A part of the message, of compiling or of evaluating." }),
        cost: int64({ description: "The exact cost of the evaluation.", "x-pointer": true }),
        maxCost: int64({ description: "The maximum cost of the evaluation.", "x-pointer": true }),
      }),
    }),
    { "x-required": true },
  ),
});

const oneObject = "a map, or the path of a file with it from the directory of the suite";

const admission = struct({
  policies: list(text(), {
    description:
      "Files, directories and patterns with policies and bindings, and with the parameters, namespaces, roles and " +
      "CustomResourceDefinitions that they need, from the directory of the suite.",
  }),
  cases: list(
    struct({
      name: caseName,
      operation: text({
        description: "By default CREATE, UPDATE with both objects, DELETE with `oldObject` alone.",
        enum: [...admissionOperations],
      }),
      resource: text({ description: "A subresource: `deployments.apps/scale`, `pods/exec`." }),
      resourceName: text({ description: "Name of the object; needed only for a body that does not have it." }),
      namespace: text({ description: "Namespace of an object that names none; by default `default`." }),
      object: raw({ description: `The object that is written: ${oneObject}.` }),
      oldObject: raw({ description: `The object that the cluster has: ${oneObject}.` }),
      namespaceObject: raw({ description: `The Namespace of the object: ${oneObject}.` }),
      params: raw({ description: `A parameter object, or a list of them: each ${oneObject}.` }),
      as: struct(
        {
          user: text({ description: "The user's name, as the API server knows it.", "x-required": true }),
          groups: list(text(), { description: "Groups in addition to `system:authenticated`." }),
        },
        { description: "Who writes; by default an administrator." },
      ),
      dryRun: flag(),
      expect: struct({
        decision: text({ enum: ["allowed", "denied"] }),
        by: text({ description: "Name of the policy that denies; empty where the API server's own rules do." }),
        message: text({ description: "A part of the message of the denial." }),
        warnings: list(text(), { description: "A part of each warning, in any order." }),
        auditAnnotations: stringMap({ description: "All audit annotations, by `policy/key`." }),
        object: raw({ description: `The object after mutating policies, as one would write it: ${oneObject}.` }),
        patch: raw({
          description: "A JSON Patch that makes that object of the one without policies; `[]` for no change.",
        }),
      }),
    }),
    { "x-required": true },
  ),
});

const lint = struct({
  files: list(text(), { description: "Files, directories and patterns, from the directory of the suite." }),
  as: text({ description: "Kind of the files, read as by its loader." }),
  cases: list(
    struct({
      name: caseName,
      files: list(text(), { description: "Instead of the files of the block." }),
      expect: struct({
        findings: list(
          struct({
            rule: text({ "x-required": true }),
            line: int32({ description: "Counted from 1; if absent, any line matches." }),
            file: text({ description: "Needed only where several files are vetted." }),
          }),
          { description: "All errors and warnings, in any order; infos only count when they are listed." },
        ),
      }),
    }),
    { "x-required": true },
  ),
});

const schema = struct(
  {
    apiVersion: text({ "x-required": true }),
    kind: text({ "x-required": true }),
    metadata: struct({ name: text({ description: "Name of the suite in reports." }) }),
    target: text({ description: "The release, such as 1.34; the command line overrides it." }),
    authentication: list(authentication, { description: "From the claims of a token to the user." }),
    authorization: list(authorization, { description: "From a SubjectAccessReview to the decision." }),
    rbac: list(rbac, { description: "Permissions from roles and bindings." }),
    admission: list(admission, { description: "Verdicts and changes of admission policies." }),
    expressions: list(expressions, { description: "CEL expressions." }),
    lint: list(lint, { description: "Findings of `clustervet lint`." }),
    rollout: list(rollout, { description: "Rollouts of DaemonSets." }),
    imageCredentials: list(imageCredentials, { description: "Credential providers that the kubelet runs for images." }),
  },
  { $id: "VetSuite" },
);

export type VetSuite = Static<typeof schema>;
export type AuthenticationBlock = Static<typeof authentication>;
export type AuthorizationBlock = Static<typeof authorization>;
export type RbacBlock = Static<typeof rbac>;
export type AdmissionBlock = Static<typeof admission>;
export type ExpressionBlock = Static<typeof expressions>;
export type LintBlock = Static<typeof lint>;
export type RolloutBlock = Static<typeof rollout>;
export type ImageCredentialsBlock = Static<typeof imageCredentials>;

/** The parts of a suite, in the order in which they run. */
export const vetSuiteAreas = [
  "authentication",
  "authorization",
  "rbac",
  "admission",
  "expressions",
  "lint",
  "rollout",
  "imageCredentials",
] as const;
export type VetSuiteArea = (typeof vetSuiteAreas)[number];

type Block = { readonly cases?: readonly { readonly name?: string }[] };

/** Returns all blocks of a suite with their paths. */
function blocksOf(suite: VetSuite): { readonly path: FieldPath; readonly block: Block }[] {
  return vetSuiteAreas.flatMap((area) =>
    (suite[area] ?? []).map((block: Block, index) => ({ path: [area, index], block })),
  );
}

/** Returns the blocks of an area with their paths. */
function eachBlock<B>(
  area: VetSuiteArea,
  blocks: readonly B[] = [],
): { readonly path: FieldPath; readonly block: B }[] {
  return blocks.map((block, index) => ({ path: [area, index], block }));
}

function eachCase<C>(
  area: VetSuiteArea,
  blocks: readonly { readonly cases?: readonly C[] }[] = [],
): { readonly path: FieldPath; readonly item: C }[] {
  return eachBlock(area, blocks).flatMap(({ path, block: { cases = [] } }) =>
    cases.map((item, index) => ({ path: [...path, "cases", index], item })),
  );
}

const casesRequired = rule<VetSuite>(
  {
    id: "vet-suite/cases-required",
    severity: "error",
    cause: "required",
    summary: "a suite and each of its blocks have cases",
  },
  (suite, place) => {
    const blocks = blocksOf(suite);
    if (blocks.length === 0) {
      const help = `write a list under ${vetSuiteAreas.map((area) => `\`${area}\``).join(", ")}`;
      place.at("kind").say("the suite must have cases", { help });
    }
    for (const { path, block } of blocks) {
      if (!block.cases?.length) place.along(path).at("cases").say("`cases` must have at least one item");
    }
  },
);

const caseNames = rule<VetSuite>(
  { id: "vet-suite/case-name", severity: "error", summary: "case names are unique" },
  (suite, place) => {
    const cases = blocksOf(suite).flatMap(({ path, block: { cases = [] } }) =>
      cases.map(({ name = "" }, index) => ({ name, path: [...path, "cases", index, "name"] })),
    );
    for (const { name, path } of cases) {
      if (name === "")
        place.along(path).required("`name` must be set", { help: "name the behaviour that the case tests" });
    }
    for (const { index, first, text: name } of findRepeats(cases.map((item) => item.name || undefined))) {
      place.along(cases[index]?.path ?? []).say("must be unique in the suite; another case has the same name", {
        cause: "duplicate",
        see: place.along(cases[first]?.path ?? []).note("first used here"),
        value: name,
      });
    }
  },
);

const subjectRequired = rule<VetSuite>(
  {
    id: "vet-suite/subject-required",
    severity: "error",
    cause: "required",
    summary: "a block names what its cases test",
  },
  (suite, place) => {
    for (const area of ["authentication", "authorization", "imageCredentials"] as const) {
      for (const { path, block } of eachBlock<{ config?: string; inline?: unknown }>(area, suite[area])) {
        oneOf({ config: block.config || undefined, inline: block.inline }, path, place);
      }
    }
    for (const { path, block } of eachBlock("rbac", suite.rbac)) {
      if (!block.manifests?.length) place.along(path).at("manifests").say("`manifests` must name files");
    }
    for (const { path, block } of eachBlock("admission", suite.admission)) {
      if (!block.policies?.length) place.along(path).at("policies").say("`policies` must name files");
    }
    for (const { path, block } of eachBlock("expressions", suite.expressions)) {
      environmentSubject(block, path, place);
    }
    for (const { path, block } of eachBlock("lint", suite.lint)) {
      const isNamed = block.files?.length || block.cases?.every(({ files }) => files?.length);
      if (!isNamed) place.along(path).at("files").say("`files` must name files, here or in each case");
    }
    for (const { path, block } of eachBlock("rollout", suite.rollout)) {
      if (!block.nodes?.length) place.along(path).at("nodes").say("`nodes` must name files");
    }
  },
);

/** Fields of an expression block that only some environments support. */
const environmentsOf = [
  { field: "schema", environments: ["crd"] },
  { field: "schemaVersion", environments: ["crd"] },
  { field: "at", environments: ["crd"] },
  { field: "rbac", environments: ["admission", "mutation"] },
] as const;

function environmentSubject(block: ExpressionBlock, path: FieldPath, place: Place): void {
  const { env } = block;
  if (!env) {
    place.along(path).at("env").say("`env` must be set");
    return;
  }
  if (env === "crd" && !block.schema) {
    const help = "name the file of the CustomResourceDefinition";
    place.along(path).at("schema").say("`schema` must be set with `env: crd`", { help });
  }
  for (const { field, environments } of environmentsOf) {
    if (environments.some((name) => name === env) || block[field] === undefined) continue;
    const message = `may be set only with ${environments.map((name) => `\`env: ${name}\``).join(" or ")}; got ${env}`;
    place.along(path).at(field).say(message, { atKey: true, cause: "forbidden" });
  }
}

const inputRequired = rule<VetSuite>(
  { id: "vet-suite/input-required", severity: "error", cause: "required", summary: "a case has an input" },
  (suite, place) => {
    for (const { path, block } of eachBlock("authentication", suite.authentication)) {
      for (const [index, { claims = block.claims }] of (block.cases ?? []).entries()) {
        const message = "`claims` must be a map: the claims of the token";
        if (!isPlainObject(claims)) place.along(path).at("cases", index, "claims").say(message);
      }
    }
    for (const { path, item } of eachCase("authorization", suite.authorization)) {
      const { resourceAttributes, nonResourceAttributes } = item.review ?? {};
      oneOf({ resourceAttributes, nonResourceAttributes }, [...path, "review"], place);
      for (const [name, answer] of Object.entries(item.webhooks ?? {})) {
        if (assumedAnswers.some((known) => known === answer)) continue;
        const message = `must be one of ${assumedAnswers.join(", ")}; got ${JSON.stringify(answer)}`;
        place.along(path).at("webhooks", name).say(message, { cause: "unsupported" });
      }
    }
    for (const { path, item } of eachCase("rbac", suite.rbac)) {
      if (!item.as?.user) place.along(path).at("as", "user").say("`as.user` must be set");
      const asked = oneOf({ can: item.can, cannot: item.cannot }, path, place);
      for (const field of ["verb", "resource"] as const) {
        if (asked && !(item.can ?? item.cannot)?.[field])
          place.along(path).at(asked, field).say(`\`${field}\` must be set`);
      }
    }
    for (const { path, item } of eachCase("admission", suite.admission)) admissionInput(item, path, place);
    for (const { path, item } of eachCase("expressions", suite.expressions)) {
      if (!item.expression) place.along(path).at("expression").say("`expression` must be set");
    }
    for (const { path, item } of eachCase("rollout", suite.rollout)) {
      if (item.daemonSet === undefined) place.along(path).at("daemonSet").say("`daemonSet` must be set");
    }
    for (const { path, item } of eachCase("imageCredentials", suite.imageCredentials)) {
      if (!item.image) place.along(path).at("image").say("`image` must be set");
    }
  },
);

export type AdmissionCase = NonNullable<AdmissionBlock["cases"]>[number];

/** Reports objects that are missing or superfluous for the operation of a request. */
function admissionInput(item: AdmissionCase, path: FieldPath, place: Place): void {
  const at = place.along(path);
  const { object, oldObject, resource = "", as } = item;
  const operation = admissionOperation(item);
  if (operation === "CONNECT" && !resource.includes("/")) {
    at.at("resource").say("`resource` must name a subresource with CONNECT", { help: "write `resource: pods/exec`" });
  }
  if (operation !== "DELETE" && object === undefined) at.at("object").say("`object` must be set");
  if (operation === "DELETE" && object !== undefined) {
    at.at("object").say("a deletion has `oldObject` only", { atKey: true, cause: "forbidden" });
  }
  const needsOld = operation === "UPDATE" || operation === "DELETE";
  if (needsOld && oldObject === undefined) at.at("oldObject").say(`\`oldObject\` must be set with ${operation}`);
  if (!needsOld && oldObject !== undefined) {
    at.at("oldObject").say(`may be set only for UPDATE and DELETE; got ${operation}`, {
      atKey: true,
      cause: "forbidden",
    });
  }
  if (as && !as.user) at.at("as", "user").say("`as.user` must be set");
}

/** Returns the operation of a case: the named one, or the one that follows from its objects. */
export function admissionOperation({ operation, object, oldObject }: AdmissionCase): AdmissionOperation {
  const named = admissionOperations.find((known) => known === operation);
  if (named) return named;
  if (oldObject === undefined) return "CREATE";
  return object === undefined ? "DELETE" : "UPDATE";
}

export type AdmissionOperation = (typeof admissionOperations)[number];

const expectationRequired = rule<VetSuite>(
  {
    id: "vet-suite/expectation-required",
    severity: "error",
    cause: "required",
    summary: "a case has exactly one expectation",
  },
  (suite, place) => {
    for (const { path, item } of eachCase("authentication", suite.authentication)) {
      const { user, refused, skipped } = item.expect ?? {};
      oneOf({ user, refused, skipped: skipped || undefined }, [...path, "expect"], place);
    }
    for (const { path, item } of eachCase("authorization", suite.authorization)) {
      if (item.expect?.decision) continue;
      place.along(path).at("expect", "decision").say("`decision` must be set");
    }
    for (const { path, item } of eachCase("admission", suite.admission)) {
      const expect = item.expect ?? {};
      requireExpectations(
        expect,
        "write `decision: allowed`, `decision: denied`, or the `object` that results",
        path,
        place,
      );
      if (expect.object !== undefined || expect.patch !== undefined) {
        oneOf({ object: expect.object, patch: expect.patch }, [...path, "expect"], place);
      }
      if (expect.decision !== "denied" && (expect.by ?? expect.message) !== undefined) {
        place.along(path).at("expect", "decision").say("must be `denied` when `by` or `message` is set");
      }
    }
    for (const { path, item } of eachCase("expressions", suite.expressions)) {
      const { value, error, ...others } = item.expect ?? {};
      if (value === undefined && error === undefined && Object.keys(others).length > 0) continue;
      oneOf({ value, error }, [...path, "expect"], place);
    }
    for (const { path, item } of eachCase("lint", suite.lint)) {
      if (item.expect?.findings) continue;
      const help = "write `findings: []` to expect no findings";
      place.along(path).at("expect", "findings").say("`findings` must be set", { help });
    }
    for (const { path, item } of eachCase("rollout", suite.rollout)) {
      requireExpectations(item.expect, "write `complete: true`, or bounds such as `maxUnavailable: 1`", path, place);
    }
    for (const { path, item } of eachCase("imageCredentials", suite.imageCredentials)) {
      requireExpectations(item.expect, "write `providers: []` to expect that none is run", path, place);
    }
  },
);

/** Reports a case without expectations. */
function requireExpectations(expect: object = {}, help: string, path: FieldPath, place: Place): void {
  if (Object.keys(expect).length > 0) return;
  place.along(path).say("must have an expectation under `expect`", { atKey: true, help });
}

/** Reports unless exactly one field is set. Returns the name of that field. */
function oneOf(fields: Readonly<Record<string, unknown>>, path: FieldPath, place: Place): string | undefined {
  const names = Object.keys(fields);
  const present = names.filter((name) => fields[name] !== undefined);
  const [found, second] = present;
  const list = names.map((name) => `\`${name}\``).join(", ");
  if (found === undefined) place.along(path).say(`must have one of ${list}`, { atKey: true });
  else if (second !== undefined)
    place.along(path).at(second).say(`must have only one of ${list}`, { atKey: true, cause: "forbidden" });
  return second === undefined ? found : undefined;
}

export const vetSuite: Kind<VetSuite> = {
  kind: "VetSuite",
  group: "clustervet",
  versions: [{ name: "v1", schema }],
  description: "Unit tests of a cluster's configuration and policy, run by `clustervet test`.",
  rules: [casesRequired, caseNames, subjectRequired, inputRequired, expectationRequired],
};
