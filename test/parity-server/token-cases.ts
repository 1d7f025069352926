/** Generates AuthenticationConfigurations and valid and invalid tokens for them from a seed. */
import { audience, type TestIssuer } from "../server/issuer.ts";
import { pickOne } from "./audit-cases.ts";
import type { Random } from "./random.ts";

const withChance = <T>(random: Random, share: number, value: T): readonly T[] => (random.next() < share ? [value] : []);

const usernames: readonly object[] = [
  { claim: "sub", prefix: "" },
  { claim: "sub", prefix: "p:" },
  { claim: "email", prefix: "" },
  { claim: "name", prefix: "n-" },
  { claim: "nested", prefix: "" },
  { expression: "claims.sub" },
  { expression: '"u:" + string(claims.sub)' },
  { expression: "claims.?name.orValue(claims.sub)" },
  { expression: "claims.email" },
  { expression: "claims.nested.name" },
  { expression: 'claims.sub.lowerAscii() + "@" + claims.iss.split("/")[2].split(":")[0]' },
];

const groups: readonly object[] = [
  { claim: "groups", prefix: "" },
  { claim: "groups", prefix: "g:" },
  { claim: "roles", prefix: "r/" },
  { claim: "nested", prefix: "" },
  { expression: "claims.groups" },
  { expression: "claims.?roles.orValue([])" },
  { expression: 'has(claims.groups) ? claims.groups : ["none"]' },
  { expression: 'dyn(claims.?groups.orValue([])).map(x, "m:" + string(x))' },
  { expression: "[claims.sub, claims.iss]" },
  { expression: "claims.nested.list" },
];

const uids: readonly object[] = [
  { claim: "sub" },
  { claim: "uid" },
  { expression: "claims.sub" },
  { expression: "string(claims.exp)" },
  { expression: "claims.?uid.orValue('')" },
];

const extras: readonly string[] = [
  "claims.sub",
  "claims.groups",
  "claims.?name.orValue('')",
  "[claims.iss, '']",
  "claims.?jti.orValue(null)",
  "has(claims.nested) ? claims.nested.name : 'none'",
  "string(claims.nested)",
];

const claimRules: readonly object[] = [
  { claim: "role", requiredValue: "admin" },
  { claim: "email_verified", requiredValue: "true" },
  { expression: "claims.email_verified == true", message: "not verified" },
  { expression: "claims.exp - claims.?nbf.orValue(0) > 1000", message: "too short" },
  { expression: "claims.?role.orValue('') != 'guest'", message: "no guests" },
  { expression: "!has(claims.nested) || claims.nested.list.all(x, x != '')", message: "empty" },
  { expression: "claims.aud == 'clustervet-test' || 'clustervet-test' in claims.aud", message: "not ours" },
  { expression: "size(claims.sub) < 10" },
];

const userRules: readonly object[] = [
  { expression: "!user.username.startsWith('system:')", message: "reserved" },
  { expression: "user.groups.all(group, !group.startsWith('system:'))", message: "reserved group" },
  { expression: "user.groups.size() < 3" },
  { expression: "'example.org/a' in user.extra ? user.extra['example.org/a'].size() < 3 : true" },
];

export interface GeneratedConfiguration {
  readonly object: object;
  readonly issuers: readonly TestIssuer[];
}

/** Generates a configuration that a real server usually accepts at startup. */
export function configurationCase(random: Random, issuers: readonly TestIssuer[]): GeneratedConfiguration {
  const used = random.shuffled(issuers).slice(0, 1 + Math.floor(random.next() * issuers.length));
  const jwt = used.map((issuer) => jwtCase(random, issuer));
  const object = { apiVersion: "apiserver.config.k8s.io/v1", kind: "AuthenticationConfiguration", jwt };
  return { object, issuers: used };
}

function jwtCase(random: Random, { url, authority }: TestIssuer): object {
  const several = random.next() < 0.3;
  const username = pickOne(random, usernames);
  const claimValidationRules = [
    ...(JSON.stringify(username).includes("claims.email") ? [claimRules[2]] : []),
    ...claimRules.filter((_, index) => index !== 2 && random.next() < 0.05),
  ];
  const keys = ["example.org/a", "example.org/b"].filter(() => random.next() < 0.4);
  return {
    issuer: {
      url,
      certificateAuthority: authority,
      audiences: several ? [audience, "second"] : [audience],
      ...(several ? { audienceMatchPolicy: "MatchAny" } : {}),
      ...(random.next() < 0.2 ? { discoveryURL: `${url}/elsewhere` } : {}),
    },
    claimMappings: {
      username,
      ...Object.assign({}, ...withChance(random, 0.7, { groups: pickOne(random, groups) })),
      ...Object.assign({}, ...withChance(random, 0.4, { uid: pickOne(random, uids) })),
      ...(keys.length > 0 ? { extra: keys.map((key) => ({ key, valueExpression: pickOne(random, extras) })) } : {}),
    },
    ...(claimValidationRules.length > 0 ? { claimValidationRules } : {}),
    userValidationRules: userRules.filter(() => random.next() < 0.12),
  };
}

const oddValues: readonly unknown[] = [
  7,
  -1.5,
  null,
  "",
  {},
  [],
  true,
  ["a", 7],
  "ä\u{1f600}",
  [null],
  1e21,
  "a\u0000b",
];

