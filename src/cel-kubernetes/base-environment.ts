/**
 * The base of all kube-apiserver environments: the CEL libraries of a release, and no variables.
 *
 * @module
 */
import { buildEnvironment, type Environment } from "../cel/environment.ts";
import { macroTable } from "../cel/syntax/macros.ts";
import type { Library } from "../cel/types/declarations.ts";
import { describeValue, OptionError } from "../json/option-error.ts";
import { assertOptionType, text } from "../json/option-shape.ts";
import { reaches } from "../release/release.ts";
import { kubernetesLibraries } from "./library/catalog.ts";

/**
 * Which libraries an environment has. `known`: all libraries of the release, for expressions in files or already
 * stored. `portable`: only those that the previous release has as well, for expressions written through the API, so
 * that they still work after a downgrade.
 */
export type LibraryReach = "known" | "portable";

/**
 * Returns the environment of a release, `1.30` or later; built once for each. Only the validation of literals reports
 * mixed types: kube-apiserver also sets `homogeneousLiterals`, but its type checker ignores that.
 *
 * @param extra - libraries that only some uses have
 */
export function baseEnvironment(target: string, reach: LibraryReach, extra: readonly Library[] = []): Environment {
  assertRelease(target);
  const release = reach === "known" ? target : releaseBefore(target);
  const libraries = [...librariesOf(release), ...extra];
  // Depends on the release of kube-apiserver itself, so a downgrade makes no difference.
  const quotedNames = reaches(target, "1.37");
  const key = `base ${target} ${reach} ${extra.map(({ name }) => name).join(" ")}`;
  return cachedEnvironment(key, () =>
    buildEnvironment({ libraries, validateLiterals: true, quotedNames, hints: hintsFor(release, reach) }),
  );
}

/** Maps each name that only later releases have to a hint which release added it. */
function hintsFor(release: string, reach: LibraryReach): ReadonlyMap<string, string> {
  const hints = new Map<string, string>();
  for (const { since, functions, macros = [] } of kubernetesLibraries) {
    if (since === undefined || reaches(release, since)) continue;
    const hint =
      reach === "known"
        ? `Kubernetes ${since} added it`
        : `Kubernetes ${since} added it; objects may use it from ${releaseAfter(since)} on`;
    for (const name of [...functions.map((each) => each.name), ...macroTable(macros).keys()]) {
      // For `format.dns1123Label()` the checker may report the namespace or the function as undeclared.
      for (const part of [name, ...name.split(".")]) if (!hints.has(part)) hints.set(part, hint);
    }
  }
  return hints;
}

/** The minor version of the oldest release whose libraries are known. */
const oldestMinor = 30;

/** @throws {OptionError} */
function assertRelease(target: unknown): void {
  const [, minor] = (typeof target === "string" && /^1\.(\d{1,3})$/.exec(target)) || [];
  if (minor !== undefined && Number(minor) >= oldestMinor) return;
  throw new OptionError(
    `target must be a release such as 1.34, from 1.${oldestMinor} on; got ${describeValue(target)}`,
  );
}

/**
 * Returns the libraries of a release, such as `1.37`.
 *
 * @throws {OptionError} for a target that is not a string
 *
 * @example
 * import { librariesOf } from "clustervet/cel";
 * librariesOf("1.30").some(({ name }) => name === "kubernetes.Semver"); // false
 */
export function librariesOf(target: string): readonly Library[] {
  assertOptionType("target", target, text);
  return kubernetesLibraries.filter(
    ({ since, until }) =>
      (since === undefined || reaches(target, since)) && (until === undefined || !reaches(target, until)),
  );
}

const environments = new Map<string, Environment>();

/** Returns the environment cached under `key`; builds it at the first call. */
export function cachedEnvironment(key: string, build: () => Environment): Environment {
  const known = environments.get(key);
  if (known !== undefined) return known;
  const environment = build();
  environments.set(key, environment);
  return environment;
}

const releaseBefore = (release: string): string => neighbour(release, -1);
const releaseAfter = (release: string): string => neighbour(release, 1);

function neighbour(release: string, distance: number): string {
  const [major = 0, minor = 0] = release.split(".").map(Number);
  return `${major}.${minor + distance}`;
}
