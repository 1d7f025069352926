/**
 * What one evaluation carries: variables, loop variables, and the limits that keep any expression from running away.
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
 * Loop steps in one evaluation. Kubernetes gives an expression a cost of 1,000,000, and a step costs at least 1, so that
 * what a cluster finishes is never cut short here.
 */
const defaultMaxSteps = 1_000_000;

/**
 * UTF-16 code units, bytes and list elements that `+` may produce in one evaluation: at a cost of 0.1 for each code point
 * that it joins, Kubernetes ends below 20 million.
 */
const defaultMaxJoined = 32 * 1024 * 1024;

/** Limits of one evaluation. */
export interface FrameOptions {
  /** Default 1,000,000. */
  readonly maxSteps?: number;
  /** UTF-16 code units, bytes and list elements that `+` may produce in all; default 32 Mi. */
  readonly maxJoined?: number;
  /** What an instrument keeps for this evaluation, such as a cost counter. */
  readonly state?: unknown;
}

/** The state of one evaluation. */
export class Frame {
  readonly variables: Activation;
  /** Values of loop variables and accumulators, at the indexes that planning gave them; undefined is not yet set. */
  readonly slots: (Value | CelError | undefined)[];
  readonly state: unknown;
  /** Set once a limit is passed; every loop ends then. */
  exhausted: CelError | undefined;
  private stepsLeft: number;
  private joinsLeft: number;

  constructor(variables: Activation, slotCount: number, options: FrameOptions) {
    this.variables = variables;
    this.slots = new Array(slotCount);
    this.state = options.state;
    this.exhausted = undefined;
    this.stepsLeft = options.maxSteps ?? defaultMaxSteps;
    this.joinsLeft = options.maxJoined ?? defaultMaxJoined;
  }

  /** Counts a loop step; false when there may be no more. */
  step(): boolean {
    if (this.exhausted !== undefined) return false;
    if (--this.stepsLeft >= 0) return true;
    this.exhausted = new CelError("evaluation limit exceeded: too many loop steps");
    return false;
  }

  /** Counts what a join will produce; false when it may not. */
  join(size: number): boolean {
    this.joinsLeft -= size;
    if (this.joinsLeft >= 0) return true;
    this.exhausted = new CelError("evaluation limit exceeded: joined values are too large");
    return false;
  }
}

/** The plan of a node: computes its value in a frame. Errors are values. */
export type Evaluate = (frame: Frame) => Value | CelError;
