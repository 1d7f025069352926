/**
 * Libraries of cel-go that no release of Kubernetes enables, for custom environments.
 *
 * @module
 */
import { bindingsLibrary } from "../../cel/library/bindings.ts";
import { blockLibrary } from "../../cel/library/block.ts";
import { encodersLibrary } from "../../cel/library/encoders.ts";
import { mathLibrary } from "../../cel/library/math.ts";
import { stringsLibraryLatest } from "../../cel/library/strings.ts";
import type { Library } from "../../cel/types/declarations.ts";
import { networkLibrary } from "./network.ts";

/**
 * The opt-in libraries. `strings` replaces the older strings library of a release; `network` replaces its IP address
 * and CIDR libraries.
 *
 * @example
 * import { createEnvironment, evaluate, librariesOf, optInLibraries } from "clustervet/cel";
 * const environment = createEnvironment({ libraries: [...librariesOf("1.37"), optInLibraries.math] });
 * evaluate("math.greatest(1, 5, 3)", { environment }); // { ok: true, value: 5, cost: 1 }
 */
export const optInLibraries = {
  bindings: bindingsLibrary,
  block: blockLibrary,
  encoders: encodersLibrary,
  math: mathLibrary,
  network: networkLibrary,
  strings: stringsLibraryLatest,
} as const satisfies Readonly<Record<string, Library>>;
