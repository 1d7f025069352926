/**
 * Checks strictly whether a value matches its type, as an apply configuration must.
 *
 * @module
 */
import { plainGoText } from "../../json/go-value.ts";
import { isPlainObject } from "../../json/plain-object.ts";
import { goSyntax, goType } from "../go-text.ts";
import type { JsonObject } from "../json-value.ts";
import { type ApplyType, branchOf, type ListType, type MapType, type ScalarType, typeOfMember } from "./apply-type.ts";
import { elementOfItem, TypingError } from "./list-items.ts";
import { elementText, fieldElement, type PathElement } from "./path-element.ts";

/** Returns the error messages. @param allowsSame - whether lists may contain items with the same identity */
export function typingFaults(type: ApplyType, value: unknown, allowsSame: boolean): string[] {
  const typing = new TypeChecker(allowsSame);
  typing.visit(type, value);
  return typing.faults;
}

/** Joins error messages into one text. */
export const faultText = (faults: readonly string[]): string =>
  faults.length === 1 ? String(faults[0]) : ["errors:", ...faults.map((fault) => `  ${fault}`)].join("\n");

class TypeChecker {
  readonly faults: string[] = [];
  private readonly path: PathElement[] = [];
  private readonly allowsDuplicates: boolean;

  constructor(allowsSame: boolean) {
    this.allowsDuplicates = allowsSame;
  }

  visit(type: ApplyType, value: unknown): void {
    const branch = branchOf(type, value);
    if (value === null) return;
    if (branch === "map" && type.map) this.visitMap(type.map, value);
    else if (branch === "list" && type.list) this.visitList(type.list, value);
    else this.visitScalar(type.scalar ?? "untyped", value);
  }

  private report(message: string): void {
    const path = this.path.map(elementText).join("");
    this.faults.push(path === "" ? message : `${path}: ${message}`);
  }

  private visitScalar(type: ScalarType, value: unknown): void {
    if (!isScalar(type, value)) this.report(`expected ${scalarText(type, value)}`);
  }

  private visitMap(type: MapType, value: unknown): void {
    if (!isPlainObject(value)) this.report(`expected map, got &{${plainGoText(value)}}`);
    else this.visitMembers(type, value);
  }

  private visitMembers(type: MapType, value: JsonObject): void {
    for (const name of Object.keys(value)) {
      const memberType = typeOfMember(type, name);
      this.path.push(fieldElement(name));
      if (memberType) this.visit(memberType, value[name]);
      else this.report("field not declared in schema");
      this.path.pop();
      // The first undeclared field ends the check of its siblings.
      if (!memberType) return;
    }
  }

  private visitList(type: ListType, value: unknown): void {
    if (Array.isArray(value)) this.visitItems(type, value);
    else this.report(`expected list, got &{${plainGoText(value)}}`);
  }

  private visitItems(type: ListType, value: readonly unknown[]): void {
    const found = new Set<PathElement>();
    for (const [index, item] of value.entries()) {
      const element = type.isAtomic ? `i:${index}` : this.elementOf(type, item, index);
      if (element === undefined) return;
      if (found.has(element) && !this.allowsDuplicates)
        this.report(`duplicate entries for key ${elementText(element)}`);
      found.add(element);
      this.path.push(element);
      this.visit(type.item, item);
      this.path.pop();
    }
  }

  private elementOf(type: ListType, item: unknown, index: number): PathElement | undefined {
    try {
      return elementOfItem(type, item);
    } catch (error) {
      if (!(error instanceof TypingError)) throw error;
      this.report(`element ${index}: ${error.message}`);
      return undefined;
    }
  }
}

function scalarText(type: ScalarType, value: unknown): string {
  switch (type) {
    case "numeric":
      return `numeric (int or float), got ${goType(value)}`;
    case "string":
      return `string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
    case "boolean":
      return `boolean, got &{${plainGoText(value)}}`;
    default:
      return `any scalar, got &{${plainGoText(value)}}`;
  }
}

function isScalar(type: ScalarType, value: unknown): boolean {
  switch (type) {
    case "numeric":
      return typeof value === "number" || typeof value === "bigint";
    case "untyped":
      return typeof value !== "object";
    default:
      return typeof value === type;
  }
}
