/**
 * The macros by library. Each macro is one line in its set and one function. The nodes have the same ids and positions
 * as in cel-go.
 *
 * @module
 */
import { groupBy } from "../../text/group-by.ts";
import type { ComprehensionExpr, Expr } from "./ast.ts";
import { blockMacros } from "./block-macros.ts";
import { type Expand, global, inNamespace, type Macro, MacroFault, member } from "./macro.ts";
import { mathMacros } from "./math-macros.ts";
import { accumulatorName, type NodeBuilder } from "./node-builder.ts";

/** The names of macro sets that an environment can enable. */
export type MacroSetName =
  | "standard"
  | "exists-one"
  | "optional"
  | "two-variable"
  | "lists"
  | "bindings"
  | "math"
  | "block";

/** Macros by name; a name may have several, which differ in their arguments. */
export type MacroTable = ReadonlyMap<string, readonly Macro[]>;

/** Returns the macros of all `sets`. The table is built once for each combination. */
export function macroTable(sets: readonly MacroSetName[]): MacroTable {
  let key = 0;
  for (const set of sets) key |= 1 << macroSetNames.indexOf(set);
  let table = tables[key];
  if (table === undefined) {
    table = buildTable(sets);
    tables[key] = table;
  }
  return table;
}

export function findMacro(table: MacroTable, name: string, argCount: number, isMember: boolean): Macro | undefined {
  const macros = table.get(name);
  if (macros === undefined) return undefined;
  const withArgCount = (count: Macro["argCount"]): Macro | undefined =>
    macros.find((macro) => macro.argCount === count && macro.isMember === isMember);
  return withArgCount(argCount) ?? withArgCount("any");
}

const tables: MacroTable[] = [];

function buildTable(sets: readonly MacroSetName[]): MacroTable {
  return groupBy(new Set(sets.flatMap((set) => macroSets[set])), ({ name }) => name);
}

const listBuilder: CollectionBuilder = {
  init: (make) => make.list(),
  step: (make, _key, result) => make.call("_+_", make.accumulator(), make.list(result)),
};

const mapBuilder: CollectionBuilder = {
  init: (make) => make.emptyMap(),
  step: (make, key, result) =>
    make.call("cel.@mapInsert", make.accumulator(), make.ident(key.kind === "ident" ? key.name : ""), result),
};

/** Each result is a map, whose entries are added. */
const mapEntryBuilder: CollectionBuilder = {
  init: (make) => make.emptyMap(),
  step: (make, _key, result) => make.call("cel.@mapInsert", make.accumulator(), result),
};

const macroSets: Readonly<Record<MacroSetName, readonly Macro[]>> = {
  standard: [
    global("has", 1, expandHas),
    member("all", 2, quantifier(allParts)),
    member("exists", 2, quantifier(existsParts)),
    member("exists_one", 2, quantifier(existsOneParts)),
    member("map", 2, (make, range, variable, result) => mapOver(make, range, variable, { result })),
    member("map", 3, (make, range, variable, where, result) => mapOver(make, range, variable, { where, result })),
    member("filter", 2, (make, range, variable, where) => mapOver(make, range, variable, { where, result: variable })),
  ],
  // A second name that cel-go's parser knows but its standard environment does not enable.
  "exists-one": [member("existsOne", 2, quantifier(existsOneParts))],
  optional: [member("optMap", 2, expandOptMap), member("optFlatMap", 2, expandOptFlatMap)],
  "two-variable": [
    member("all", 3, twoVariableQuantifier(allParts)),
    member("exists", 3, twoVariableQuantifier(existsParts)),
    member("exists_one", 3, twoVariableQuantifier(existsOneParts)),
    member("existsOne", 3, twoVariableQuantifier(existsOneParts)),
    member("transformList", 3, transformer(listBuilder)),
    member("transformList", 4, filteringTransformer(listBuilder)),
    member("transformMap", 3, transformer(mapBuilder)),
    member("transformMap", 4, filteringTransformer(mapBuilder)),
    member("transformMapEntry", 3, transformer(mapEntryBuilder)),
    member("transformMapEntry", 4, filteringTransformer(mapEntryBuilder)),
  ],
  lists: [member("sortBy", 2, expandSortBy)],
  bindings: [member("bind", 3, inNamespace("cel", expandBind))],
  math: mathMacros,
  block: blockMacros,
};

