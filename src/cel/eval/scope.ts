/**
 * Assigns slots to the variables of a tree while planning it: to free variables and to those that comprehensions bind.
 * No two variables share a slot, since a value that is computed at its first read may run its loops in the middle of
 * another loop.
 *
 * @module
 */
import type { Evaluate } from "./frame.ts";

export interface LocalVariable {
  readonly slot: number;
  /** Set for a variable whose value is computed at its first read. */
  readonly compute?: Evaluate;
  /** True for an accumulator that no expression can name, so that it can be extended in place. */
  readonly isExtendable?: boolean;
}

export class Scope {
  /** The number of slots assigned so far. */
  slotCount = 0;
  private readonly stack: { readonly name: string; readonly variable: LocalVariable }[] = [];

  private readonly slotByFreeName = new Map<string, number>();

  /** Returns the slot of a free variable, which no comprehension binds. */
  slotOfFree(name: string): number {
    const slot = this.slotByFreeName.get(name) ?? this.slotCount++;
    this.slotByFreeName.set(name, slot);
    return slot;
  }

  /** Binds a name until `leave`; it hides an outer variable of that name. */
  enter(name: string, details: Omit<LocalVariable, "slot"> = {}): LocalVariable {
    const variable = { slot: this.slotCount++, ...details };
    this.stack.push({ name, variable });
    return variable;
  }

  /** Removes the last `count` names. */
  leave(count: number): void {
    this.stack.length -= count;
  }

  find(name: string): LocalVariable | undefined {
    return this.stack.findLast((entry) => entry.name === name)?.variable;
  }
}
