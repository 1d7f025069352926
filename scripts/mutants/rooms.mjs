/**
 * The rooms whose tests are measured by mutation, and the tests that must detect a change in each. Tests that start the
 * built program are left out: they run the bundle, which contains no mutants. For the security rooms, tests of a whole
 * server are left out too: each decision has a test that calls it directly.
 *
 * Security decisions come first: authentication, authorization, escalation, secrets. Strings are mutated only there,
 * since verbs, groups and claims are strings. Most strings elsewhere are parts of messages, on which no decision
 * depends.
 */
export const rooms = {
  access: { mutate: ["src/access/**/*.ts"], tests: ["test/access/**", "test/suite/**"], texts: true },
  authn: {
    mutate: ["src/server/authn/**/*.ts"],
    tests: ["test/server/authn/**"],
    texts: true,
  },
  authz: {
    mutate: ["src/server/authz/**/*.ts", "!src/server/authz/data/**"],
    tests: ["test/server/authz/**"],
    texts: true,
  },
  escalation: {
    mutate: ["src/server/admission/**/*.ts"],
    tests: ["test/server/admission/**"],
    texts: true,
  },
  secrets: { mutate: ["src/schema/sensitive.ts"], tests: ["test/schema/sensitive.test.ts"], texts: true },
  schema: {
    mutate: ["src/schema/**/*.ts", "!src/schema/sensitive.ts"],
    tests: ["test/schema/{decode,disabled-fields,fields,go-values,scalars,semantic-equal,translate}.test.ts"],
  },
  rule: { mutate: ["src/rule/**/*.ts"], tests: ["test/rule/**"] },
  // Field tables are left out: the published schemas and recorded bytes check them.
  meta: {
    mutate: ["src/kinds/meta/**/*.ts", "!src/kinds/meta/{object-meta,list,condition}.ts"],
    tests: ["test/kinds/meta/**"],
  },
  registry: { mutate: ["src/server/registry/**/*.ts"], tests: ["test/server/registry/**"] },
  check: { mutate: ["src/cel/check/**/*.ts"], tests: ["test/cel/check/**"] },
};
