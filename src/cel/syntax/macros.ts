/**
 * The macros: calls that the parser replaces by what they stand for. One set per library; each macro is one line in its
 * set and one function. Node ids and positions come out as in cel-go.
 *
 * @module
 */
import type { ComprehensionExpr, Expr } from "./ast.ts";
import { accumulatorName, type NodeBuilder } from "./node-builder.ts";

/** Sets of macros that an environment turns on by name. */
export type MacroSetName = "standard" | "optional" | "two-variable" | "lists" | "bindings";

/** Arguments that fit no reading of the macro; `node` is where cel-go points. */
export class MacroFault {
  readonly node: Expr;
  readonly message: string;
  readonly help: string | undefined;
  constructor(node: Expr, message: string, help?: string) {
    this.node = node;
    this.message = message;
    this.help = help;
  }
}

/**
 * Makes the replacement. `operands` are the receiver, if the macro has one, and then the arguments.
 * `undefined` means that the call is none of this macro and stays a call.
 */
type Expand = (make: NodeBuilder, ...operands: Expr[]) => Expr | MacroFault | undefined;

export interface Macro {
  readonly name: string;
  readonly argCount: number;
  readonly isMember: boolean;
  readonly expand: Expand;
}

/** Macros by name. */
export type MacroTable = ReadonlyMap<string, readonly Macro[]>;

/** The macros of `sets` together. The table is built once for each combination. */
export function macroTable(sets: readonly MacroSetName[]): MacroTable {
  let key = 0;
  for (const set of sets) key |= 1 << setNames.indexOf(set);
  let table = tables[key];
  if (table === undefined) {
    table = buildTable(sets);
    tables[key] = table;
  }
  return table;
}

export function findMacro(table: MacroTable, name: string, argCount: number, isMember: boolean): Macro | undefined {
  return table.get(name)?.find((macro) => macro.argCount === argCount && macro.isMember === isMember);
}

const tables: MacroTable[] = [];

function buildTable(sets: readonly MacroSetName[]): MacroTable {
  const table = new Map<string, Macro[]>();
  for (const macro of new Set(sets.flatMap((set) => macroSets[set]))) {
    table.set(macro.name, [...(table.get(macro.name) ?? []), macro]);
  }
  return table;
}

const global = (name: string, argCount: number, expand: Expand): Macro => ({ name, argCount, isMember: false, expand });
const member = (name: string, argCount: number, expand: Expand): Macro => ({ name, argCount, isMember: true, expand });

const macroSets: Readonly<Record<MacroSetName, readonly Macro[]>> = {
  standard: [
    global("has", 1, expandHas),
    member("all", 2, expandAll),
    member("exists", 2, expandExists),
    member("exists_one", 2, expandExistsOne),
    member("existsOne", 2, expandExistsOne),
    member("map", 2, expandMap),
    member("map", 3, expandMapWhere),
    member("filter", 2, expandFilter),
  ],
  optional: [member("optMap", 2, expandOptMap), member("optFlatMap", 2, expandOptFlatMap)],
  "two-variable": [
    member("all", 3, expandAll2),
    member("exists", 3, expandExists2),
    member("exists_one", 3, expandExistsOne2),
    member("existsOne", 3, expandExistsOne2),
    member("transformList", 3, expandTransformList),
    member("transformList", 4, expandTransformListWhere),
    member("transformMap", 3, expandTransformMap),
    member("transformMap", 4, expandTransformMapWhere),
    member("transformMapEntry", 3, expandTransformMapEntry),
    member("transformMapEntry", 4, expandTransformMapEntryWhere),
  ],
  lists: [member("sortBy", 2, expandSortBy)],
  bindings: [member("bind", 3, expandBind)],
};

const setNames = Object.keys(macroSets) as MacroSetName[];

function expandHas(make: NodeBuilder, arg: Expr): Expr | MacroFault {
  if (arg.kind === "select") return make.presenceTest(arg);
  return new MacroFault(arg, "has() takes a field, as in has(object.field)", hasHelp(arg));
}

function hasHelp(arg: Expr): string | undefined {
  if (arg.kind === "call" && arg.function === "_[_]") return "to look for a key, write 'key' in object";
  if (arg.kind === "call" && arg.function === "_?._") return "an optional field has .hasValue()";
  return undefined;
}

