/**
 * Plans whole paths, `object.spec.replicas` and `has(c.securityContext)`: a variable, then fields. The fast case reads
 * maps and objects that have each field, and charges once. From the first value that is missing or of another kind,
 * evaluation continues step by step.
 *
 * @module
 */
import { type CelError, CelRecord, type Value } from "../types/values.ts";
import { type Charges, chargesOf, type Evaluate, type Frame } from "./frame.ts";
import { type AccessMember, type AccessRules, isPresent, planAccess, readMember } from "./plan-access.ts";
import { interned } from "./text.ts";

/** A path in the tree. */
export interface PathPlan {
  readonly root: Root;
  /** The error for a variable without a value. */
  readonly missing: CelError;
  readonly steps: readonly PathStep[];
  readonly rules: AccessRules;
  /** The cost of the variable; charged at the end of the path. */
  readonly startCost: number;
}

/** The variable that a path starts with. */
export interface Root {
  /** The slot of its value; absent for a free variable that is read only once. */
  readonly slot: number | undefined;
  /** The name of a free variable; its value is stored in the slot when it is first read. */
  readonly name: string | undefined;
}

export interface PathStep {
  readonly field: string;
  /** The node of the errors of this step. */
  readonly exprId: number;
}

/** Plans reading the value at the end of a path. */
export function planPath(plan: PathPlan): Evaluate {
  const path = new Path(plan, readMember);
  return (frame) => path.follow(frame);
}

/** Plans testing whether the last field of a path is present. */
export function planPathPresence(plan: PathPlan): Evaluate {
  const path = new Path(plan, isPresent);
  return (frame) => path.test(frame);
}

/** Returns the costs of reading the whole path, in order. */
export function stepCosts({ steps, rules, startCost }: PathPlan): readonly number[] {
  return [...steps.map(() => rules.readCost), startCost];
}

/** Plans reading the value at the end of a path without charging; undefined if that needs the steps of `planPath`. */
export function planPathPeek(plan: PathPlan): (frame: Frame) => Value | CelError | undefined {
  const path = new Path(plan, readMember);
  return (frame) => path.peek(frame);
}

/** Reads or tests the field of a step. */
type ReadField = (value: Value, field: string, rules: AccessRules) => Value | CelError;

type RootValue = Value | CelError | undefined;

/** Returns the value of the variable; undefined if it has none. */
function rootValueOf(frame: Frame, { slot, name }: Root): RootValue {
  if (name === undefined) return slot === undefined ? undefined : frame.slots[slot];
  return slot === undefined ? frame.variables.get(name) : (frame.slots[slot] ?? frame.loadVariable(slot, name));
}

class Path {
  private readonly root: Root;
  private readonly missing: CelError;
  private readonly fields: readonly string[];
  private readonly stepAccesses: readonly AccessMember[];
  private readonly readCost: number;
  private readonly startCost: number;
  private readonly charges: Charges;

  constructor(plan: PathPlan, lastLook: ReadField) {
    const { root, missing, steps, rules, startCost } = plan;
    this.root = root;
    this.missing = missing;
    this.fields = steps.map(({ field }) => interned(field));
    this.stepAccesses = steps.map(({ exprId, field }, index) => {
      const look = index === steps.length - 1 ? lastLook : readMember;
      return planAccess(exprId, (value) => look(value, field, rules), rules.readCost);
    });
    this.readCost = rules.readCost;
    this.startCost = startCost;
    this.charges = chargesOf(stepCosts(plan));
  }

  follow(frame: Frame): Value | CelError {
    let value = rootValueOf(frame, this.root);
    for (let index = 0; index < this.fields.length; index++) {
      const held = value instanceof CelRecord ? value.getField(this.fields[index] ?? "") : undefined;
      if (held === undefined) return this.continueFrom(frame, value, index);
      value = held;
    }
    frame.chargeAll(this.charges);
    return value === undefined ? this.missing : value;
  }

  test(frame: Frame): Value | CelError {
    const last = this.fields.length - 1;
    let value = rootValueOf(frame, this.root);
    for (let index = 0; index < last; index++) {
      const held = value instanceof CelRecord ? value.getField(this.fields[index] ?? "") : undefined;
      if (held === undefined) return this.continueFrom(frame, value, index);
      value = held;
    }
    if (!(value instanceof CelRecord)) return this.continueFrom(frame, value, last);
    frame.chargeAll(this.charges);
    return value.getField(this.fields[last] ?? "") !== undefined;
  }

  peek(frame: Frame): RootValue {
    let value = rootValueOf(frame, this.root);
    for (let index = 0; index < this.fields.length && value !== undefined; index++) {
      value = value instanceof CelRecord ? value.getField(this.fields[index] ?? "") : undefined;
    }
    return value;
  }

  /** Continues step by step where the fast case ended: at step `from`, which is not charged yet. */
  private continueFrom(frame: Frame, start: RootValue, from: number): Value | CelError {
    for (let step = 0; step < from; step++) frame.charge(this.readCost);
    let value = start === undefined ? this.missing : start;
    for (const look of this.stepAccesses.slice(from)) value = look(frame, value);
    frame.charge(this.startCost);
    return value;
  }
}
