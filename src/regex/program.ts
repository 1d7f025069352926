/**
 * Compiles a syntax tree to a program: instructions of a non-deterministic automaton in typed arrays. Its alphabet
 * consists of intervals of code points that the pattern treats alike.
 *
 * @module
 */
import { Alphabet } from "./alphabet.ts";
import type { CharClass } from "./char-class.ts";
import type { Assertion, RegexNode } from "./syntax.ts";

export const opMatch = 0;
/** Consumes a symbol of set `x`, continues at `out`. */
export const opSet = 1;
/** Continues at `out`, or if that fails at `x`. */
export const opSplit = 2;
/** Continues at `out` if assertion `x` is true. */
export const opAssert = 3;
/** Saves the position in slot `x`, continues at `out`. */
export const opSave = 4;

export const assertions: readonly Assertion[] = [
  "textStart",
  "textEnd",
  "lineStart",
  "lineEnd",
  "wordBoundary",
  "noWordBoundary",
];

export interface Program {
  readonly start: number;
  readonly op: Uint8Array;
  readonly out: Int32Array;
  readonly x: Int32Array;
  /** The sets of `opSet` by index: pairs of first and last symbol. */
  readonly sets: readonly Int32Array[];
  readonly alphabet: Alphabet;
  /** Two slots, start and end, for the whole match and for each group. */
  readonly slotCount: number;
  /** Whether every match begins at the start of the text. */
  readonly isAnchored: boolean;
}

export function compileProgram(node: RegexNode, groupCount: number): Program {
  return new Compiler(node, groupCount).compile();
}

/** Instructions whose exits are not connected yet. */
interface Fragment {
  readonly start: number;
  /** Exits: the index of the instruction times 2, plus 1 if the exit is `x` instead of `out`. */
  readonly exits: readonly number[];
  /** Whether the fragment can be passed without consuming a character. */
  readonly nullable: boolean;
}

class Compiler {
  readonly #node: RegexNode;
  readonly #groupCount: number;
  readonly #op: number[] = [];
  readonly #out: number[] = [];
  readonly #x: number[] = [];
  readonly #classes: CharClass[] = [];
  readonly #setByKey = new Map<string, number>();
  /**
   * Sets by class object. Copies of a repeated node share the object, and its key is the most expensive part of a copy.
   */
  readonly #setByClass = new Map<CharClass, number>();
  #hasWordAssertion = false;
  #hasLineAssertion = false;

  constructor(node: RegexNode, groupCount: number) {
    this.#node = node;
    this.#groupCount = groupCount;
  }

  compile(): Program {
    const open = this.#emit(opSave, 0);
    const body = this.#fragment(this.#node);
    const close = this.#emit(opSave, 1);
    const match = this.#emit(opMatch, 0);
    this.#out[open] = body.start;
    this.#connect(body, close);
    this.#out[close] = match;
    const alphabet = new Alphabet(this.#classes, { word: this.#hasWordAssertion, line: this.#hasLineAssertion });
    return {
      start: open,
      op: Uint8Array.from(this.#op),
      out: Int32Array.from(this.#out),
      x: Int32Array.from(this.#x),
      sets: this.#classes.map((chars) => alphabet.symbolsOf(chars)),
      alphabet,
      slotCount: 2 * (this.#groupCount + 1),
      isAnchored: startsAtTextStart(this.#node),
    };
  }

  #emit(op: number, x: number): number {
    this.#out.push(-1);
    this.#x.push(x);
    return this.#op.push(op) - 1;
  }

  #connect(fragment: Fragment, target: number): void {
    for (const exit of fragment.exits) {
      if (exit % 2 === 0) this.#out[exit >> 1] = target;
      else this.#x[exit >> 1] = target;
    }
  }

  #fragment(node: RegexNode): Fragment {
    switch (node.kind) {
      case "empty":
        return this.#empty();
      case "class":
        return this.#single(this.#emit(opSet, this.#setOf(node.chars)), false);
      case "assert":
        return this.#assertion(node.assertion);
      case "capture":
        return this.#capture(node.index, node.node);
      case "concat":
        return this.#concat(node.nodes.map((each) => () => this.#fragment(each)));
      case "alternate":
        return this.#alternate(node.nodes);
      case "repeat":
        return this.#repeat(node);
    }
  }

  #single(index: number, nullable: boolean): Fragment {
    return { start: index, exits: [2 * index], nullable };
  }

  /** Emits a split whose two exits lead to the same instruction. */
  #empty(): Fragment {
    const index = this.#emit(opSplit, -1);
    return { start: index, exits: [2 * index, 2 * index + 1], nullable: true };
  }

  #setOf(chars: CharClass): number {
    const known = this.#setByClass.get(chars);
    if (known !== undefined) return known;
    const key = chars.join();
    const set = this.#setByKey.get(key) ?? this.#classes.push(chars) - 1;
    this.#setByKey.set(key, set);
    this.#setByClass.set(chars, set);
    return set;
  }

