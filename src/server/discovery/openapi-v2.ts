/**
 * OpenAPI v2: one document with all paths and kinds, as older clients ask for.
 *
 * @module
 */
import type { ApiGroup } from "./documents.ts";
import { addKinds, contentName, type SchemaOf } from "./openapi-kinds.ts";
import {
  type ApiOperation,
  type ApiParameter,
  type Content,
  customPatchTypes,
  patchTypes,
  pathsOf,
} from "./openapi-operations.ts";
import { documentInfo, pathItems, responses, typesOf } from "./openapi-path-items.ts";
import { OpenApiSchemas, openApi2 } from "./openapi-schema.ts";

export interface OpenApi2 {
  readonly swagger: string;
  readonly info: object;
  readonly paths: object;
  readonly definitions: object;
}

/** @param version - of the server */
export function openApi2Document(groups: readonly ApiGroup[], schemaOf: SchemaOf, version: string): OpenApi2 {
  const schemas = new OpenApiSchemas(openApi2);
  const paths = groups.flatMap(({ resources }) => resources.flatMap(pathsOf));
  addKinds(schemas, paths, schemaOf);
  return {
    swagger: "2.0",
    info: documentInfo(version),
    paths: pathItems(paths, { parameter, operation }),
    definitions: schemas.components,
  };
}

function parameter({ name, in: place, type }: ApiParameter): object {
  return { uniqueItems: true, type, name, in: place, ...(place === "path" ? { required: true } : {}) };
}

function operation(described: ApiOperation): object {
  const { kind, parameters, body, answer, codes } = described;
  const reference = (content: Content) => ({ $ref: openApi2.home + contentName(content, kind) });
  return {
    consumes: body === "patch" ? (kind.isCustom ? customPatchTypes : patchTypes) : ["*/*"],
    produces: typesOf(described),
    schemes: ["https"],
    parameters: [
      ...(body === undefined
        ? []
        : [
            {
              name: "body",
              in: "body",
              ...(body === "delete-options" ? {} : { required: true }),
              schema: reference(body),
            },
          ]),
      ...parameters.map(parameter),
    ],
    responses: responses(codes, { schema: reference(answer) }),
  };
}
