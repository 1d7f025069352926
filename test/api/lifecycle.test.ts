import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createVetter } from "../../src/engine/vetter.ts";
import { retiredVersions } from "../../src/kinds/retired.ts";
import { newestTarget, oldestTarget, reaches } from "../../src/release/release.ts";

/** A version of a kind, with its life cycle in some releases according to upstream. */
interface Life {
  readonly apiVersion: string;
  readonly kind: string;
  readonly introduced: string;
  readonly deprecated: string;
  readonly removed: string;
  readonly replacement: string;
  readonly releases: readonly string[];
}

/** Written by scripts/lifecycle.mjs from k8s.io/api of each release. */
const lifecycles: readonly Life[] = readFileSync(new URL("lifecycle.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [apiVersion = "", kind = "", introduced = "", deprecated = "", removed = "", replacement = "", minors = ""] =
      line.split("\t");
    const releases = minors.split(",").map((minor) => `1.${minor}`);
    return { apiVersion, kind, introduced, deprecated, removed, replacement, releases };
  });

const targets = Array.from({ length: 8 }, (_, index) => `1.${30 + index}`);
const vetterByTarget = new Map(targets.map((target) => [target, createVetter({ target })]));

/** Types that are never written as documents: request options, parts of messages and parts of stored state. */
const notDocuments = /Options$|^(?:PodStatusResult|RangeAllocation|SerializedReference)$/;

const specialReplacement = "apps/v1beta1 DeploymentRollback";

/** Intended differences, with the reason. */
const intendedDifferences: ReadonlyMap<string, string> = new Map([
  ["admission.k8s.io/v1beta1 AdmissionReview", "a message to webhooks: its life cycle ends no support"],
  ["apidiscovery.k8s.io/v2beta1 APIGroupDiscovery", "an answer: nobody writes documents of it"],
  ["networking.k8s.io/v1alpha1 IPAddress", "no server has it since 1.31, though its package has it until 1.33"],
  ["networking.k8s.io/v1alpha1 ServiceCIDR", "no server has it since 1.31, though its package has it until 1.33"],
  ["certificates.k8s.io/v1alpha1 ClusterTrustBundle", "1.32 moved its end from 1.32 to 1.37"],
  [specialReplacement, "apps/v1, which its life cycle names, has no such kind"],
]);

/** Returns the state of a version in a release according to upstream's life cycle. */
function upstream({ introduced, deprecated, removed }: Life, target: string): "served" | "deprecated" | "removed" {
  if ((removed && reaches(target, removed)) || (introduced && !reaches(target, introduced))) return "removed";
  return deprecated && reaches(target, deprecated) ? "deprecated" : "served";
}

function diagnosticsOf({ apiVersion, kind }: Life, target: string) {
  return vetterByTarget.get(target)?.vetText(JSON.stringify({ apiVersion, kind }), "a.json") ?? [];
}

function verdict(life: Life, target: string): string {
  const rules = diagnosticsOf(life, target).map(({ rule }) => rule);
  if (rules.includes("kind/version")) return "removed";
  if (rules.some((rule) => ["kind/unknown", "kind/unknown-name", "kind/group"].includes(rule))) return "unknown";
  return rules.includes("kind/deprecated") ? "deprecated" : "served";
}

const documented = lifecycles.filter(({ kind }) => !notDocuments.test(kind));
const idOf = ({ apiVersion, kind }: Life) => `${apiVersion} ${kind}`;
const idOfLine = (line: string) => line.replace(/:.*/, "");

test("the life cycle of each target release is recorded", () => {
  expect([targets[0], targets.at(-1)]).toEqual([oldestTarget, newestTarget]);
  expect(targets.filter((target) => !lifecycles.some(({ releases }) => releases.includes(target)))).toEqual([]);
  expect(lifecycles.filter(({ removed }) => removed).length).toBeGreaterThan(80);
});

test("lint agrees with upstream's life cycle in every release", () => {
  const differences = documented.flatMap((life) =>
    life.releases
      .filter((target) => verdict(life, target) !== upstream(life, target))
      .map((target) => `${idOf(life)}: ${target} ${upstream(life, target)}, here ${verdict(life, target)}`),
  );
  expect(differences.filter((line) => !intendedDifferences.has(idOfLine(line)))).toEqual([]);
  const closed = [...intendedDifferences.keys()].filter(
    (id) => id !== specialReplacement && !differences.map(idOfLine).includes(id),
  );
  expect(closed).toEqual([]);
});

test("the message about a removed version names upstream's release of the removal", () => {
  const wrong = documented.flatMap((life) =>
    life.releases
      .filter((target) => life.removed && verdict(life, target) === "removed" && upstream(life, target) === "removed")
      .filter(
        (target) => !diagnosticsOf(life, target).some(({ message }) => message.includes(`removed in ${life.removed}`)),
      )
      .map((target) => `${idOf(life)}: ${target}`),
  );
  expect(wrong.filter((line) => !intendedDifferences.has(idOfLine(line)))).toEqual([]);
});

test("the help for a removed version names upstream's replacement, or the version that replaced that one", () => {
  const finalVersion = (apiVersion: string, kind: string): string => {
    const next = lifecycles.find(
      (life) => life.apiVersion === apiVersion && life.kind === kind && life.releases.includes("1.37"),
    );
    const isGone = next && next.removed !== "" && reaches(newestTarget, next.removed);
    return isGone && next.replacement ? finalVersion(next.replacement, kind) : apiVersion;
  };
  const wrong = documented
    .filter(({ releases, removed }) => releases.includes(newestTarget) && removed && reaches(newestTarget, removed))
    .filter(({ replacement }) => replacement !== "" && !/\/[A-Z]\w*$/.test(replacement))
    .filter((life) => !intendedDifferences.has(idOf(life)))
    .filter((life) => {
      const help = diagnosticsOf(life, newestTarget).find(({ rule }) => rule === "kind/version")?.help ?? "";
      const named = /`apiVersion: ([^`]*)`/.exec(help)?.[1];
      return named !== finalVersion(life.replacement, life.kind) && named !== newestOf(life);
    });
  expect(wrong.map(idOf)).toEqual([]);
});

/** The stable version of the same kind and group, which may be newer than the replacement that the life cycle names. */
const newestOf = ({ apiVersion, kind }: Life): string | undefined =>
  lifecycles.find(
    (life) =>
      life.kind === kind &&
      life.releases.includes(newestTarget) &&
      /\/v\d+$/.test(life.apiVersion) &&
      life.apiVersion.split("/")[0] === apiVersion.split("/")[0],
  )?.apiVersion;

test("the last release of a retired version agrees with upstream's life cycle, if upstream has one", () => {
  const wrong = retiredVersions.filter(({ group, name, kind, until }) => {
    const apiVersion = `${group.replace("<domain>", "k8s.io")}/${name}`.replace(/^\//, "");
    const life = lifecycles.find((item) => item.apiVersion === apiVersion && item.kind === kind);
    return life?.removed && life.removed !== until;
  });
  expect(wrong).toEqual([]);
});
