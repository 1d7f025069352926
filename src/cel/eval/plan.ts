/**
 * Turns a tree into a program: {@link plan} is called once, {@link Program.evaluate} once for each input. The names and
 * overloads of a checked tree are known; those of a merely parsed tree are resolved at run time.
 *
 * @part evaluation
 * @module
 */
import {
  assertOptions,
  assertOptionType,
  flag,
  instance,
  method,
  type OptionType,
  oneOf,
} from "../../json/option-shape.ts";
import type { Ast } from "../syntax/ast.ts";
import type { CheckedAst } from "../types/checked-ast.ts";
import type { TrackingRules } from "../types/costs.ts";
import type { Declarations } from "../types/environment.ts";
import { CelError, type Value } from "../types/values.ts";
import { type Activation, Cancellation, type Evaluate, Frame, type FrameOptions } from "./frame.ts";
import { Planner, type PlanOptions } from "./planner.ts";

export type { PlanOptions } from "./planner.ts";

/** A planned expression; it keeps no data of an evaluation. */
export interface Program {
  /**
   * Evaluates the expression.
   *
   * @param variables - reading a missing one is an error
   * @returns the value, or the error with the id of the node that it came from
   */
  evaluate(variables: Activation, options?: FrameOptions): Value | CelError;
}

/** The result of an evaluation and its cost. */
export interface Evaluation {
  /** The value or an error; a cancellation because of the cost limit is also an error. */
  readonly result: Value | CelError;
  /** The cost up to the end of the evaluation; above the limit if it was cancelled. */
  readonly cost: number;
}

/** A program with cost tracking. */
export interface CountingProgram extends Program {
  /** Evaluates like `evaluate`, and also returns the cost. */
  measure(variables: Activation, options?: FrameOptions): Evaluation;
}

const optionShapes: Readonly<Record<keyof PlanOptions, OptionType>> = {
  dialect: oneOf("definition", "cel-go"),
  foldConstants: flag,
  instrument: method,
  instruments: method,
};
const shapeByName = new Map(Object.entries(optionShapes));

function assertPlannable(tree: unknown, declarations: unknown, options: unknown): void {
  assertOptionType("tree", tree, instance);
  assertOptionType("declarations", declarations, instance);
  assertOptions(options, shapeByName);
}

/**
 * Plans a checked or merely parsed tree.
 *
 * @throws {OptionError} for invalid options
 */
export function plan(tree: CheckedAst | Ast, declarations: Declarations, options: PlanOptions = {}): Program {
  assertPlannable(tree, declarations, options);
  const run = new Runner(new Planner(tree, declarations, options, undefined));
  return {
    evaluate(variables, limits = noLimits) {
      const frame = run.begin(variables, limits);
      return run.end(frame, run.result(frame));
    },
  };
}

/**
 * Plans a tree with cost tracking.
 *
 * @throws {OptionError} for invalid options
 */
export function planCounting(
  tree: CheckedAst | Ast,
  declarations: Declarations,
  rules: TrackingRules,
  options: PlanOptions = {},
): CountingProgram {
  assertPlannable(tree, declarations, options);
  assertOptionType("rules", rules, instance);
  const run = new Runner(new Planner(tree, declarations, options, rules));
  return {
    evaluate(variables, limits = noLimits) {
      const frame = run.begin(variables, limits);
      return run.end(frame, run.resultUnlessCancelled(frame));
    },
    measure(variables, limits = noLimits) {
      const frame = run.begin(variables, limits);
      const result = run.resultUnlessCancelled(frame);
      const { cost } = frame;
      return { result: run.end(frame, result), cost };
    },
  };
}

const noLimits: FrameOptions = {};

/** Runs a plan in a frame that it reuses in the next evaluation. */
class Runner {
  private readonly evaluate: Evaluate;
  private readonly slotCount: number;
  /**
   * The frame for the next evaluation; undefined while in use, since an activation may start a nested evaluation, which
   * gets a new frame.
   */
  private spareFrame: Frame | undefined;

  constructor(planner: Planner) {
    this.evaluate = planner.planTree();
    this.slotCount = planner.slotCount;
  }

  begin(variables: Activation, limits: FrameOptions): Frame {
    const frame = this.spareFrame ?? new Frame(this.slotCount);
    this.spareFrame = undefined;
    frame.begin(variables, limits);
    return frame;
  }

  end(frame: Frame, result: Value | CelError): Value | CelError {
    const { limitError } = frame;
    frame.end();
    this.spareFrame = frame;
    return limitError ?? result;
  }

  result(frame: Frame): Value | CelError {
    return this.evaluate(frame);
  }

  resultUnlessCancelled(frame: Frame): Value | CelError {
    try {
      return this.evaluate(frame);
    } catch (error) {
      if (error instanceof Cancellation) return new CelError(error.message);
      throw error;
    }
  }
}
