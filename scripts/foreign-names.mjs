/**
 * `npm run names`: finds code in which a name from outside may reach the prototype of an object.
 *
 *   node scripts/foreign-names.mjs [file.ts...]
 *
 * On a plain object, `table[name]` finds `constructor` and `__proto__`. So a key with an open type (`string`, a
 * template literal) must not index an object, be the left operand of `in`, or be destructured with `{ [name]: value }`:
 * use a `Map`, or `memberOf` and `setMember` of src/json/member.ts. The following is safe without them:
 *
 * - the key is an own key of the object: from `Object.keys`, `Object.entries` or `for ... in` over the same expression;
 * - `Object.hasOwn(object, key)` is known to be true: by a condition, `&&`, `||`, or an `if` that leaves early;
 * - an assignment for which `key !== "__proto__"` is known to be true;
 * - `delete`, which only removes own keys;
 * - the type of the key is closed (a union of literals, `keyof` a type with listed fields). The type is trusted, so a
 *   cast from an open type to a closed one is also a finding, unless `Object.hasOwn` was checked for the same text.
 *
 * `Object.assign` runs the setter of `__proto__`, so its sources must have types with listed fields.
 */
import { join, relative, resolve } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "..");
const given = process.argv.slice(2).map((file) => resolve(file));
const config = ts.getParsedCommandLineOfConfigFile(
  join(root, "tsconfig.json"),
  {},
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: report },
);
const files = given.length > 0 ? given : config.fileNames.filter((file) => file.startsWith(join(root, "src/")));
const program = ts.createProgram(files, config.options);
const checker = program.getTypeChecker();

const faults = files.flatMap((file) => faultsIn(program.getSourceFile(file)));
for (const fault of faults) console.log(fault);
if (faults.length > 0) console.log(`${faults.length} found: see the head of scripts/foreign-names.mjs`);
process.exitCode = faults.length > 0 ? 1 : 0;

function report({ messageText }) {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
}

