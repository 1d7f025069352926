/**
 * The state of one evaluation: variables, loop variables, and the limits that keep any expression from running away.
 *
 * @module
 */
import { CelError, type Value } from "../types/values.ts";

/** Where free variables get their values; a `Map` is one. */
export interface Activation {
  /** The value of a variable by its full name; undefined when it has none. */
  get(name: string): Value | undefined;
}

/**
 * Loop steps in one evaluation. Kubernetes gives an expression a cost of 1,000,000, and a step costs at least 1, except for those
 * of `filter` and `exists_one` with a predicate that is false whatever it is given. The time that cel-go takes for these grows
 * with the square of their number (80,000 took 14 seconds), so that what a cluster finishes is never cut short here.
 */
const defaultMaxSteps = 1_000_000;

/**
 * UTF-16 code units and bytes that `+` may produce in one evaluation: at a cost of 0.1 for each code point
 * that it joins, Kubernetes ends below 20 million.
 */
const maxJoined = 32 * 1024 * 1024;

/** List elements that `+` may produce in one evaluation: as many as a loop may visit. cel-go joins lists without a copy. */
export const maxJoinedElements = 1_000_000;

/** List elements that `+` may still produce; evaluations inside of each other may share them. */
export interface ElementBudget {
  left: number;
}

/** Limits of one evaluation. */
export interface FrameOptions {
  /** Default 1,000,000. */
  readonly maxSteps?: number;
  /** Default: `maxJoinedElements` for each evaluation. */
  readonly elements?: ElementBudget;
  /** The cost limit of a counted evaluation; going over it cancels the evaluation. Default: without limit. */
  readonly costLimit?: number;
  /** The state of an instrument for this evaluation, such as a cost counter. */
  readonly state?: unknown;
}

const noVariables: Activation = new Map();

/** The state of one evaluation; a program uses the same frame again once an evaluation is over. */
export class Frame {
  variables: Activation = noVariables;
  /** Values of variables and accumulators, at the indexes that planning gave them; undefined is not yet set. */
  readonly slots: (Value | CelError | undefined)[];
  state: unknown = undefined;
  /** Set once a limit is passed; every loop ends then. */
  exhausted: CelError | undefined = undefined;
  /** The cost charged so far; stays 0 in programs that do not count. */
  cost = 0;
  private costLimit = Number.POSITIVE_INFINITY;
  private stepsLeft = defaultMaxSteps;
  private joinsLeft = maxJoined;
  private readonly ownElements: ElementBudget = { left: maxJoinedElements };
  private elements = this.ownElements;

  constructor(slotCount: number) {
    this.slots = new Array<Value | undefined>(slotCount).fill(undefined);
  }

  /** Makes the frame ready for an evaluation. */
  begin(variables: Activation, options: FrameOptions): void {
    this.variables = variables;
    this.state = options.state;
    this.exhausted = undefined;
    this.cost = 0;
    this.costLimit = options.costLimit ?? Number.POSITIVE_INFINITY;
    this.stepsLeft = options.maxSteps ?? defaultMaxSteps;
    this.joinsLeft = maxJoined;
    this.ownElements.left = maxJoinedElements;
    this.elements = options.elements ?? this.ownElements;
  }

  /** Lets go of all values. */
  end(): void {
    this.variables = noVariables;
    this.state = undefined;
    const { slots } = this;
    for (let index = 0; index < slots.length; index++) slots[index] = undefined;
  }

  /** The value of a free variable, from now on in its slot; undefined when it has none. */
  fetch(slot: number, name: string): Value | undefined {
    const value = this.variables.get(name);
    this.slots[slot] = value;
    return value;
  }

  /**
   * Counts what a step cost. `amount` may be NaN, see `TrackCost`.
   *
   * @throws {Cancellation} when that is over the limit; it leaves all plans at once, as nothing may absorb it
   */
  charge(amount: number): void {
    const cost = this.cost + amount;
    if (cost <= this.costLimit) this.cost = cost;
    else this.cancel(cost);
  }

  /** As `charge` for each step; a limit strikes at the step that passes it. */
  chargeAll(charges: Charges): void {
    const cost = this.cost + charges.total;
    if (cost <= this.costLimit) this.cost = cost;
    else for (const amount of charges.steps) this.charge(amount);
  }

  private cancel(cost: number): never {
    if (Number.isNaN(cost)) throw new Cancellation("internal error: the cost of a call is unknown");
    this.cost = cost;
    throw new Cancellation("operation cancelled: actual cost limit exceeded");
  }

  /** Counts a loop step; false when there may be no more. */
  step(): boolean {
    if (this.exhausted !== undefined) return false;
    if (--this.stepsLeft >= 0) return true;
    this.exhausted = new CelError("evaluation limit exceeded: too many loop steps");
    return false;
  }

  /** Counts the text or bytes that a join will produce; false when it may not. */
  join(size: number): boolean {
    this.joinsLeft -= size;
    return this.joinsLeft >= 0 || this.refuseJoin();
  }

  /** Counts the elements of the list that a join will produce; false when it may not. */
  joinElements(count: number): boolean {
    this.elements.left -= count;
    return this.elements.left >= 0 || this.refuseJoin();
  }

  private refuseJoin(): false {
    this.exhausted = new CelError("evaluation limit exceeded: joined values are too large");
    return false;
  }
}

/** Costs that are charged together, as nothing between the steps can be seen from outside; in order. */
export interface Charges {
  readonly steps: readonly number[];
  readonly total: number;
}

export function chargesOf(steps: readonly number[]): Charges {
  return { steps, total: steps.reduce((sum, step) => sum + step, 0) };
}

/** Ends an evaluation from within; never leaves `Program.evaluate`, which turns it into an error value. */
export class Cancellation extends Error {}

/** The plan of a node: computes its value in a frame. Errors are values. */
export type Evaluate = (frame: Frame) => Value | CelError;
