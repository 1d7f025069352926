/**
 * Decides whether a pattern matches anywhere in a text, with a deterministic automaton that is built on demand while
 * texts are read. Linear in the text; one table lookup for each character once its states exist.
 *
 * @module
 */
import { assertionsBetween, edgeOfText, IndexSet, isInSet } from "./closure.ts";
import { opAssert, opMatch, opSave, opSet, opSplit, type Program } from "./program.ts";

/** Limit of transitions kept over all states; beyond it the automaton discards its states and starts again. */
const maxTransitions = 500_000;

class State {
  /** Instructions to run on the next character; their splits and assertions are not followed yet. */
  readonly instructions: Int32Array;
  /** Kind of the previous character, for assertions; see `closure.ts`. */
  readonly before: number;
  /** The next state by symbol, with the end of the text as the last index. */
  readonly next: (State | undefined)[] = [];

  constructor(instructions: Int32Array, before: number) {
    this.instructions = instructions;
    this.before = before;
  }
}

const matched = new State(new Int32Array(), 0);
const failed = new State(new Int32Array(), 0);

export class Automaton {
  readonly #program: Program;
  readonly #endOfText: number;
  readonly #states = new Map<string, State>();
  readonly #start: State;
  readonly #visited: IndexSet;
  readonly #next: IndexSet;
  #transitionCount = 0;

  constructor(program: Program) {
    this.#program = program;
    this.#endOfText = program.alphabet.size;
    this.#start = new State(Int32Array.of(program.start), edgeOfText);
    this.#visited = new IndexSet(program.op.length);
    this.#next = new IndexSet(program.op.length);
  }

  matches(text: string): boolean {
    const { alphabet } = this.#program;
    let state = this.#start;
    for (let index = 0; index < text.length; index++) {
      let code = text.charCodeAt(index);
      if (code >= 0xd800 && code < 0xdc00) {
        code = text.codePointAt(index) ?? code;
        if (code > 0xffff) index++;
      }
      const symbol = alphabet.symbolOf(code);
      state = state.next[symbol] ?? this.#step(state, symbol);
      if (state === matched) return true;
      if (state === failed) return false;
    }
    return (state.next[this.#endOfText] ?? this.#step(state, this.#endOfText)) === matched;
  }

  #step(state: State, symbol: number): State {
    const next = this.#computeStep(state, symbol);
    if (++this.#transitionCount > maxTransitions) this.#forget();
    state.next[symbol] = next;
    return next;
  }

  #forget(): void {
    for (const state of this.#states.values()) state.next.length = 0;
    this.#start.next.length = 0;
    this.#states.clear();
    this.#transitionCount = 0;
  }

  #computeStep(state: State, symbol: number): State {
    const { op, out, x, sets, alphabet, start, isAnchored } = this.#program;
    const isEnd = symbol === this.#endOfText;
    const after = isEnd ? edgeOfText : alphabet.kindOf(symbol);
    const holding = assertionsBetween(state.before, after);
    const next = this.#next;
    const stack = [...state.instructions];
    this.#visited.clear();
    next.clear();
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (!this.#visited.add(index)) continue;
      const argument = x[index] ?? 0;
      const follow = out[index] ?? 0;
      switch (op[index]) {
        case opMatch:
          return matched;
        case opSplit:
          stack.push(argument, follow);
          break;
        case opSave:
          stack.push(follow);
          break;
        case opAssert:
          if ((holding >> argument) & 1) stack.push(follow);
          break;
        case opSet:
          if (!isEnd && isInSet(sets[argument], symbol)) next.add(follow);
          break;
      }
    }
    if (isEnd) return failed;
    if (!isAnchored) next.add(start);
    return next.size === 0 ? failed : this.#state(next, after);
  }

  #state(set: IndexSet, before: number): State {
    const instructions = Int32Array.from({ length: set.size }, (_, place) => set.at(place)).sort();
    const key = `${before}:${instructions.join()}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = new State(instructions, before);
    this.#states.set(key, state);
    return state;
  }
}
