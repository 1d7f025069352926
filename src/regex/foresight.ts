/**
 * Matches of a text that is first read from its end: for every position that tells which instructions still lead to a
 * match, so that afterwards no way is followed in vain. All matches of a text together take time linear in it, also where
 * each search of its own would read to the end.
 *
 * @module
 */
import { assertionsBetween, edgeOfText, IndexSet, isInSet } from "./closure.ts";
import { opAssert, opMatch, opSave, opSet, opSplit, type Program } from "./program.ts";

/** Positions whose states are held at a time, in UTF-16 units; of the others only each first one is kept. */
const blockLength = 4096;
/** Transitions kept over all states; they are forgotten when there are more. */
const maxTransitions = 100_000;

/** The states that lead to a match from a position on. */
interface State {
  /** By instruction, 1 for those that do. */
  readonly leads: Uint8Array;
  /** States of the position before, by its symbol and the kind of the character before that. */
  readonly before: Map<number, State>;
}

/** Where the reading of a block begins: a position behind it, and the state there. */
interface Entry {
  readonly position: number;
  readonly state: State;
}

const kindBits = 3;

export class Foresight {
  /** Characters read so far, those that are read again counted again. */
  charactersRead = 0;
  readonly #program: Program;
  readonly #text: string;
  readonly #sources: readonly (readonly number[])[];
  readonly #states = new Map<string, State>();
  #transitionCount = 0;
  readonly #visited: IndexSet;
  readonly #entries: Entry[] = [];
  /** The states of one block, by position within it. */
  readonly #block: (State | undefined)[] = [];
  #blockIndex = -1;

  constructor(program: Program, text: string) {
    this.#program = program;
    this.#text = text;
    this.#sources = sourcesOf(program);
    this.#visited = new IndexSet(program.op.length);
    const blocks = Math.floor(text.length / blockLength);
    let entry: Entry = { position: text.length, state: this.#stateAtEnd() };
    for (let index = blocks; index >= 0; index--) {
      this.#entries[index] = entry;
      entry = this.#readBlock(index, entry, undefined);
    }
  }

  /** The leftmost match at or after `from`, as {@link Matcher} finds it; searches go forward. */
  find(from: number): readonly [start: number, end: number] | undefined {
    const { start, isAnchored } = this.#program;
    for (let position = from; position <= this.#text.length; position = this.#after(position)) {
      if (isAnchored && position > 0) return undefined;
      if (this.#stateAt(position).leads[start] === 1) return [position, this.#endOfMatch(position)];
    }
    return undefined;
  }

  /** Follows the preferred way; whatever leads to a match can be followed without a look ahead. */
  #endOfMatch(start: number): number {
    let instruction = this.#program.start;
    for (let position = start; ; position = this.#after(position)) {
      const taken = this.#take(instruction, this.#stateAt(position).leads);
      if (taken < 0) return position;
      instruction = taken;
    }
  }

  /** Where the preferred way goes on behind the next character; -1 where it ends. */
  #take(from: number, leads: Uint8Array): number {
    const { op, out, x } = this.#program;
    const stack = [from];
    this.#visited.clear();
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (leads[index] !== 1 || !this.#visited.add(index)) continue;
      if (op[index] === opMatch) return -1;
      const follow = out[index] ?? 0;
      if (op[index] === opSet) return follow;
      if (op[index] === opSplit) stack.push(x[index] ?? 0);
      stack.push(follow);
    }
    throw new Error("an instruction that leads to a match leads nowhere");
  }

  #after(position: number): number {
    this.charactersRead++;
    return position + ((this.#text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1);
  }

  #stateAt(position: number): State {
    const index = Math.floor(position / blockLength);
    const entry = this.#entries[index];
    if (index !== this.#blockIndex && entry !== undefined) {
      this.#readBlock(index, entry, this.#block);
      this.#blockIndex = index;
    }
    const state = this.#block[position - index * blockLength];
    if (state === undefined) throw new Error("a position inside of a character");
    return state;
  }

  /**
   * Reads backwards to the start of a block.
   *
   * @param into - takes the states of its positions
   * @returns the entry of the block before
   */
  #readBlock(index: number, entry: Entry, into: (State | undefined)[] | undefined): Entry {
    const blockStart = index * blockLength;
    let { position, state } = entry;
    if (into !== undefined && position < blockStart + blockLength) into[position - blockStart] = state;
    while (position > blockStart) {
      position = this.#beforePosition(position);
      state = this.#stateBefore(state, position);
      if (into !== undefined && position >= blockStart) into[position - blockStart] = state;
    }
    return { position, state };
  }

  #beforePosition(position: number): number {
    const isPair = position > 1 && (this.#text.codePointAt(position - 2) ?? 0) > 0xffff;
    return position - (isPair ? 2 : 1);
  }

  /** The state at `position`, whose character is followed by `state`. */
  #stateBefore(state: State, position: number): State {
    this.charactersRead++;
    const symbol = this.#program.alphabet.symbolOf(this.#text.codePointAt(position) ?? 0);
    const kind = this.#kindBefore(position);
    const key = (symbol << kindBits) | kind;
    const known = state.before.get(key);
    if (known !== undefined) return known;
    const before = this.#computeBefore(state, symbol, kind);
    if (++this.#transitionCount > maxTransitions) this.#forget();
    state.before.set(key, before);
    return before;
  }

  #forget(): void {
    for (const state of this.#states.values()) state.before.clear();
    this.#states.clear();
    this.#transitionCount = 0;
  }

  #kindBefore(position: number): number {
    if (position === 0) return edgeOfText;
    const { alphabet } = this.#program;
    return alphabet.kindOf(alphabet.symbolOf(this.#text.codePointAt(this.#beforePosition(position)) ?? 0));
  }

  #stateAtEnd(): State {
    return this.#close([], assertionsBetween(this.#kindBefore(this.#text.length), edgeOfText));
  }

  #computeBefore(state: State, symbol: number, kindBefore: number): State {
    const { op, out, x, sets, alphabet } = this.#program;
    const taking: number[] = [];
    for (let index = 0; index < op.length; index++) {
      const leads = op[index] === opSet && state.leads[out[index] ?? 0] === 1;
      if (leads && isInSet(sets[x[index] ?? 0], symbol)) taking.push(index);
    }
    return this.#close(taking, assertionsBetween(kindBefore, alphabet.kindOf(symbol)));
  }

  /** @param taking - the instructions that lead to a match by taking the next character */
  #close(taking: readonly number[], holding: number): State {
    const { op, x } = this.#program;
    const leads = new Uint8Array(op.length);
    const stack = [...taking];
    for (let index = 0; index < op.length; index++) if (op[index] === opMatch) stack.push(index);
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (leads[index] === 1) continue;
      leads[index] = 1;
      for (const source of this.#sources[index] ?? []) {
        if (op[source] !== opAssert || (holding >> (x[source] ?? 0)) & 1) stack.push(source);
      }
    }
    const key = leads.join("");
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state: State = { leads, before: new Map() };
    this.#states.set(key, state);
    return state;
  }
}

/** By instruction: those that go on there without taking a character. */
function sourcesOf({ op, out, x }: Program): readonly (readonly number[])[] {
  const sources = Array.from(op, (): number[] => []);
  for (let index = 0; index < op.length; index++) {
    if (op[index] === opSplit) sources[x[index] ?? 0]?.push(index);
    if (op[index] === opSplit || op[index] === opSave || op[index] === opAssert) sources[out[index] ?? 0]?.push(index);
  }
  return sources;
}