function faultsIn(source) {
  const found = [];
  const add = (node, message) => {
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${relative(root, source.fileName)}:${line + 1}:${character + 1} ${textOf(node)}: ${message}`);
  };
  const visit = (node) => {
    const message = faultOf(node);
    if (message) add(node, message);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function faultOf(node) {
  if (ts.isElementAccessExpression(node)) {
    const { expression: object, argumentExpression: key } = node;
    if (
      !isIndexed(typeOf(object)) &&
      isOpen(typeOf(key)) &&
      !ts.isDeleteExpression(node.parent) &&
      !isOwn(object, key, node)
    ) {
      return "an open name indexes an object";
    }
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword && isOpen(typeOf(node.left))) {
    return "`in` finds what the object inherits";
  }
  if (ts.isComputedPropertyName(node) && ts.isBindingElement(node.parent) && isOpen(typeOf(node.expression))) {
    return "an open name picks from an object";
  }
  if (ts.isAsExpression(node) && isOpen(typeOf(node.expression)) && isClosedText(typeOf(node)) && !isAsked(node)) {
    return "an open text is cast to a closed type";
  }
  if (ts.isCallExpression(node) && textOf(node.expression) === "Object.assign") {
    if (node.arguments.slice(1).some((source) => checker.getIndexInfosOfType(typeOf(source)).length > 0)) {
      return "`Object.assign` runs the setter of `__proto__`";
    }
  }
  return undefined;
}

function typeOf(node) {
  return checker.getTypeAtLocation(node);
}

function textOf(node) {
  return node.getText().replace(/\s+/g, " ");
}

/** Whether a type is indexed by numbers: lists, strings and typed arrays. */
function isIndexed(type) {
  const parts = partsOf(checker.getNonNullableType(type));
  return parts.every(
    (part) => checker.getIndexInfosOfType(part).every(({ keyType }) => isNumber(keyType)) && hasLength(part),
  );
}

function hasLength(type) {
  return checker.getPropertyOfType(checker.getApparentType(type), "length") !== undefined;
}

function partsOf(type) {
  return type.isUnion() ? type.types : [type];
}

function isNumber({ flags }) {
  return (flags & ts.TypeFlags.NumberLike) !== 0;
}

/** Whether any string may have the type. */
function isOpen(type) {
  if (type.isUnion()) return type.types.some(isOpen);
  if (type.isIntersection()) return type.types.every(isOpen);
  if (type.flags & ts.TypeFlags.Index) return false;
  if (type.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.IndexedAccess | ts.TypeFlags.Conditional)) {
    const bound = checker.getBaseConstraintOfType(type);
    return bound === undefined || bound === type || (!isKeyOf(type) && isOpen(bound));
  }
  const closed =
    ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLike | ts.TypeFlags.ESSymbolLike | ts.TypeFlags.BooleanLike;
  return (type.flags & (closed | ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Never)) === 0;
}

/** Whether a type is a type parameter with the constraint `keyof T`. */
function isKeyOf(type) {
  const bound = type.symbol?.declarations?.find(ts.isTypeParameterDeclaration)?.constraint;
  return bound !== undefined && !isOpen(checker.getTypeFromTypeNode(bound));
}

function isClosedText(type) {
  const parts = partsOf(type);
  return parts.some((part) => part.flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.Index)) && !isOpen(type);
}

function isOwn(object, key, node) {
  const [name, keyName] = [plain(object), plain(key)];
  if (ownersOf(key).includes(name)) return true;
  if (isGuarded(node, (condition, truth) => asks(condition, truth, name, keyName))) return true;
  return isWritten(node) && isGuarded(node, (condition, truth) => excludesPrototype(condition, truth, keyName));
}

function isWritten({ parent }) {
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

/** Whether a condition is `name !== "__proto__"`: an assignment to any other name changes only the object itself. */
function excludesPrototype(condition, truth, key) {
  return truth && plain(condition) === `${key} !== "__proto__"`;
}

/** Whether `Object.hasOwn` was checked for the text of a cast; the cast is safe then, for any object. */
function isAsked(node) {
  return isGuarded(node, (condition, truth) => asks(condition, truth, undefined, plain(node.expression)));
}

/**
 * The text of an expression without casts and optional chaining: `a?.b` and `a.b` name the same object if it exists.
 */
function plain(node) {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return plain(node.expression);
  return textOf(node).replaceAll("?.", ".");
}

function asks(condition, truth, object, key) {
  if (!truth || !ts.isCallExpression(condition) || textOf(condition.expression) !== "Object.hasOwn") return false;
  const [first, second] = condition.arguments.map(plain);
  return (object === undefined || first === object) && second === key;
}

/** Whether `holds` accepts a condition that is known to be met where the node runs. */
function isGuarded(node, holds) {
  for (let at = node; at.parent && !ts.isSourceFile(at.parent); at = at.parent) {
    const { parent } = at;
    if (ts.isConditionalExpression(parent)) {
      if (at === parent.whenTrue && implies(parent.condition, true, holds)) return true;
      if (at === parent.whenFalse && implies(parent.condition, false, holds)) return true;
    }
    if (ts.isIfStatement(parent) && at === parent.thenStatement && implies(parent.expression, true, holds)) return true;
    if (ts.isBinaryExpression(parent) && at === parent.right) {
      const { kind } = parent.operatorToken;
      if (kind === ts.SyntaxKind.AmpersandAmpersandToken && implies(parent.left, true, holds)) return true;
      if (kind === ts.SyntaxKind.BarBarToken && implies(parent.left, false, holds)) return true;
    }
    if (
      ts.isBlock(parent) &&
      parent.statements.slice(0, parent.statements.indexOf(at)).some((each) => leavesUnless(each, holds))
    )
      return true;
  }
  return false;
}

function leavesUnless(statement, holds) {
  if (!ts.isIfStatement(statement)) return false;
  const { thenStatement } = statement;
  const last = ts.isBlock(thenStatement) ? thenStatement.statements.at(-1) : thenStatement;
  const leaves = last && (ts.isReturnStatement(last) || ts.isContinueStatement(last) || ts.isThrowStatement(last));
  return leaves && implies(statement.expression, false, holds);
}

/** Whether `holds` accepts a part of the condition that follows from the value `truth` of the whole condition. */
function implies(condition, truth, holds) {
  if (ts.isParenthesizedExpression(condition)) return implies(condition.expression, truth, holds);
  if (ts.isPrefixUnaryExpression(condition)) return implies(condition.operand, !truth, holds);
  const joint = truth ? ts.SyntaxKind.AmpersandAmpersandToken : ts.SyntaxKind.BarBarToken;
  if (ts.isBinaryExpression(condition) && condition.operatorToken.kind === joint) {
    return implies(condition.left, truth, holds) || implies(condition.right, truth, holds);
  }
  return holds(condition, truth);
}

/** The objects whose own keys are the values of the key. */
function ownersOf(key) {
  if (!ts.isIdentifier(key)) return [];
  const declaration = checker.getSymbolAtLocation(key)?.valueDeclaration;
  const [holder, isFirst] = holderOf(declaration);
  if (!holder) return [];
  if (ts.isForInStatement(holder)) return [plain(holder.expression)];
  return keysOf(ts.isForOfStatement(holder) ? holder.expression : holder.parent.expression?.expression, isFirst);
}

/**
 * @returns the loop or the callback for each item that declares the name, and whether the name is the first of a pair
 */
function holderOf(declaration) {
  if (!declaration) return [];
  const isPair = ts.isBindingElement(declaration);
  if (isPair && declaration.parent.elements[0] !== declaration) return [];
  const bound = isPair ? declaration.parent.parent : declaration;
  const holder = ts.isVariableDeclaration(bound) ? bound.parent.parent : bound.parent;
  const isLoop = ts.isForOfStatement(holder) || ts.isForInStatement(holder);
  const isCalled =
    ts.isParameter(bound) &&
    ts.isArrowFunction(holder) &&
    holder.parameters.includes(bound) &&
    ts.isCallExpression(holder.parent);
  return isLoop || isCalled ? [holder, isPair] : [];
}

/**
 * The objects whose keys (or entries) a list expression contains, such as `Object.keys(a).filter(...)` or a constant
 * with that value.
 */
function keysOf(list, areEntries) {
  if (!list) return [];
  if (ts.isIdentifier(list)) {
    const declaration = checker.getSymbolAtLocation(list)?.valueDeclaration;
    return declaration && ts.isVariableDeclaration(declaration) ? keysOf(declaration.initializer, areEntries) : [];
  }
  if (!ts.isCallExpression(list) || !ts.isPropertyAccessExpression(list.expression)) return [];
  const { expression: object, name } = list.expression;
  if (["filter", "sort", "toSorted", "slice", "reverse", "toReversed"].includes(name.text))
    return keysOf(object, areEntries);
  const isList = textOf(object) === "Object" && name.text === (areEntries ? "entries" : "keys");
  return isList ? list.arguments.flatMap((each) => [plain(each), plain(each).replace(/ \?\? \{\}$/, "")]) : [];
}
