/**
 * The part of paths, operations and responses that is the same in both versions of OpenAPI.
 *
 * @module
 */

import type { GroupVersionKind } from "../../policy/admission-request.ts";
import { type ApiOperation, type ApiParameter, type ApiPath, objectTypes } from "./openapi-path.ts";

/** The parts that differ between the versions of OpenAPI. */
export interface OperationDialect {
  parameter(parameter: ApiParameter): object;
  operation(operation: ApiOperation): object;
}

/** Describes the operations of each path by method, one path in each step. */
export function* pathItems(paths: readonly ApiPath[], dialect: OperationDialect): Generator<void, object> {
  const items: [string, object][] = [];
  for (const { path, parameters, operations } of paths) {
    const described = operations.map((item) => [
      item.method,
      { tags: [item.tag], operationId: item.id, ...dialect.operation(item), ...extensions(item) },
    ]);
    const common = parametersNote(parameters.toSorted(compareNames).map(dialect.parameter));
    items.push([path, { ...common, ...Object.fromEntries(described) }]);
    yield;
  }
  return Object.fromEntries(items);
}

const compareNames = (a: ApiParameter, b: ApiParameter): number => (a.name < b.name ? -1 : Number(a.name > b.name));

/** The parameters, if there are any: Go's OpenAPI types omit an empty list. */
export const parametersNote = (parameters: readonly object[]): object => (parameters.length > 0 ? { parameters } : {});

function extensions({ action, kind: own, extensionKind: told = own }: ApiOperation): object {
  if (action === undefined || told === undefined) return {};
  const { group, kind, version } = told;
  const identity: GroupVersionKind = { group, kind, version };
  return { "x-kubernetes-action": action, "x-kubernetes-group-version-kind": identity };
}

/** @param version - the version of the server */
export const documentInfo = (version: string): object => ({ title: "clustervet", version });

/** The authentication scheme in both versions of OpenAPI, which place it differently. */
export const securitySchemes = {
  BearerToken: { type: "apiKey", description: "A token, as `Bearer TOKEN`.", name: "authorization", in: "header" },
};

export const typesOf = ({ types = objectTypes }: ApiOperation): readonly string[] => types;

const textByCode: Readonly<Record<number, string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

/**
 * The responses of an operation by status code.
 *
 * @param body - the body of successful responses
 */
export function responses(codes: readonly number[], body: object): object {
  const done = codes.map((code) => [code, { description: textByCode[code] ?? "", ...body }]);
  return { ...Object.fromEntries(done), 401: { description: "Unauthorized" } };
}
