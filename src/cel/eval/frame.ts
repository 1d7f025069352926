/**
 * The state of one evaluation: variables, loop variables, and the limits that stop expensive expressions.
 *
 * @module
 */
import { CelError, type Value } from "../types/values.ts";

/** The source of the values of free variables; a `Map` is one. */
export interface Activation {
  /** Returns the value of a variable by its full name; undefined if it has none. */
  get(name: string): Value | undefined;
}

/**
 * The most loop steps of one evaluation. Kubernetes limits the cost of an expression to 1,000,000, and a step costs at
 * least 1. The exceptions are `filter` and `exists_one` with a constant false predicate; cel-go's time for these grows
 * with the square of the steps (80,000 took 14 seconds), so an evaluation that a cluster finishes never reaches this
 * limit.
 */
const defaultMaxSteps = 1_000_000;

/**
 * The most UTF-16 code units and bytes that `+` may produce in one evaluation. At a cost of 0.1 for each concatenated
 * code point, Kubernetes stops below 20 million.
 */
const maxJoined = 32 * 1024 * 1024;

/**
 * The most list elements that `+` may produce in one evaluation: as many as a loop may visit. cel-go concatenates lists
 * without copying.
 */
export const maxJoinedElements = 1_000_000;

/** How many list elements `+` may still produce; nested evaluations may share it. */
export interface ElementBudget {
  remainingElements: number;
}

/** Limits of one evaluation. */
export interface FrameOptions {
  /** The most loop steps; default 1,000,000. */
  readonly maxSteps?: number;
  /** The budget of list elements; default: a separate one of `maxJoinedElements` for each evaluation. */
  readonly elements?: ElementBudget;
  /** The cost limit of an evaluation with cost tracking; exceeding it cancels the evaluation. Default: no limit. */
  readonly costLimit?: number;
  /** The state of an instrument for this evaluation, such as a cost counter. */
  readonly state?: unknown;
}

const noVariables: Activation = new Map();

/** The state of one evaluation; a program reuses the frame after an evaluation. */
export class Frame {
  variables: Activation = noVariables;
  /** The values of variables and accumulators, at the indexes that the planner assigned; undefined if not set yet. */
  readonly slots: (Value | CelError | undefined)[];
  state: unknown = undefined;
  /** Set when a limit is exceeded; every loop ends then. */
  limitError: CelError | undefined = undefined;
  /** The cost charged so far; 0 in programs without cost tracking. */
  cost = 0;
  private costLimit = Number.POSITIVE_INFINITY;
  private stepsLeft = defaultMaxSteps;
  private joinsLeft = maxJoined;
  private readonly ownElements: ElementBudget = { remainingElements: maxJoinedElements };
  private elements = this.ownElements;

  constructor(slotCount: number) {
    this.slots = new Array<Value | undefined>(slotCount).fill(undefined);
  }

  /** Resets the frame for an evaluation. */
  begin(variables: Activation, options: FrameOptions): void {
    this.variables = variables;
    this.state = options.state;
    this.limitError = undefined;
    this.cost = 0;
    this.costLimit = options.costLimit ?? Number.POSITIVE_INFINITY;
    this.stepsLeft = options.maxSteps ?? defaultMaxSteps;
    this.joinsLeft = maxJoined;
    this.ownElements.remainingElements = maxJoinedElements;
    this.elements = options.elements ?? this.ownElements;
  }

  /** Releases all values after an evaluation. */
  end(): void {
    this.variables = noVariables;
    this.state = undefined;
    const { slots } = this;
    for (let index = 0; index < slots.length; index++) slots[index] = undefined;
  }

  /** Returns the value of a free variable and stores it in the variable's slot; undefined if it has none. */
  loadVariable(slot: number, name: string): Value | undefined {
    const value = this.variables.get(name);
    this.slots[slot] = value;
    return value;
  }

  /**
   * Adds the cost of a step. `amount` may be NaN, see `TrackCost`.
   *
   * @throws {Cancellation} if the cost exceeds the limit; it is thrown, not returned, so that no operator absorbs it
   */
  charge(amount: number): void {
    const cost = this.cost + amount;
    if (cost <= this.costLimit) this.cost = cost;
    else this.cancel(cost);
  }

  /** Charges several steps; if they exceed the limit, charges them one by one up to the step that does. */
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

  /** Counts a loop step; returns false if the limit is exceeded. */
  countStep(): boolean {
    if (this.limitError !== undefined) return false;
    if (--this.stepsLeft >= 0) return true;
    this.limitError = new CelError("evaluation limit exceeded: too many loop steps");
    return false;
  }

  /** Counts the UTF-16 code units or bytes that a concatenation produces; returns false if the limit is exceeded. */
  countJoinedSize(size: number): boolean {
    this.joinsLeft -= size;
    return this.joinsLeft >= 0 || this.refuseJoin();
  }

  /** Counts the elements of a list that a concatenation produces; returns false if the limit is exceeded. */
  countJoinedElements(count: number): boolean {
    this.elements.remainingElements -= count;
    return this.elements.remainingElements >= 0 || this.refuseJoin();
  }

  private refuseJoin(): false {
    this.limitError = new CelError("evaluation limit exceeded: joined values are too large");
    return false;
  }
}

/** The costs of consecutive steps, which can be charged together because nothing observable happens between them. */
export interface Charges {
  readonly steps: readonly number[];
  readonly total: number;
}

export function chargesOf(steps: readonly number[]): Charges {
  return { steps, total: steps.reduce((sum, step) => sum + step, 0) };
}

/** Cancels an evaluation. `Program.evaluate` never throws it: it returns an error value instead. */
export class Cancellation extends Error {}

/** The plan of a node: computes its value in a frame. Errors are returned as values. */
export type Evaluate = (frame: Frame) => Value | CelError;
