/**
 * OpenAPI v3: one document for each group version, with the paths of its resources and the schemas of its kinds.
 *
 * @module
 */
import { type ApiGroup, isCustomGroup } from "./documents.ts";
import { resourceListPaths } from "./openapi-discovery.ts";
import { addKinds, contentSchema } from "./openapi-kinds.ts";
import { patchTypes, pathsOf } from "./openapi-operations.ts";
import type { ApiOperation, ApiParameter, ApiPath, Content } from "./openapi-path.ts";
import { documentInfo, parametersNote, pathItems, responses, securitySchemes, typesOf } from "./openapi-path-items.ts";
import { OpenApiSchemas, openApi3 } from "./openapi-schema.ts";
import type { DocumentOptions } from "./openapi-v2.ts";

export function* openApi3Document(group: ApiGroup, options: DocumentOptions): Generator<void, object> {
  const document = yield* documentOf(
    [...resourceListPaths(group), ...group.resources.flatMap(pathsOf)],
    [group],
    options,
  );
  if (!isCustomGroup(group)) return document;
  const { securitySchemes: _schemes, ...components } = document.components;
  return { ...document, components };
}

/** Makes a document of paths that do not belong to resources. */
export const openApi3PathsDocument = (paths: readonly ApiPath[], options: DocumentOptions): Generator<void, object> =>
  documentOf(paths, [], options);

function* documentOf(paths: readonly ApiPath[], groups: readonly ApiGroup[], { schemaOf, version }: DocumentOptions) {
  const schemas = new OpenApiSchemas(openApi3, version);
  yield* addKinds(schemas, paths, { schemaOf, groups });
  const hasSchemas = Object.keys(schemas.components).length > 0;
  return {
    openapi: "3.0.0",
    info: documentInfo(version),
    paths: yield* pathItems(paths, { parameter, operation }),
    components: { ...(hasSchemas ? { schemas: schemas.components } : {}), securitySchemes },
  };
}

function parameter({ name, in: place, type }: ApiParameter): object {
  return { name, in: place, ...(place === "path" ? { required: true } : {}), schema: { type, uniqueItems: true } };
}

function operation(described: ApiOperation): object {
  const { kind, parameters, body, answer, codes } = described;
  const schemaOf = (content: Content) => ({ schema: contentSchema(content, kind, openApi3) });
  const bodyTypes = described.accepts ?? (body === "patch" ? patchTypes : ["*/*"]);
  return {
    ...parametersNote(parameters.map(parameter)),
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
