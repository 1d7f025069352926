/**
 * Runs image credential cases: compares the credential providers that the kubelet runs for an image with the
 * expectation.
 *
 * @module
 */
import type { CredentialProviderConfig } from "../api/types/kubelet-v1.ts";
import type { FieldPath } from "../diagnostic/diagnostic.ts";
import { memberOf } from "../json/member.ts";
import type { ImageCredentialsBlock } from "../kinds/clustervet/vet-suite.ts";
import { imageCredentials } from "../kubelet/image-credentials.ts";
import { imageReferenceFault } from "../text/image-reference.ts";
import { compareJson, compareText } from "./compare.ts";
import { brokenVerdict, differenceVerdict, type Verdict } from "./result.ts";
import type { SuiteScope } from "./scope.ts";

type Case = NonNullable<ImageCredentialsBlock["cases"]>[number];

/** Returns a function that judges the cases of a block. @param path - the place of the block */
export function imageCredentialsJudge(
  block: ImageCredentialsBlock,
  path: FieldPath,
  scope: SuiteScope,
): (item: Case) => Verdict {
  const loading = scope.loadConfiguration<CredentialProviderConfig>("CredentialProviderConfig", block, path);
  if (!loading.ok) return () => loading.error;
  const { object, place } = loading.value;
  const providers = object.providers ?? [];
  return ({ image = "", expect = {} }) => {
    const fault = imageReferenceFault(image);
    if (fault) return brokenVerdict(`\`image\`: ${fault}`);
    const answer = imageCredentials(image, providers);
    const run = answer.providers.flatMap(({ name, pattern }) => (pattern === undefined ? [] : [name]));
    const keys = Object.entries(expect.cacheKeys ?? {}).flatMap(([type, key]) =>
      compareText(["expect", "cacheKeys", type], key, memberOf(answer.cacheKeys, type) ?? ""),
    );
    const names = expect.providers === undefined ? [] : compareJson(["expect", "providers"], expect.providers, run);
    const related = answer.providers.flatMap(({ name, pattern = "", misses }, index) => {
      const why = pattern === "" ? misses.map((miss) => `${miss.pattern}: ${miss.reason}`).join("; ") : pattern;
      const at = place({ path: ["providers", index, "matchImages"] });
      return [{ ...at, message: `${name} is ${pattern === "" ? "not run: " : "run, by "}${why}` }];
    });
    return differenceVerdict([...names, ...keys], related);
  };
}
