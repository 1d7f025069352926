/**
 * The variables that comprehensions bind, while a tree is planned: each has a slot of the frame. Slots are reused once a
 * comprehension is behind.
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
  /** Slots needed by the deepest nesting. */
  slotCount = 0;
  private readonly stack: { readonly name: string; readonly variable: LocalVariable }[] = [];

  /** Binds a name until `leave`, hiding an outer one. */
  enter(name: string, details: Omit<LocalVariable, "slot"> = {}): LocalVariable {
    const variable = { slot: this.stack.length, ...details };
    this.stack.push({ name, variable });
    this.slotCount = Math.max(this.slotCount, this.stack.length);
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
