/**
 * Where a pattern matches: all ways through the program side by side, each with the positions of its groups, the
 * preferred way first. Time is at most length of text times size of program.
 *
 * @module
 */
import { assertionsBetween, edgeOfText, IndexSet, isInSet } from "./closure.ts";
import { opAssert, opMatch, opSave, opSet, opSplit, type Program } from "./program.ts";

/** Start and end of the match and of each group, in UTF-16 units; -1 for a group that took no part. */
export type Slots = readonly number[];

/** The instructions that ways have reached, the preferred first, with the slots of each. */
interface Ways {
  readonly reached: IndexSet;
  readonly slots: Slots[];
}

export class Matcher {
  readonly #program: Program;
  readonly #slotCount: number;
  #current: Ways;
  #next: Ways;

  /** `withGroups` false leaves the groups out, which is faster. */
  constructor(program: Program, withGroups: boolean) {
    this.#program = program;
    this.#slotCount = withGroups ? program.slotCount : 2;
    this.#current = { reached: new IndexSet(program.op.length), slots: [] };
    this.#next = { reached: new IndexSet(program.op.length), slots: [] };
  }

  /** The leftmost match that starts at or after `from`; of those the one a backtracking matcher would find first. */
  find(text: string, from: number): Slots | undefined {
    const { alphabet, start, isAnchored } = this.#program;
    const blank: Slots = new Array<number>(this.#slotCount).fill(-1);
    let found: Slots | undefined;
    let before = this.#kindBefore(text, from);
    this.#current.reached.clear();
    for (let position = from; ; ) {
      const code = text.codePointAt(position);
      const symbol = code === undefined ? -1 : alphabet.symbolOf(code);
      const after = code === undefined ? edgeOfText : alphabet.kindOf(symbol);
      if (found === undefined && (!isAnchored || position === 0)) {
        this.#reach(this.#current, start, blank, position, assertionsBetween(before, after));
      }
      if (this.#current.reached.size === 0 && (found !== undefined || isAnchored)) return found;
      const width = code !== undefined && code > 0xffff ? 2 : 1;
      found = this.#advance(text, { symbol, after, next: position + width }) ?? found;
      if (code === undefined) return found;
      before = after;
      position += width;
    }
  }

  #kindBefore(text: string, position: number): number {
    if (position === 0) return edgeOfText;
    const low = text.charCodeAt(position - 1);
    const isPair = low >= 0xdc00 && low < 0xe000 && position > 1 && (text.codePointAt(position - 2) ?? 0) > 0xffff;
    const code = isPair ? (text.codePointAt(position - 2) ?? low) : low;
    return this.#program.alphabet.kindOf(this.#program.alphabet.symbolOf(code));
  }

  /** Takes a character on all ways; the slots of the match that the preferred of the ended ways found. */
  #advance(
    text: string,
    { symbol, after, next }: { readonly symbol: number; readonly after: number; readonly next: number },
  ): Slots | undefined {
    const { op, out, x, sets, alphabet } = this.#program;
    const { reached, slots } = this.#current;
    const following = text.codePointAt(next);
    const holding = assertionsBetween(
      after,
      following === undefined ? edgeOfText : alphabet.kindOf(alphabet.symbolOf(following)),
    );
    let found: Slots | undefined;
    this.#next.reached.clear();
    for (let place = 0; place < reached.size && found === undefined; place++) {
      const index = reached.at(place);
      if (op[index] === opMatch) found = slots[place];
      else if (op[index] === opSet && symbol >= 0 && isInSet(sets[x[index] ?? 0], symbol)) {
        this.#reach(this.#next, out[index] ?? 0, slots[place] ?? [], next, holding);
      }
    }
    [this.#current, this.#next] = [this.#next, this.#current];
    return found;
  }

  /** Adds `start` and all that follows without a character, in order of preference. */
  #reach(ways: Ways, start: number, startSlots: Slots, position: number, holding: number): void {
    const { op, out, x } = this.#program;
    const stack: number[] = [start];
    const slotStack: Slots[] = [startSlots];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      const slots = slotStack.pop() ?? startSlots;
      if (!ways.reached.add(index)) continue;
      ways.slots[ways.reached.size - 1] = slots;
      const argument = x[index] ?? 0;
      const follow = out[index] ?? 0;
      switch (op[index]) {
        case opSplit:
          stack.push(argument, follow);
          slotStack.push(slots, slots);
          break;
        case opSave:
          stack.push(follow);
          slotStack.push(argument < this.#slotCount ? slots.with(argument, position) : slots);
          break;
        case opAssert:
          if ((holding >> argument) & 1) {
            stack.push(follow);
            slotStack.push(slots);
          }
          break;
      }
    }
  }
}