export const macroSetNames = Object.keys(macroSets) as readonly MacroSetName[];

function expandHas(make: NodeBuilder, arg: Expr): Expr | MacroFault {
  if (arg.kind === "select") return make.presenceTest(arg);
  return new MacroFault(arg, "has() takes a field, as in has(object.field)", hasHelp(arg));
}

function hasHelp(arg: Expr): string | undefined {
  if (arg.kind === "call" && arg.function === "_[_]") return "to look for a key, write 'key' in object";
  if (arg.kind === "call" && arg.function === "_?._") return "an optional field has .hasValue()";
  return undefined;
}

/** Returns the names of a fold's variables, or the fault in them. */
function variablesOf(nodes: readonly Expr[]): string[] | MacroFault {
  const names: string[] = [];
  for (const node of nodes) {
    if (node.kind !== "ident") return new MacroFault(node, "the variable of a macro must be a simple name");
    names.push(node.name);
  }
  const [first, second] = nodes;
  if (second !== undefined && names[0] === names[1]) {
    return new MacroFault(second, `the name ${names[0]} is used for both variables`);
  }
  for (const node of [first, second]) {
    if (node?.kind !== "ident" || !accumulatorNames.has(node.name)) continue;
    return new MacroFault(node, `${node.name} is the name of the result and cannot be a variable`);
  }
  return names;
}

/** The current name of the accumulator, and that of earlier releases. */
const accumulatorNames: ReadonlySet<string> = new Set([accumulatorName, "__result__"]);

