/**
 * The list of all libraries of Kubernetes environments, in the order in which kube-apiserver adds them; the order
 * decides which overload is tried first. To add a library, write a file and add a line to the list.
 *
 * @module
 */

import { listsLibrary } from "../../cel/library/lists.ts";
import { optionalLibrary } from "../../cel/library/optional.ts";
import { setsLibrary } from "../../cel/library/sets.ts";
import { standardLibrary } from "../../cel/library/standard.ts";
import { stringsLibrary, stringsLibraryVersion0 } from "../../cel/library/strings.ts";
import { twoVariableLibrary } from "../../cel/library/two-variable.ts";
import type { Library } from "../../cel/types/declarations.ts";
import { authorizerLibrary, authorizerSelectorsLibrary } from "./authorizer.ts";
import { cidrLibrary } from "./cidr.ts";
import { formatLibrary } from "./format.ts";
import { ipLibrary } from "./ip.ts";
import { kubernetesListsLibrary, kubernetesListsLibraryVersion0 } from "./lists.ts";
import { quantityLibrary } from "./quantity.ts";
import { regexLibrary } from "./regex.ts";
import { semverLibrary } from "./semver.ts";
import { urlLibrary } from "./url.ts";

/** Every version of every library; `since` and `until` limit it to releases. */
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
