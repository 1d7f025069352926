/**
 * The slots of variables, and those that comprehensions bind, while a tree is planned. Each has a slot of the frame for itself: a value that
 * is computed when it is first read may run its loops in the middle of any other.
 *
 * @module
 */
import type { Evaluate } from "./frame.ts";

export interface LocalVariable {
  readonly slot: number;
  /** Set for a variable whose value is computed when it is first read. */
  readonly compute?: Evaluate;
  /** True for an accumulator that no expression can name: it may be built in place. */
  readonly isBuilt?: boolean;
}

export class Scope {
  /** Slots given out so far. */
  slotCount = 0;
  private readonly stack: { readonly name: string; readonly variable: LocalVariable }[] = [];

  private readonly free = new Map<string, number>();

  /** The slot of a variable that no comprehension binds. */
  slotOfFree(name: string): number {
    const slot = this.free.get(name) ?? this.slotCount++;
    this.free.set(name, slot);
    return slot;
  }

  /** Binds a name until `leave`, hiding an outer one. */
  enter(name: string, details: Omit<LocalVariable, "slot"> = {}): LocalVariable {
    const variable = { slot: this.slotCount++, ...details };
    this.stack.push({ name, variable });
    return variable;
  }

  /** Forgets the latest `count` names. */
  leave(count: number): void {
    this.stack.length -= count;
  }

  find(name: string): LocalVariable | undefined {
    return this.stack.findLast((entry) => entry.name === name)?.variable;
  }
}
