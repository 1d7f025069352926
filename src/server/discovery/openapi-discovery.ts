/**
 * OpenAPI paths that do not belong to resources: discovery, the version, and the documents of the token issuer.
 *
 * @module
 */
import { type ApiGroup, isCustomGroup } from "./documents.ts";
import {
  type ApiOperation,
  type ApiPath,
  type DiscoveryContent,
  groupPathOf,
  groupTag,
  groupVersionWord,
  groupWord,
  objectTypes,
  tagOf,
} from "./openapi-path.ts";

/**
 * Returns the paths by the name of the v3 document that contains them: `apis/apps`.
 *
 * @param served - other paths of the server
 */
export function discoveryPaths(
  groups: readonly ApiGroup[],
  served: ReadonlySet<string>,
): ReadonlyMap<string, readonly ApiPath[]> {
  const paths = new Map<string, readonly ApiPath[]>([
    ["api", [discoveryPath("/api/", { id: "getCoreAPIVersions", tag: "core", answer: "api-versions" })]],
    ["apis", [discoveryPath("/apis/", { id: "getAPIVersions", tag: "apis", answer: "api-groups" })]],
    ["version", [{ path: "/version/", parameters: [], operations: [versionOperation] }]],
  ]);
  for (const group of groups) {
    const { group: name } = group;
    // Groups of custom resources have documents only for their versions.
    if (name === "" || isCustomGroup(group)) continue;
    const id = `get${groupWord(name)}APIGroup`;
    paths.set(`apis/${name}`, [discoveryPath(`/apis/${name}/`, { id, tag: groupTag(name), answer: "api-group" })]);
  }
  for (const issuer of issuerPaths) {
    const path = issuer.path.slice(0, -1);
    if (served.has(path)) paths.set(path.slice(1), [issuer]);
  }
  return paths;
}

/** Returns the path that lists the resources of a group version; empty for groups of custom resources. */
export function resourceListPaths(group: ApiGroup): readonly ApiPath[] {
  if (isCustomGroup(group)) return [];
  const id = `get${groupVersionWord(group)}APIResources`;
  return [discoveryPath(`${groupPathOf(group)}/`, { id, tag: tagOf(group), answer: "api-resources" })];
}

interface DiscoveryOperation {
  readonly id: string;
  readonly tag: string;
  readonly answer: DiscoveryContent;
}

const readOperation = { method: "get", parameters: [], codes: [200] } as const;

function discoveryPath(path: string, operation: DiscoveryOperation): ApiPath {
  return { path, parameters: [], operations: [{ ...readOperation, ...operation, accepts: objectTypes }] };
}

const json = ["application/json"];
const versionOperation: ApiOperation = {
  ...readOperation,
  id: "getCodeVersion",
  tag: "version",
  answer: "version",
  accepts: json,
  types: json,
};

const issuerPath = (path: string, told: Pick<ApiOperation, "id" | "tag" | "types">): ApiPath => ({
  path,
  parameters: [],
  operations: [{ ...readOperation, ...told, answer: "text", accepts: [] }],
});

const issuerPaths: readonly ApiPath[] = [
  issuerPath("/.well-known/openid-configuration/", {
    id: "getServiceAccountIssuerOpenIDConfiguration",
    tag: "WellKnown",
    types: json,
  }),
  issuerPath("/openid/v1/jwks/", {
    id: "getServiceAccountIssuerOpenIDKeyset",
    tag: "openid",
    types: ["application/jwk-set+json"],
  }),
];
