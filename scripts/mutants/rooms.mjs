/**
 * The rooms whose tests are measured by mutation, and the tests that must notice a change there. Tests that start a
 * process of the built program are left out: they run the bundle, which has no mutants in it. So are those of a whole server for
 * the rooms of security: a decision has a test of its own, which calls it.
 *
 * Security decisions come first: authentication, authorization, escalation, secrets. There, texts are changed as well: verbs,
 * groups and claims are texts. Elsewhere most texts are words of messages, which no verdict depends on.
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
  // Fields are data, which the published schemas and recorded bytes hold.
  meta: {
    mutate: ["src/kinds/meta/**/*.ts", "!src/kinds/meta/{object-meta,list,condition}.ts"],
    tests: ["test/kinds/meta/**"],
  },
  registry: { mutate: ["src/server/registry/**/*.ts"], tests: ["test/server/registry/**"] },
  check: { mutate: ["src/cel/check/**/*.ts"], tests: ["test/cel/check/**"] },
};
