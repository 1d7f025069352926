/**
 * Finds where a pattern matches: runs all threads of the program in parallel, in order of preference, each with the
 * positions of its groups. Takes at most the length of the text times the size of the program.
 *
 * @module
 */
import { assertionsBetween, edgeOfText, IndexSet, isInSet } from "./closure.ts";
import { opAssert, opMatch, opSave, opSet, opSplit, type Program } from "./program.ts";

/** Start and end of the match and of each group, in UTF-16 units; -1 for a group that did not take part. */
export type Slots = Int32Array;

/**
 * The instructions that threads have reached, in order of preference, with the slots of those that consume a character.
 */
interface Threads {
  readonly reached: IndexSet;
  /** Slots by position in `reached`; the arrays are reused by later searches. */
  readonly slots: Slots[];
}

/** A character in the alphabet of the program; `symbol` is -1 at the end of the text. */
interface Character {
  readonly symbol: number;
  readonly kind: number;
  /** Length in UTF-16 units. */
  readonly width: number;
}

const endOfText: Character = { symbol: -1, kind: edgeOfText, width: 1 };

/** A marker on the stack of {@link Matcher}: restore a slot; its index and its value are below. */
const restore = -1;

export class Matcher {
  readonly #program: Program;
  readonly #slotCount: number;
  readonly #slots: Slots;
  readonly #found: Slots;
  readonly #stack: number[] = [];
  readonly #characters: Character[];
  #current: Threads;
  #next: Threads;
  #readTo = 0;

  /** @param withGroups - false omits the groups, which is faster */
  constructor(program: Program, withGroups: boolean) {
    this.#program = program;
    this.#slotCount = withGroups ? program.slotCount : 2;
    this.#slots = new Int32Array(this.#slotCount);
    this.#found = new Int32Array(this.#slotCount);
    this.#current = { reached: new IndexSet(program.op.length), slots: [] };
    this.#next = { reached: new IndexSet(program.op.length), slots: [] };
    this.#characters = Array.from({ length: 2 * program.alphabet.size }, (_, index) => ({
      symbol: index >> 1,
      kind: program.alphabet.kindOf(index >> 1),
      width: 1 + (index & 1),
    }));
  }

  /**
   * Returns the leftmost match that starts at or after `from`; among several, the one that a backtracking matcher finds
   * first. The result is valid until the next search.
   */
  find(text: string, from: number): Slots | undefined {
    const { start, isAnchored } = this.#program;
    let hasFound = false;
    let before = this.#kindBefore(text, from);
    let character = this.#characterAt(text, from);
    this.#current.reached.clear();
    this.#readTo = from;
    for (let position = from; ; ) {
      if (!hasFound && (!isAnchored || position === 0)) {
        this.#slots.fill(-1);
        this.#reach(this.#current, start, position, assertionsBetween(before, character.kind));
      }
      if (this.#current.reached.size === 0 && (hasFound || isAnchored)) break;
      const next = position + character.width;
      const following = character === endOfText ? endOfText : this.#characterAt(text, next);
      if (this.#advance(character, next, assertionsBetween(character.kind, following.kind))) hasFound = true;
      if (character === endOfText) break;
      before = character.kind;
      character = following;
      position = next;
      this.#readTo = next;
    }
    return hasFound ? this.#found : undefined;
  }

  /** The end of the text that the last search read, which may be beyond its match. */
  get readTo(): number {
    return this.#readTo;
  }

  #characterAt(text: string, position: number): Character {
    const code = text.codePointAt(position);
    if (code === undefined) return endOfText;
    return this.#characters[2 * this.#program.alphabet.symbolOf(code) + (code > 0xffff ? 1 : 0)] ?? endOfText;
  }

  #kindBefore(text: string, position: number): number {
    if (position === 0) return edgeOfText;
    const isPair = position > 1 && (text.codePointAt(position - 2) ?? 0) > 0xffff;
    return this.#characterAt(text, isPair ? position - 2 : position - 1).kind;
  }

  /**
   * Advances all threads over a character. Returns true if a thread matched; its slots are in `#found` then, and less
   * preferred threads are dropped.
   */
  #advance({ symbol }: Character, position: number, holding: number): boolean {
    const { op, out, x, sets } = this.#program;
    const { reached, slots } = this.#current;
    let hasFound = false;
    this.#next.reached.clear();
    for (let place = 0; place < reached.size && !hasFound; place++) {
      const index = reached.at(place);
      if (op[index] === opMatch) {
        this.#copy(slots[place], this.#found);
        hasFound = true;
      } else if (op[index] === opSet && symbol >= 0 && isInSet(sets[x[index] ?? 0], symbol)) {
        this.#copy(slots[place], this.#slots);
        this.#reach(this.#next, out[index] ?? 0, position, holding);
      }
    }
    [this.#current, this.#next] = [this.#next, this.#current];
    return hasFound;
  }

  #copy(from: Slots | undefined, to: Slots): void {
    if (from !== undefined) to.set(from);
  }

  /**
   * Adds `start` and all instructions that follow without a character, in order of preference, with the slots in
   * `#slots`.
   */
  #reach(ways: Threads, start: number, position: number, holding: number): void {
    const { op, out, x } = this.#program;
    const stack = this.#stack;
    stack.push(start);
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (index === restore) {
        const slot = stack.pop() ?? 0;
        this.#slots[slot] = stack.pop() ?? -1;
        continue;
      }
      if (!ways.reached.add(index)) continue;
      const argument = x[index] ?? 0;
      switch (op[index]) {
        case opSplit:
          stack.push(argument, out[index] ?? 0);
          break;
        case opSave:
          if (argument < this.#slotCount) {
            stack.push(this.#slots[argument] ?? -1, argument, restore);
            this.#slots[argument] = position;
          }
          stack.push(out[index] ?? 0);
          break;
        case opAssert:
          if ((holding >> argument) & 1) stack.push(out[index] ?? 0);
          break;
        default:
          this.#keepSlots(ways, ways.reached.size - 1);
      }
    }
  }

  #keepSlots(ways: Threads, place: number): void {
    const kept = ways.slots[place];
    if (kept === undefined) ways.slots[place] = this.#slots.slice();
    else kept.set(this.#slots);
  }
}
