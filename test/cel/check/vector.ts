import { check } from "../../../src/cel/check/checker.ts";
import { createEnvironment, type Environment } from "../../../src/cel/environment.ts";
import { optionalLibrary } from "../../../src/cel/library/optional.ts";
import { standardLibrary } from "../../../src/cel/library/standard.ts";
import { twoVariableLibrary } from "../../../src/cel/library/two-variable.ts";
import type { CelIssue } from "../../../src/cel/syntax/ast.ts";
import { parse } from "../../../src/cel/syntax/parser.ts";
import type { CheckedAst } from "../../../src/cel/types/checked-ast.ts";
import {
  declareFunction,
  type FunctionDeclaration,
  member,
  overload,
  type VariableDeclaration,
} from "../../../src/cel/types/declarations.ts";
import { type ProtobufType, readType } from "./protobuf-objects.ts";

/** A test of cel-go or cel-spec with cel-go's result. Declarations are protocol buffers in JSON. */
export interface Vector {
  readonly original: VectorInput;
  readonly checkedAst?: string;
  readonly type?: string;
  readonly error?: string;
}

interface VectorInput {
  readonly name?: string;
  readonly expr: string;
  readonly container?: string;
  readonly typeEnv?: readonly Declaration[];
  readonly disableCheck?: boolean;
}

interface Declaration {
  readonly name: string;
  readonly ident?: { readonly type: ProtobufType };
  readonly function?: {
    readonly overloads: readonly {
      readonly overloadId: string;
      readonly params?: readonly ProtobufType[];
      readonly resultType: ProtobufType;
      readonly isInstanceFunction?: boolean;
    }[];
  };
}

/** Returns the environment that the vectors were recorded in, with the declarations of the vector itself. */
export function vectorEnvironment(
  { container = "", typeEnv = [] }: VectorInput,
  declared: Partial<Parameters<typeof createEnvironment>[0]>,
): Environment {
  return createEnvironment({
    ...declared,
    libraries: [
      standardLibrary,
      optionalLibrary,
      twoVariableLibrary,
      ...(declared.libraries ?? []),
      { name: "vector", functions: typeEnv.flatMap(readFunctions) },
    ],
    variables: [...(declared.variables ?? []), ...typeEnv.flatMap(readVariables)],
    container,
    crossTypeNumericComparisons: false,
  });
}

function readVariables({ name, ident }: Declaration): VariableDeclaration[] {
  return ident ? [{ name, type: readType(ident.type) }] : [];
}

function readFunctions({ name, function: declared }: Declaration): FunctionDeclaration[] {
  return (declared?.overloads ?? []).map(({ overloadId, params = [], resultType, isInstanceFunction }) => {
    const declare = isInstanceFunction ? member : overload;
    return declareFunction(name, declare(overloadId, params.map(readType), readType(resultType)));
  });
}

/** Parses and checks an expression. Returns the issues of the first stage that found any. */
export function checkVector(
  text: string,
  env: Environment,
): { readonly result?: CheckedAst; readonly issues: readonly CelIssue[] } {
  const { result, issues } = parse(text, env);
  return result === undefined ? { issues } : check(result, env);
}
