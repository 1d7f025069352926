/**
 * The libraries of the Kubernetes environments, in the order in which the API server adds them; the order decides which
 * overload is tried first. A new library is a file and a line here.
 *
 * @module
 */
import type { Library } from "../types/declarations.ts";
import { authorizerLibrary, authorizerSelectorsLibrary } from "./authorizer.ts";
import { cidrLibrary } from "./cidr.ts";
import { formatLibrary } from "./format.ts";
import { ipLibrary } from "./ip.ts";
import { kubernetesListsLibrary, kubernetesListsLibraryVersion0 } from "./kubernetes-lists.ts";
import { listsLibrary } from "./lists.ts";
import { optionalLibrary } from "./optional.ts";
import { quantityLibrary } from "./quantity.ts";
import { regexLibrary } from "./regex.ts";
import { semverLibrary } from "./semver.ts";
import { setsLibrary } from "./sets.ts";
import { standardLibrary } from "./standard.ts";
import { stringsLibrary, stringsLibraryVersion0 } from "./strings.ts";
import { twoVariableLibrary } from "./two-variable.ts";
import { urlLibrary } from "./url.ts";

/** Every version of every library; `since` and `until` say which release has which. */
export const kubernetesLibraries: readonly Library[] = [
  standardLibrary,
  urlLibrary,
  regexLibrary,
  kubernetesListsLibraryVersion0,
  authorizerLibrary,
  optionalLibrary,
  quantityLibrary,
  stringsLibraryVersion0,
  stringsLibrary,
  setsLibrary,
  ipLibrary,
  cidrLibrary,
  formatLibrary,
  authorizerSelectorsLibrary,
  twoVariableLibrary,
  semverLibrary,
  listsLibrary,
  kubernetesListsLibrary,
];
