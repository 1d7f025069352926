/**
 * The common part of both versions of OpenAPI: of operations by their paths, of answers by their codes.
 *
 * @module
 */

import type { GroupVersionKind } from "../../policy/admission-request.ts";
import type { ApiOperation, ApiParameter, ApiPath } from "./openapi-operations.ts";

/** The differences between the versions of OpenAPI. */
export interface OperationDialect {
  parameter(parameter: ApiParameter): object;
  operation(operation: ApiOperation): object;
}

/** The operations of each path by their methods. */
export function pathItems(paths: readonly ApiPath[], dialect: OperationDialect): object {
  const items = paths.map(({ path, parameters, operations }) => {
    const described = operations.map((item) => [
      item.method,
      { tags: [item.tag], operationId: item.id, ...dialect.operation(item), ...extensions(item) },
    ]);
    return [path, { parameters: parameters.map(dialect.parameter), ...Object.fromEntries(described) }];
  });
  return Object.fromEntries(items);
}

function extensions({ action, kind: { group, kind, version } }: ApiOperation): object {
  const identity: GroupVersionKind = { group, kind, version };
  return { "x-kubernetes-action": action, "x-kubernetes-group-version-kind": identity };
}

/** @param version - of the server */
export const documentInfo = (version: string): object => ({ title: "clustervet", version });

/** The media types of objects, the usual one first. */
const objectTypes: readonly string[] = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];

/** Those of an answer that can also be a watch. */
const listTypes: readonly string[] = [
  ...objectTypes,
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf;stream=watch",
];

export const typesOf = ({ action }: ApiOperation): readonly string[] => (action === "list" ? listTypes : objectTypes);

const textByCode: Readonly<Record<number, string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

/**
 * The answers to an operation, by code.
 *
 * @param body - of those that say that it is done
 */
export function responses(codes: readonly number[], body: object): object {
  const done = codes.map((code) => [code, { description: textByCode[code] ?? "", ...body }]);
  return { ...Object.fromEntries(done), 401: { description: "Unauthorized" } };
}
