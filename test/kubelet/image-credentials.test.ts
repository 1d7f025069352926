import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { imageCredentials, mismatchReason, repositoryOf } from "../../src/kubelet/image-credentials.ts";

/** Patterns, images and whether they match: the cases of upstream's test of `URLsMatch`. */
const upstream = readFileSync(join(import.meta.dirname, "data/image-patterns.tsv"), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split("\t"))
  .map(([pattern = "", image = "", matches]) => ({ pattern, image, matches: matches === "true" }));

test.each(upstream)("upstream: $pattern and $image", ({ pattern, image, matches }) => {
  expect(mismatchReason(pattern, image) === undefined).toBe(matches);
});

test.each([
  { pattern: "r.io/foo", image: "r.io/foobar", reason: undefined },
  { pattern: "r.io/foo", image: "r.io/bar", reason: "the path does not begin with /foo" },
  { pattern: "r.io", image: "r.io:5000/a", reason: "the image has port 5000" },
  { pattern: "r.io:5000", image: "r.io/a", reason: "the pattern has port 5000, the image none" },
  {
    pattern: "*.io",
    image: "a.r.io/a",
    reason: "the host has 3 labels, the pattern 2; a * never matches across a dot",
  },
  // The question mark begins the query of a URL.
  {
    pattern: "r?.io",
    image: "r1.io/a",
    reason: "the host has 2 labels, the pattern 1; a * never matches across a dot",
  },
  { pattern: "a.*b*.io", image: "a.xbx.io/a", reason: undefined },
  { pattern: "quay.io", image: "quay.com/a", reason: '"io" does not match "com"' },
])("$pattern and $image: $reason", ({ pattern, image, reason }) => {
  expect(mismatchReason(pattern, image)).toBe(reason);
});

test.each([
  ["nginx", "docker.io/library/nginx"],
  ["nginx:1.27", "docker.io/library/nginx"],
  ["team/web@sha256:0", "docker.io/team/web"],
  ["index.docker.io/nginx", "docker.io/library/nginx"],
  ["localhost/web", "localhost/web"],
  ["r.io:5000/web:1@sha256:0", "r.io:5000/web"],
])("the repository of %s is %s", (reference, repository) => {
  expect(repositoryOf(reference)).toBe(repository);
});

test("providers are in order, with cache keys, and docker.io matches Docker Hub images but index.docker.io does not", () => {
  const found = imageCredentials("nginx:1", [
    { name: "hub", matchImages: ["index.docker.io"], defaultCacheDuration: "1h" },
    { name: "all", matchImages: ["*.io", "*.*.io"], defaultCacheDuration: "0s" },
    { name: "exact", matchImages: ["docker.io/library"], tokenAttributes: { requireServiceAccount: true } },
  ]);
  expect(found.providers.map(({ name, pattern }) => [name, pattern])).toEqual([
    ["hub", undefined],
    ["all", "*.io"],
    ["exact", "docker.io/library"],
  ]);
  expect(found.providers[2]).toMatchObject({ usesServiceAccount: true, requiresServiceAccount: true });
  expect(found.cacheKeys).toEqual({ Image: "docker.io/library/nginx", Registry: "docker.io", Global: "global" });
});
