/**
 * The parts that all environments of the API server have: the libraries of a release, and no variables.
 *
 * @module
 */
import { createEnvironment, type Environment } from "../cel/environment.ts";
import { macroTable } from "../cel/syntax/macros.ts";
import type { Library } from "../cel/types/declarations.ts";
import { describeValue, OptionError } from "../json/option-error.ts";
import { assertHolds, text } from "../json/option-shape.ts";
import { reaches } from "../release/release.ts";
import { kubernetesLibraries } from "./library/catalog.ts";

/**
 * Which libraries count: `known`, all that the release has, for what it reads from files or finds stored; `portable`,
 * those that the release before it has as well, for what is written through the API, so that a downgrade can read it.
 */
export type LibraryReach = "known" | "portable";

/**
 * The libraries of a release, `1.30` or later; built once for each. Literals of mixed types are a matter of validation:
 * the API server asks for `homogeneousLiterals` too, but its environments do not come to check by it.
 *
 * @param extra - libraries that only some uses have
 */
export function baseEnvironment(target: string, reach: LibraryReach, extra: readonly Library[] = []): Environment {
  assertRelease(target);
  const release = reach === "known" ? target : releaseBefore(target);
  const libraries = [...librariesOf(release), ...extra];
  // A matter of the API server's own release, not of downgrades.
  const quotedNames = reaches(target, "1.37");
  const key = `base ${target} ${reach} ${extra.map(({ name }) => name).join(" ")}`;
  return once(key, () =>
    createEnvironment({ libraries, validateLiterals: true, quotedNames, hints: hintsFor(release, reach) }),
  );
}

/** For the names that only later releases have: which release added them. */
function hintsFor(release: string, reach: LibraryReach): ReadonlyMap<string, string> {
  const hints = new Map<string, string>();
  for (const { since, functions, macros = [] } of kubernetesLibraries) {
    if (since === undefined || reaches(release, since)) continue;
    const hint =
      reach === "known"
        ? `Kubernetes ${since} added it`
        : `Kubernetes ${since} added it; objects may use it from ${releaseAfter(since)} on`;
    for (const name of [...functions.map((each) => each.name), ...macroTable(macros).keys()]) {
      // Of `format.dns1123Label()` both the namespace and the function are undeclared.
      for (const part of [name, ...name.split(".")]) if (!hints.has(part)) hints.set(part, hint);
    }
  }
  return hints;
}

/** The oldest release whose libraries are known. */
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
 * The libraries of a release, such as `1.37`.
 *
 * @throws {OptionError} for a target that is no text
 *
 * @example
 * import { librariesOf } from "clustervet/cel";
 * librariesOf("1.30").some(({ name }) => name === "kubernetes.Semver"); // false
 */
export function librariesOf(target: string): readonly Library[] {
  assertHolds("target", target, text);
  return kubernetesLibraries.filter(
    ({ since, until }) =>
      (since === undefined || reaches(target, since)) && (until === undefined || !reaches(target, until)),
  );
}

const environments = new Map<string, Environment>();

/** The environment that was built under `key`, which is built when it is asked for first. */
export function once(key: string, build: () => Environment): Environment {
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
