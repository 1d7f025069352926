/**
 * Errors of strategic merge patches, with the messages of the API server.
 *
 * @module
 */
import { plainGoText } from "../json/go-value.ts";
import { goType } from "./go-text.ts";
import type { JsonObject } from "./json-value.ts";
import type { PatchFault } from "./patch-fault.ts";

/** Thrown only inside `strategic.ts`, which catches it and returns the error. */
export class StrategicFault extends Error {
  readonly reason: PatchFault["reason"];

  constructor(reason: PatchFault["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

const malformed = (message: string): StrategicFault => new StrategicFault("malformed", message);
const unexpected = (message: string): StrategicFault => new StrategicFault("unexpected", message);

export const badPrimitiveList = (): StrategicFault => malformed("invalid patch format of primitive list");
export const badRetainKeys = (): StrategicFault => malformed("invalid patch format of retainKeys");
export const badElementOrder = (): StrategicFault => malformed("invalid patch format of setElementOrder list");
export const listOfLists = (): StrategicFault => new StrategicFault("inapplicable", "lists of lists are not supported");

export const noMergeKey = (item: JsonObject, mergeKey: string): StrategicFault =>
  unexpected(`map: ${plainGoText(item)} does not contain declared merge key: ${mergeKey}`);
export const noMergeKeyDeclared = (typeName: string): StrategicFault =>
  unexpected(`cannot merge lists without merge key for ${typeName}`);
export const notAList = (value: unknown): StrategicFault =>
  unexpected(`expected a []interface {}, but received a ${goType(value)}`);
export const notAMap = (value: unknown): StrategicFault =>
  unexpected(`expected a map[string]interface {}, but received a ${goType(value)}`);
export const badDirective = (directive: unknown, patch: JsonObject): StrategicFault =>
  unexpected(`unknown patch type: ${plainGoText(directive)} in map: ${plainGoText(patch)}`);
export const mergeDirectiveInList = (): StrategicFault =>
  unexpected("merging lists cannot yet be specified in the patch");
export const orderMismatch = (patch: unknown, order: unknown): StrategicFault =>
  unexpected(
    `The order in patch list:\n${plainGoText(patch)}\n doesn't match $setElementOrder list:\n${plainGoText(order)}\n`,
  );
export const mixedItems = (lists: readonly unknown[]): StrategicFault =>
  unexpected(`list element types are not identical: ${plainGoText(lists)}`);
export const nullItem = (): StrategicFault => unexpected("null in a list that is merged");
export const noItems = (): StrategicFault => unexpected("no elements in any of the given slices");
export const unknownField = (typeName: string, field: string): StrategicFault =>
  unexpected(`unable to find api field in struct ${typeName} for the json field ${JSON.stringify(field)}`);
export const notAListField = (typeName: string): StrategicFault =>
  unexpected(`expected slice or array type, but got: ${typeName}`);
