/**
 * Finds matches in a text after reading it from its end: that pass determines for every position which instructions
 * still lead to a match, so that the search afterwards follows no alternative in vain. Finding all matches takes time
 * linear in the text, even if each separate search would read to the end.
 *
 * @module
 */
import { assertionsBetween, edgeOfText, IndexSet, isInSet } from "./closure.ts";
import { opAssert, opMatch, opSave, opSet, opSplit, type Program } from "./program.ts";

/** UTF-16 units for which all states are in memory at a time; of the other blocks only one entry state is kept. */
const blockLength = 4096;
/** Limit of transitions kept over all states; beyond it all are discarded. */
const maxTransitions = 100_000;

/** The instructions that lead to a match from a position. */
interface State {
  /** By instruction, 1 if it leads to a match. */
  readonly leads: Uint8Array;
  /** States of the previous position, by its symbol and the kind of the character before it. */
  readonly before: Map<number, State>;
}

/** Where the backward pass enters a block: a position after its end, and the state there. */
interface Entry {
  readonly position: number;
  readonly state: State;
}

const kindBits = 3;

export class BackwardScan {
  /** Characters read so far; a character that was read several times counts each time. */
  charactersRead = 0;
  readonly #program: Program;
  readonly #text: string;
  readonly #sources: readonly (readonly number[])[];
  readonly #states = new Map<string, State>();
  #transitionCount = 0;
  readonly #visited: IndexSet;
  readonly #entries: Entry[] = [];
  /** The states of the current block, by position in it. */
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

  /**
   * Returns the leftmost match at or after `from`, the same that {@link Matcher} finds. Positions should ascend from
   * call to call, since only one block of states is in memory.
   */
  find(from: number): readonly [start: number, end: number] | undefined {
    const { start, isAnchored } = this.#program;
    for (let position = from; position <= this.#text.length; position = this.#after(position)) {
      if (isAnchored && position > 0) return undefined;
      if (this.#stateAt(position).leads[start] === 1) return [position, this.#endOfMatch(position)];
    }
    return undefined;
  }

  /**
   * Follows the preferred alternative to the end of the match. Needs no lookahead, since all instructions that it
   * follows are known to lead to a match.
   */
  #endOfMatch(start: number): number {
    let instruction = this.#program.start;
    for (let position = start; ; position = this.#after(position)) {
      const taken = this.#nextInstruction(instruction, this.#stateAt(position).leads);
      if (taken < 0) return position;
      instruction = taken;
    }
  }

  /** Returns the instruction after the next character on the preferred alternative; -1 if the match ends here. */
  #nextInstruction(from: number, leads: Uint8Array): number {
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
   * @param into - receives the states of its positions
   * @returns the entry of the previous block
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

  /** Returns the state at `position`; `state` is that after its character. */
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

  /** @param taking - the instructions that lead to a match by consuming the next character */
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

/** Returns by instruction the instructions that continue there without consuming a character. */
function sourcesOf({ op, out, x }: Program): readonly (readonly number[])[] {
  const sources = Array.from(op, (): number[] => []);
  for (let index = 0; index < op.length; index++) {
    if (op[index] === opSplit) sources[x[index] ?? 0]?.push(index);
    if (op[index] === opSplit || op[index] === opSave || op[index] === opAssert) sources[out[index] ?? 0]?.push(index);
  }
  return sources;
}
