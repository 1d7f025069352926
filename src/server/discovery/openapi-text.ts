/**
 * What documents of OpenAPI say in words, in either version.
 *
 * @module
 */

/** @param version - of the server */
export const documentInfo = (version: string): object => ({ title: "clustervet", version });

/** The media types of objects, the usual one first. */
export const objectTypes: readonly string[] = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
];

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
