/**
 * From a tree to a program: {@link plan} is done once, {@link Program.evaluate} as often as there is input. Trees may be
 * checked, then names and overloads are known, or only parsed, then both are found by what there is at run time.
 *
 * @part evaluation
 * @module
 */
import { assertHolds, assertOptions, flag, instance, method, type OptionType, oneOf } from "../../json/option-shape.ts";
import type { Ast } from "../syntax/ast.ts";
import type { CheckedAst } from "../types/checked-ast.ts";
import type { TrackingRules } from "../types/costs.ts";
import type { Declarations } from "../types/environment.ts";
import { CelError, type Value } from "../types/values.ts";
import { type Activation, Cancellation, type Evaluate, Frame, type FrameOptions } from "./frame.ts";
import { Planner, type PlanOptions } from "./planner.ts";

export type { PlanOptions } from "./planner.ts";

/** A planned expression; it keeps nothing of an evaluation. */
export interface Program {
  /**
   * @param variables - a missing one is an error when it is read
   * @returns the value, or the error with the id of the node that it came from
   */
  evaluate(variables: Activation, options?: FrameOptions): Value | CelError;
}

/** The result of an evaluation and its cost. */
export interface Evaluation {
  /** Also a cancellation for its cost is an error here. */
  readonly result: Value | CelError;
  /** Up to where it ended; above the limit when it was cancelled. */
  readonly cost: number;
}

/** A program that counts what its evaluations cost. */
export interface CountingProgram extends Program {
  /** As `evaluate`, with the cost. */
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
  assertHolds("tree", tree, instance);
  assertHolds("declarations", declarations, instance);
  assertOptions(options, shapeByName);
}

/** Makes a program of a checked or of a merely parsed tree. @throws {OptionError} for invalid options */
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

/** Makes a program that counts costs. @throws {OptionError} for invalid options */
export function planCounting(
  tree: CheckedAst | Ast,
  declarations: Declarations,
  rules: TrackingRules,
  options: PlanOptions = {},
): CountingProgram {
  assertPlannable(tree, declarations, options);
  assertHolds("rules", rules, instance);
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

/** Runs a plan in a frame that it keeps for the next evaluation. */
class Runner {
  private readonly evaluate: Evaluate;
  private readonly slotCount: number;
  /** Undefined while it is in use: an evaluation that an activation starts inside of another has a frame of its own. */
  private spare: Frame | undefined;

  constructor(planner: Planner) {
    this.evaluate = planner.planTree();
    this.slotCount = planner.slotCount;
  }

  begin(variables: Activation, limits: FrameOptions): Frame {
    const frame = this.spare ?? new Frame(this.slotCount);
    this.spare = undefined;
    frame.begin(variables, limits);
    return frame;
  }

  end(frame: Frame, result: Value | CelError): Value | CelError {
    const { exhausted } = frame;
    frame.end();
    this.spare = frame;
    return exhausted ?? result;
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