/** The parts in which fold macros differ. Nodes get their ids in the order in which they are built. */
interface FoldParts {
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** Builds a fold over `range` with one or two variables. It checks the variables before `parts` builds nodes. */
function foldOver(
  make: NodeBuilder,
  range: Expr,
  variables: readonly Expr[],
  parts: () => FoldParts,
): ComprehensionExpr | MacroFault {
  const names = variablesOf(variables);
  if (names instanceof MacroFault) return names;
  const [variable = "", variable2] = names;
  const second = variable2 === undefined ? {} : { variable2 };
  return make.fold({ range, variable, ...second, accumulator: accumulatorName, ...parts() });
}

type QuantifierParts = (make: NodeBuilder, predicate: Expr) => FoldParts;

function quantifier(parts: QuantifierParts): Expand {
  return (make, range, variable, predicate) => foldOver(make, range, [variable], () => parts(make, predicate));
}

function twoVariableQuantifier(parts: QuantifierParts): Expand {
  return (make, range, key, value, predicate) => foldOver(make, range, [key, value], () => parts(make, predicate));
}

function allParts(make: NodeBuilder, predicate: Expr): FoldParts {
  return {
    init: make.bool(true),
    condition: make.call("@not_strictly_false", make.accumulator()),
    step: make.call("_&&_", make.accumulator(), predicate),
    result: make.accumulator(),
  };
}

function existsParts(make: NodeBuilder, predicate: Expr): FoldParts {
  return {
    init: make.bool(false),
    condition: make.call("@not_strictly_false", make.call("!_", make.accumulator())),
    step: make.call("_||_", make.accumulator(), predicate),
    result: make.accumulator(),
  };
}

/** Counts matches, and always visits all elements: an error after the second match must not be lost. */
function existsOneParts(make: NodeBuilder, predicate: Expr): FoldParts {
  return {
    init: make.int(0n),
    condition: make.bool(true),
    step: make.call("_?_:_", predicate, make.call("_+_", make.accumulator(), make.int(1n)), make.accumulator()),
    result: make.call("_==_", make.accumulator(), make.int(1n)),
  };
}

/** The result for each element, or for each element that fulfills `where`. */
interface Transformation {
  readonly where?: Expr;
  readonly result: Expr;
}

function mapOver(make: NodeBuilder, range: Expr, variable: Expr, transformation: Transformation): Expr | MacroFault {
  return foldOver(make, range, [variable], () => ({
    init: make.list(),
    condition: make.bool(true),
    step: stepOf(make, transformation, (result) => listBuilder.step(make, variable, result)),
    result: make.accumulator(),
  }));
}

/** Builds the step for the result; if there is a condition, it applies only when the condition holds. */
function stepOf(make: NodeBuilder, { where, result }: Transformation, step: (result: Expr) => Expr): Expr {
  const made = step(result);
  return where === undefined ? made : make.call("_?_:_", where, made, make.accumulator());
}

/** The collection that a transformation builds: how it starts, and how to add a result. */
interface CollectionBuilder {
  init(make: NodeBuilder): Expr;
  step(make: NodeBuilder, key: Expr, result: Expr): Expr;
}

function transformer(into: CollectionBuilder): Expand {
  return (make, range, key, value, result) => transformOver(make, range, [key, value], { into, result });
}

function filteringTransformer(into: CollectionBuilder): Expand {
  return (make, range, key, value, where, result) => transformOver(make, range, [key, value], { into, where, result });
}

function transformOver(
  make: NodeBuilder,
  range: Expr,
  [key, value]: readonly [Expr, Expr],
  { into: builder, ...transformation }: Transformation & { readonly into: CollectionBuilder },
): Expr | MacroFault {
  return foldOver(make, range, [key, value], () => {
    const step = stepOf(make, transformation, (result) => builder.step(make, key, result));
    return { init: builder.init(make), condition: make.bool(true), step, result: make.accumulator() };
  });
}

/** Builds a fold over an empty list that binds a name: the variable is the accumulator, and the result may read it. */
function bindVariable(make: NodeBuilder, name: string, init: () => Expr, result: Expr): Expr {
  return make.fold({
    range: make.list(),
    variable: "#unused",
    accumulator: name,
    init: init(),
    condition: make.bool(false),
    step: make.ident(name),
    result,
  });
}

function expandOptMap(make: NodeBuilder, target: Expr, variable: Expr, transform: Expr): Expr | MacroFault {
  if (variable.kind !== "ident") return new MacroFault(variable, "the variable of optMap() must be a simple name");
  return make.call(
    "_?_:_",
    make.memberCall("hasValue", target),
    make.call("optional.of", bindTargetValue(make, target, variable.name, transform)),
    make.call("optional.none"),
  );
}

function expandOptFlatMap(make: NodeBuilder, target: Expr, variable: Expr, transform: Expr): Expr | MacroFault {
  if (variable.kind !== "ident") return new MacroFault(variable, "the variable of optFlatMap() must be a simple name");
  return make.call(
    "_?_:_",
    make.memberCall("hasValue", target),
    bindTargetValue(make, target, variable.name, transform),
    make.call("optional.none"),
  );
}

function bindTargetValue(make: NodeBuilder, target: Expr, name: string, transform: Expr): Expr {
  return bindVariable(make, name, () => make.memberCall("value", make.copy(target)), transform);
}

function expandBind(make: NodeBuilder, _namespace: Expr, variable: Expr, init: Expr, result: Expr): Expr | MacroFault {
  if (variable.kind !== "ident") return new MacroFault(variable, "the variable of cel.bind() must be a simple name");
  return bindVariable(make, variable.name, () => init, result);
}

const sortInputName = "@__sortBy_input__";
const sortableKinds: ReadonlySet<Expr["kind"]> = new Set(["list", "select", "ident", "comprehension", "call"]);

function expandSortBy(make: NodeBuilder, target: Expr, variable: Expr, key: Expr): Expr | MacroFault {
  const input = make.ident(sortInputName);
  if (!sortableKinds.has(target.kind)) return new MacroFault(target, "sortBy() sorts a list; this is not a list");
  const keys = mapOver(make, make.copy(input), variable, { result: key });
  if (keys instanceof MacroFault) return keys;
  const sorted = make.memberCall("@sortByAssociatedKeys", make.copy(input), keys);
  return make.fold({
    range: make.list(),
    variable: "#unused",
    accumulator: sortInputName,
    init: target,
    condition: make.bool(false),
    step: input,
    result: sorted,
  });
}