  #assertion(assertion: Assertion): Fragment {
    if (assertion === "wordBoundary" || assertion === "noWordBoundary") this.#hasWordAssertion = true;
    if (assertion === "lineStart" || assertion === "lineEnd") this.#hasLineAssertion = true;
    return this.#single(this.#emit(opAssert, assertions.indexOf(assertion)), true);
  }

  #capture(index: number, node: RegexNode): Fragment {
    const open = this.#emit(opSave, 2 * index);
    const inner = this.#fragment(node);
    const close = this.#emit(opSave, 2 * index + 1);
    this.#out[open] = inner.start;
    this.#connect(inner, close);
    return { start: open, exits: [2 * close], nullable: inner.nullable };
  }

  #concat(parts: readonly (() => Fragment)[]): Fragment {
    let whole: Fragment | undefined;
    for (const part of parts) {
      const next = part();
      if (whole !== undefined) this.#connect(whole, next.start);
      whole = whole === undefined ? next : { ...next, start: whole.start, nullable: whole.nullable && next.nullable };
    }
    return whole ?? this.#empty();
  }

  #alternate(nodes: readonly RegexNode[]): Fragment {
    const branches = nodes.map((node) => this.#fragment(node));
    let start = -1;
    for (const branch of branches.toReversed()) {
      if (start < 0) start = branch.start;
      else {
        const split = this.#emit(opSplit, start);
        this.#out[split] = branch.start;
        start = split;
      }
    }
    return {
      start,
      exits: branches.flatMap(({ exits }) => exits),
      nullable: branches.some(({ nullable }) => nullable),
    };
  }

  /** Compiles `x{2,4}` as `xx(x(x)?)?` and `x{2,}` as `xx+`. */
  #repeat({ node, min, max, greedy }: Extract<RegexNode, { kind: "repeat" }>): Fragment {
    const copy = () => this.#fragment(node);
    if (max === 0) return this.#empty();
    if (!Number.isFinite(max)) {
      if (min === 0) return this.#star(copy(), greedy);
      const copies = new Array<() => Fragment>(min - 1).fill(copy);
      return this.#concat([...copies, () => this.#plus(copy(), greedy)]);
    }
    const required = new Array<() => Fragment>(min).fill(copy);
    if (max === min) return this.#concat(required);
    return this.#concat([...required, () => this.#optionals(copy, max - min, greedy)]);
  }

  /** Compiles `(x(x(x)?)?)?`. */
  #optionals(copy: () => Fragment, count: number, greedy: boolean): Fragment {
    const exits: number[] = [];
    let start = -1;
    let previous: Fragment | undefined;
    for (let index = 0; index < count; index++) {
      const split = this.#emit(opSplit, -1);
      const part = copy();
      exits.push(this.#prefer(split, part.start, greedy));
      if (previous === undefined) start = split;
      else this.#connect(previous, split);
      previous = part;
    }
    return { start, exits: [...exits, ...(previous?.exits ?? [])], nullable: true };
  }

  /** Connects the preferred exit of a split to `target` if greedy, otherwise the other exit. Returns the open exit. */
  #prefer(split: number, target: number, greedy: boolean): number {
    if (greedy) this.#out[split] = target;
    else this.#x[split] = target;
    return greedy ? 2 * split + 1 : 2 * split;
  }

  /**
   * Compiles a loop. If its body can be empty, compiles `(x+)?`, so that the order of preference is that of a
   * backtracking matcher.
   */
  #star(inner: Fragment, greedy: boolean): Fragment {
    const split = this.#emit(opSplit, -1);
    if (!inner.nullable) {
      const exit = this.#prefer(split, inner.start, greedy);
      this.#connect(inner, split);
      return { start: split, exits: [exit], nullable: true };
    }
    const loop = this.#plus(inner, greedy);
    const skip = this.#prefer(split, loop.start, greedy);
    return { start: split, exits: [skip, ...loop.exits], nullable: true };
  }

  #plus(inner: Fragment, greedy: boolean): Fragment {
    const split = this.#emit(opSplit, -1);
    this.#connect(inner, split);
    return { start: inner.start, exits: [this.#prefer(split, inner.start, greedy)], nullable: inner.nullable };
  }
}

/** Whether every alternative of the pattern begins with an assertion of the start of the text. */
function startsAtTextStart(node: RegexNode): boolean {
  switch (node.kind) {
    case "assert":
      return node.assertion === "textStart";
    case "capture":
      return startsAtTextStart(node.node);
    case "concat": {
      const [first] = node.nodes;
      return first !== undefined && startsAtTextStart(first);
    }
    case "alternate":
      return node.nodes.every(startsAtTextStart);
    case "repeat":
      return node.min > 0 && startsAtTextStart(node.node);
    default:
      return false;
  }
}