/** The variables of a fold, or what is wrong with them. */
function variablesOf(...nodes: Expr[]): string[] | MacroFault {
  const names: string[] = [];
  for (const node of nodes) {
    if (node.kind !== "ident") return new MacroFault(node, "the variable of a macro must be a simple name");
    names.push(node.name);
  }
  for (const [index, node] of nodes.entries()) {
    const name = names[index] ?? "";
    if (index > 0 && names.indexOf(name) < index) return new MacroFault(node, `the name ${name} is used twice`);
  }
  for (const [index, node] of nodes.entries()) {
    if (names[index] === accumulatorName || names[index] === "__result__") {
      return new MacroFault(node, `${names[index]} is the name of the result and cannot be a variable`);
    }
  }
  return names;
}

/** What differs between the macros that fold; each part is made in this order. */
interface FoldParts {
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** A fold over `range` with one or two variables, which are checked before `parts` is made. */
function foldOver(
  make: NodeBuilder,
  range: Expr,
  variables: readonly Expr[],
  parts: () => FoldParts,
): ComprehensionExpr | MacroFault {
  const names = variablesOf(...variables);
  if (names instanceof MacroFault) return names;
  const [variable = "", variable2] = names;
  const second = variable2 === undefined ? {} : { variable2 };
  return make.fold({ range, variable, ...second, accumulator: accumulatorName, ...parts() });
}

const allParts = (make: NodeBuilder, predicate: Expr): FoldParts => ({
  init: make.bool(true),
  condition: make.call("@not_strictly_false", make.accumulator()),
  step: make.call("_&&_", make.accumulator(), predicate),
  result: make.accumulator(),
});

const existsParts = (make: NodeBuilder, predicate: Expr): FoldParts => ({
  init: make.bool(false),
  condition: make.call("@not_strictly_false", make.call("!_", make.accumulator())),
  step: make.call("_||_", make.accumulator(), predicate),
  result: make.accumulator(),
});

const existsOneParts = (make: NodeBuilder, predicate: Expr): FoldParts => ({
  init: make.int(0n),
  condition: make.bool(true),
  step: make.call("_?_:_", predicate, make.call("_+_", make.accumulator(), make.int(1n)), make.accumulator()),
  result: make.call("_==_", make.accumulator(), make.int(1n)),
});

function expandAll(make: NodeBuilder, range: Expr, variable: Expr, predicate: Expr): Expr | MacroFault {
  return foldOver(make, range, [variable], () => allParts(make, predicate));
}

function expandExists(make: NodeBuilder, range: Expr, variable: Expr, predicate: Expr): Expr | MacroFault {
  return foldOver(make, range, [variable], () => existsParts(make, predicate));
}

function expandExistsOne(make: NodeBuilder, range: Expr, variable: Expr, predicate: Expr): Expr | MacroFault {
  return foldOver(make, range, [variable], () => existsOneParts(make, predicate));
}

function expandAll2(make: NodeBuilder, range: Expr, index: Expr, value: Expr, predicate: Expr): Expr | MacroFault {
  return foldOver(make, range, [index, value], () => allParts(make, predicate));
}

function expandExists2(make: NodeBuilder, range: Expr, index: Expr, value: Expr, predicate: Expr): Expr | MacroFault {
  return foldOver(make, range, [index, value], () => existsParts(make, predicate));
}

function expandExistsOne2(
  make: NodeBuilder,
  range: Expr,
  index: Expr,
  value: Expr,
  predicate: Expr,
): Expr | MacroFault {
  return foldOver(make, range, [index, value], () => existsOneParts(make, predicate));
}

function expandMap(make: NodeBuilder, range: Expr, variable: Expr, transform: Expr): Expr | MacroFault {
  return foldOver(make, range, [variable], () => ({
    init: make.list(),
    condition: make.bool(true),
    step: appendStep(make, transform),
    result: make.accumulator(),
  }));
}

function expandMapWhere(
  make: NodeBuilder,
  range: Expr,
  variable: Expr,
  predicate: Expr,
  transform: Expr,
): Expr | MacroFault {
  return foldOver(make, range, [variable], () => ({
    init: make.list(),
    condition: make.bool(true),
    step: stepWhere(make, predicate, appendStep(make, transform)),
    result: make.accumulator(),
  }));
}

function expandFilter(make: NodeBuilder, range: Expr, variable: Expr, predicate: Expr): Expr | MacroFault {
  return expandMapWhere(make, range, variable, predicate, variable);
}

/** The accumulator with one more element. */
function appendStep(make: NodeBuilder, element: Expr): Expr {
  return make.call("_+_", make.accumulator(), make.list(element));
}

/** `step` where `predicate` holds, else the accumulator as it is. */
function stepWhere(make: NodeBuilder, predicate: Expr, step: Expr): Expr {
  return make.call("_?_:_", predicate, step, make.accumulator());
}

/** The two-variable transformations make their step first, then the rest. */
function transformOver(
  make: NodeBuilder,
  [range, index, value]: readonly [Expr, Expr, Expr],
  step: () => Expr,
  init: () => Expr,
): Expr | MacroFault {
  return foldOver(make, range, [index, value], () => {
    const madeStep = step();
    return { init: init(), condition: make.bool(true), step: madeStep, result: make.accumulator() };
  });
}

function expandTransformList(
  make: NodeBuilder,
  range: Expr,
  index: Expr,
  value: Expr,
  transform: Expr,
): Expr | MacroFault {
  return transformOver(
    make,
    [range, index, value],
    () => appendStep(make, transform),
    () => make.list(),
  );
}

function expandTransformListWhere(
  make: NodeBuilder,
  range: Expr,
  index: Expr,
  value: Expr,
  predicate: Expr,
  transform: Expr,
): Expr | MacroFault {
  return transformOver(
    make,
    [range, index, value],
    () => stepWhere(make, predicate, appendStep(make, transform)),
    () => make.list(),
  );
}

/** The accumulator with the value for the current key. */
function insertStep(make: NodeBuilder, key: Expr, transform: Expr): Expr {
  const name = key.kind === "ident" ? key.name : "";
  return make.call("cel.@mapInsert", make.accumulator(), make.ident(name), transform);
}

function expandTransformMap(
  make: NodeBuilder,
  range: Expr,
  key: Expr,
  value: Expr,
  transform: Expr,
): Expr | MacroFault {
  return transformOver(
    make,
    [range, key, value],
    () => insertStep(make, key, transform),
    () => make.emptyMap(),
  );
}

function expandTransformMapWhere(
  make: NodeBuilder,
  range: Expr,
  key: Expr,
  value: Expr,
  predicate: Expr,
  transform: Expr,
): Expr | MacroFault {
  return transformOver(
    make,
    [range, key, value],
    () => stepWhere(make, predicate, insertStep(make, key, transform)),
    () => make.emptyMap(),
  );
}

/** The accumulator with the entries of the map that `entry` gives. */
function insertEntryStep(make: NodeBuilder, entry: Expr): Expr {
  return make.call("cel.@mapInsert", make.accumulator(), entry);
}

function expandTransformMapEntry(
  make: NodeBuilder,
  range: Expr,
  key: Expr,
  value: Expr,
  entry: Expr,
): Expr | MacroFault {
  return transformOver(
    make,
    [range, key, value],
    () => insertEntryStep(make, entry),
    () => make.emptyMap(),
  );
}

function expandTransformMapEntryWhere(
  make: NodeBuilder,
  range: Expr,
  key: Expr,
  value: Expr,
  predicate: Expr,
  entry: Expr,
): Expr | MacroFault {
  return transformOver(
    make,
    [range, key, value],
    () => stepWhere(make, predicate, insertEntryStep(make, entry)),
    () => make.emptyMap(),
  );
}

/** A fold over nothing, whose accumulator is the variable and whose result may use it. */
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

function expandBind(
  make: NodeBuilder,
  target: Expr,
  variable: Expr,
  init: Expr,
  result: Expr,
): Expr | MacroFault | undefined {
  if (target.kind !== "ident" || target.name !== "cel") return undefined;
  if (variable.kind !== "ident") return new MacroFault(variable, "the variable of cel.bind() must be a simple name");
  return bindVariable(make, variable.name, () => init, result);
}

const sortInputName = "@__sortBy_input__";
const sortableKinds: ReadonlySet<Expr["kind"]> = new Set(["list", "select", "ident", "comprehension", "call"]);

function expandSortBy(make: NodeBuilder, target: Expr, variable: Expr, key: Expr): Expr | MacroFault {
  const input = make.ident(sortInputName);
  if (!sortableKinds.has(target.kind)) return new MacroFault(target, "sortBy() sorts a list; this cannot be one");
  const keys = expandMap(make, make.copy(input), variable, key);
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
