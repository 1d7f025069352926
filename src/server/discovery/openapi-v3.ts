/**
 * OpenAPI v3: one document for each group version, with the paths of its resources and the schemas of its kinds.
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
import { OpenApiSchemas, openApi3 } from "./openapi-schema.ts";

const home = openApi3.home;

/** @param version - of the server */
export function openApi3Document(group: ApiGroup, schemaOf: SchemaOf, version: string): object {
  const schemas = new OpenApiSchemas(openApi3);
  const paths = group.resources.flatMap(pathsOf);
  addKinds(schemas, paths, schemaOf);
  return {
    openapi: "3.0.0",
    info: documentInfo(version),
    paths: pathItems(paths, { parameter, operation }),
    components: { schemas: schemas.components },
  };
}

function parameter({ name, in: place, type }: ApiParameter): object {
  return { name, in: place, ...(place === "path" ? { required: true } : {}), schema: { type, uniqueItems: true } };
}

function operation(described: ApiOperation): object {
  const { kind, parameters, body, answer, codes } = described;
  const schemaOf = (content: Content) => ({ schema: { $ref: home + contentName(content, kind) } });
  const bodyTypes = body === "patch" ? (kind.isCustom ? customPatchTypes : patchTypes) : ["*/*"];
  return {
    ...(parameters.length > 0 ? { parameters: parameters.map(parameter) } : {}),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            content: Object.fromEntries(bodyTypes.map((type) => [type, schemaOf(body)])),
            ...(body === "delete-options" ? {} : { required: true }),
          },
        }),
    responses: responses(codes, {
      content: Object.fromEntries(typesOf(described).map((type) => [type, schemaOf(answer)])),
    }),
  };
}