/** Values of each claim: mostly usual ones, some unusual; undefined means absent. */
const claimValues = new Map<string, readonly unknown[]>([
  ["sub", ["jane", "system:jane", "Jane Doe", "a-very-long-subject", "j"]],
  ["email", ["jane@example.org", "jane@example.org", "x", undefined]],
  ["email_verified", [true, true, true, true, false, "true", undefined]],
  ["name", ["Jane", "Jane", "Jane", undefined]],
  ["groups", [["dev"], ["dev", "ops"], "dev", [], ["system:masters"], ["a", "b", "c"], ["dev"], ["dev"], undefined]],
  ["roles", [["reader"], "reader", undefined]],
  ["role", ["admin", "guest", undefined]],
  ["uid", ["u-1", undefined]],
  ["jti", ["id-1", undefined]],
  ["nested", [{ name: "x", list: ["a"] }, { name: "x", list: ["a"] }, { name: "y", list: [""] }, undefined]],
]);

const oddShare = 0.015;

function claimsCase(random: Random, issuer: TestIssuer): Record<string, unknown> {
  const nowS = Math.floor(Date.now() / 1000);
  const times = new Map<string, readonly unknown[]>([
    ["exp", [...Array<number>(14).fill(nowS + 900), nowS + 900.5, `${nowS + 900}`, nowS - 60, undefined]],
    ["nbf", [undefined, undefined, undefined, undefined, nowS - 5, nowS - 5, nowS + 30, nowS + 600]],
    ["iat", [nowS, undefined, nowS + 5000]],
    ["aud", [...Array<string>(14).fill(audience), [audience, "x"], "second", "other", ["x", "y"], undefined]],
    ["iss", [...Array<string>(24).fill(issuer.url), `${issuer.url}/`, "https://nobody.example", undefined]],
  ]);
  const pairs = [...times, ...claimValues].map(([name, values]) => {
    const value = random.next() < oddShare ? random.pick(oddValues) : random.pick(values);
    return [name, value] as const;
  });
  return Object.fromEntries(random.shuffled(pairs).filter(([, value]) => value !== undefined));
}

const sources = ["{}", "null", "[]", '"text"', "{", "", '{"iss":"x","iss":"y"}', "{} {}"];

/** Generates a token, most of the time as an issuer would sign it. */
export async function tokenCase(random: Random, issuers: readonly TestIssuer[]): Promise<string> {
  const issuer = pickOne(random, issuers);
  const claims = claimsCase(random, issuer);
  const text = JSON.stringify(claims);
  const chance = random.next();
  if (chance < 0.75) return issuer.signToken(text);
  if (chance < 0.78) return issuer.signToken(pickOne(random, sources));
  if (chance < 0.8) return issuer.signToken(text.replace("{", `{"sub":"first","aud":"first",`));
  if (chance < 0.82) return issuer.signToken(text, { kid: pickOne(random, ["", "other", "key-1"]) });
  if (chance < 0.84) return issuer.signToken(text, { typ: pickOne(random, ["at+jwt", "JOSE", ""]), x: 1 });
  if (chance < 0.86) return pickOne(random, issuers).signToken(text);
  return misshapen(random, await issuer.signToken(text));
}

const headerOf = (fields: object): string => Buffer.from(JSON.stringify(fields)).toString("base64url");

function misshapen(random: Random, token: string): string {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const changed: readonly string[] = [
    `${header}.${payload}`,
    `${token}.x`,
    `${header}.${payload}.`,
    `${header}.${payload}.${"A".repeat(86)}`,
    `${header}.${payload}.${signature}=`,
    `${header}.${payload}=.${signature}`,
    `${header}.${payload}.${signature.slice(1)}`,
    `${header}.${payload}.${signature} x`,
    `.${payload}.${signature}`,
    `${headerOf({ alg: "none" })}.${payload}.`,
    `${headerOf({ alg: "HS256" })}.${payload}.${signature}`,
    `${headerOf({ alg: "EdDSA" })}.${payload}.${signature}`,
    `${headerOf({ alg: "RS256" })}.${payload}.${signature}`,
    `${headerOf({ alg: "es256" })}.${payload}.${signature}`,
    `${headerOf({})}.${payload}.${signature}`,
    `${headerOf({ alg: "ES256", crit: ["b64"], b64: false })}.${payload}.${signature}`,
    `${header}.${Buffer.from("{").toString("base64url")}.${signature}`,
    `${header}.${payload.slice(0, -1)}${payload.endsWith("A") ? "B" : "A"}.${signature}`,
    "opaque",
    "a.b.c",
    "..",
  ];
  return pickOne(random, changed);
}

/** Returns a changed configuration that is invalid or does not fit these issuers. */
export function brokenText(random: Random, text: string): string {
  return pickOne(random, [
    text.replace("claimMappings", "claimMapping"),
    text.replace("https://", "http://"),
    text.replace("v1", "v7"),
    text.replace(/audiences:(?:\n\s+- .*)+/, "audiences: []"),
    text.replace(/prefix: .*|expression: .*/, "expression: claims.("),
    `${text}\nanonymous: {enabled: true}\n`,
    `${text}\n---\n{`,
    "",
    "null",
    "kind: nonsense",
    text.slice(0, text.length / 2),
  ]);
}
