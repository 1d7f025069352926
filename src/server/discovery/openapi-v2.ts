/**
 * OpenAPI v2: one document with all paths and kinds, for older clients.
 *
 * @module
 */
import type { ApiGroup } from "./documents.ts";
import { discoveryPaths, resourceListPaths } from "./openapi-discovery.ts";
import { addKinds, contentSchema, type SchemaOf } from "./openapi-kinds.ts";
import { patchTypes, pathsOf } from "./openapi-operations.ts";
import type { ApiOperation, ApiParameter, Content } from "./openapi-path.ts";
import { documentInfo, parametersNote, pathItems, responses, securitySchemes, typesOf } from "./openapi-path-items.ts";
import { OpenApiSchemas, openApi2 } from "./openapi-schema.ts";
import { SharedParameters } from "./openapi-v2-parameters.ts";

export interface OpenApi2 {
  readonly swagger: string;
  readonly info: object;
  readonly paths: object;
  readonly definitions: object;
  readonly parameters: object;
  readonly security: readonly object[];
  readonly securityDefinitions: object;
}

export interface DocumentOptions {
  readonly schemaOf: SchemaOf;
  /** The release whose kinds are served, `1.37`. */
  readonly version: string;
}

/**
 * Makes the document in steps, because all of it takes as long as a hundred requests.
 *
 * @param served - paths of the server that do not belong to resources
 */
export function* openApi2Document(
  groups: readonly ApiGroup[],
  served: ReadonlySet<string>,
  { schemaOf, version }: DocumentOptions,
): Generator<void, OpenApi2> {
  const schemas = new OpenApiSchemas(openApi2, version);
  const paths = [
    ...[...discoveryPaths(groups, served).values()].flat(),
    ...groups.flatMap((group) => [...resourceListPaths(group), ...group.resources.flatMap(pathsOf)]),
  ];
  yield* addKinds(schemas, paths, { schemaOf, groups });
  const shared = new SharedParameters();
  const dialect = {
    parameter: (told: ApiParameter) => shared.share(parameter(told)),
    operation: (told: ApiOperation) => operation(told, shared),
  };
  const items = yield* pathItems(paths, dialect);
  return {
    swagger: "2.0",
    info: documentInfo(version),
    paths: items,
    definitions: schemas.components,
    parameters: shared.definitions,
    security: [{ BearerToken: [] }],
    securityDefinitions: securitySchemes,
  };
}

function parameter({ name, in: place, type }: ApiParameter) {
  return { uniqueItems: true, type, name, in: place, ...(place === "path" ? { required: true } : {}) };
}

function operation(described: ApiOperation, shared: SharedParameters): object {
  const { kind, parameters, body, answer, codes } = described;
  const schemaOf = (content: Content) => contentSchema(content, kind, openApi2);
  const accepts = described.accepts ?? (body === "patch" ? patchTypes : ["*/*"]);
  const bodies =
    body === undefined
      ? []
      : [
          {
            name: "body",
            in: "body",
            ...(body === "delete-options" ? {} : { required: true }),
            schema: schemaOf(body) as { readonly $ref: string },
          },
        ];
  return {
    ...(accepts.length > 0 ? { consumes: accepts } : {}),
    produces: typesOf(described),
    schemes: ["https"],
    ...parametersNote([...bodies, ...parameters.map(parameter)].map((each) => shared.share(each))),
    responses: responses(codes, { schema: schemaOf(answer) }),
  };
}
