/**
 * Plans of whole paths, `object.spec.replicas` and `has(c.securityContext)`: a variable, then fields. The fast road reads
 * from maps and objects that have each field and charges once; what is missing or of another kind is looked into step by
 * step from where the road ended.
 *
 * @module
 */
import { type CelError, CelRecord, type Value } from "../types/values.ts";
import { type Charges, chargesOf, type Evaluate, type Frame } from "./frame.ts";
import { type AccessRules, isPresent, type Look, lookAtField, planLook } from "./plan-access.ts";

/** A path as it stands in the tree. */
export interface PathPlan {
  /** The variable's name, or the slot of a loop variable. */
  readonly root: string | number;
  /** Says that the variable has no value. */
  readonly missing: CelError;
  readonly steps: readonly PathStep[];
  readonly rules: AccessRules;
  /** What starting a path costs; charged at its end. */
  readonly startCost: number;
}

export interface PathStep {
  readonly field: string;
  /** The node that faults of this step are laid to. */
  readonly exprId: number;
}

/** The value at the end of a path. */
export function planPath(plan: PathPlan): Evaluate {
  return fromRoot(new Path(plan, lookAtField));
}

/** Whether the last field of a path is there. */
export function planPathPresence(plan: PathPlan): Evaluate {
  const path = new Path(plan, isPresent);
  const { root } = path;
  if (typeof root === "number") return (frame) => path.test(frame, frame.slots[root]);
  return (frame) => path.test(frame, frame.variables.get(root));
}

/** What reading the whole path costs, in order. */
export function stepCosts({ steps, rules, startCost }: PathPlan): readonly number[] {
  return [...steps.map(() => rules.readCost), startCost];
}

/** The value at the end of a path in whatever the frame holds; undefined where only `planPath` can tell. Charges nothing. */
export function planPathPeek(plan: PathPlan): (frame: Frame) => Value | CelError | undefined {
  const path = new Path(plan, lookAtField);
  const { root } = path;
  if (typeof root === "number") return (frame) => path.peek(frame.slots[root]);
  return (frame) => path.peek(frame.variables.get(root));
}

function fromRoot(path: Path): Evaluate {
  const { root } = path;
  if (typeof root === "number") return (frame) => path.follow(frame, frame.slots[root]);
  return (frame) => path.follow(frame, frame.variables.get(root));
}

/** What a step finds by the name of its field. */
type FieldLook = (value: Value, field: string, rules: AccessRules) => Value | CelError;

type Start = Value | CelError | undefined;

class Path {
  readonly root: string | number;
  private readonly missing: CelError;
  private readonly fields: readonly string[];
  private readonly looks: readonly Look[];
  private readonly readCost: number;
  private readonly startCost: number;
  private readonly charges: Charges;

  constructor(plan: PathPlan, lastLook: FieldLook) {
    const { root, missing, steps, rules, startCost } = plan;
    this.root = root;
    this.missing = missing;
    this.fields = steps.map(({ field }) => interned(field));
    this.looks = steps.map(({ exprId, field }, index) => {
      const look = index === steps.length - 1 ? lastLook : lookAtField;
      return planLook(exprId, (value) => look(value, field, rules), rules.readCost);
    });
    this.readCost = rules.readCost;
    this.startCost = startCost;
    this.charges = chargesOf(stepCosts(plan));
  }

  follow(frame: Frame, start: Start): Value | CelError {
    let value = start;
    for (let index = 0; index < this.fields.length; index++) {
      const held = value instanceof CelRecord ? value.getField(this.fields[index] ?? "") : undefined;
      if (held === undefined) return this.look(frame, value, index);
      value = held;
    }
    frame.chargeAll(this.charges);
    return value === undefined ? this.missing : value;
  }

  test(frame: Frame, start: Start): Value | CelError {
    const last = this.fields.length - 1;
    let value = start;
    for (let index = 0; index < last; index++) {
      const held = value instanceof CelRecord ? value.getField(this.fields[index] ?? "") : undefined;
      if (held === undefined) return this.look(frame, value, index);
      value = held;
    }
    if (!(value instanceof CelRecord)) return this.look(frame, value, last);
    frame.chargeAll(this.charges);
    return value.getField(this.fields[last] ?? "") !== undefined;
  }

  peek(start: Start): Start {
    let value = start;
    for (let index = 0; index < this.fields.length && value !== undefined; index++) {
      value = value instanceof CelRecord ? value.getField(this.fields[index] ?? "") : undefined;
    }
    return value;
  }

  /** Goes on where the fast road ended: at step `from`, which has not been charged. */
  private look(frame: Frame, start: Start, from: number): Value | CelError {
    for (let step = 0; step < from; step++) frame.charge(this.readCost);
    let value = start === undefined ? this.missing : start;
    for (const look of this.looks.slice(from)) value = look(frame, value);
    frame.charge(this.startCost);
    return value;
  }
}

/** The same text as the engine keeps the names of properties, so that reading by it compares no characters. */
function interned(name: string): string {
  return Object.keys({ [name]: null })[0] ?? name;
}
