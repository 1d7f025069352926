/**
 * Detects values that a recursive walk would never finish. JSON has none of them, but a program can create one.
 *
 * @module
 */

/** The depth that a recursive walk reaches with any stack size; most stacks allow more. */
export const maxSureDepth = 1_000;

interface Step {
  readonly name: string;
  readonly value: object;
  readonly members: Iterator<[string, unknown]>;
}

/** Returns why a walk over the value does not end, with the place; undefined if it ends. Visits each part once. */
export function endlessFault(name: string, value: unknown): string | undefined {
  const openSteps: Step[] = [];
  const [seen, ancestors] = [new Set<object>(), new Set<object>()];
  const enter = (step: string, part: unknown): string | undefined => {
    if (typeof part !== "object" || part === null) return undefined;
    const place = () => [...openSteps.map((each) => each.name), step].join(".");
    if (ancestors.has(part)) return `${place()} holds itself`;
    if (openSteps.length >= maxSureDepth) return `${name} is more than ${maxSureDepth} levels deep`;
    if (seen.has(part)) return undefined;
    seen.add(part);
    ancestors.add(part);
    openSteps.push({ name: step, value: part, members: Object.entries(part)[Symbol.iterator]() });
    return undefined;
  };
  let fault = enter(name, value);
  for (let last = openSteps.at(-1); last !== undefined && fault === undefined; last = openSteps.at(-1)) {
    const next = last.members.next();
    if (!next.done) fault = enter(...next.value);
    else ancestors.delete((openSteps.pop() as Step).value);
  }
  return fault;
}
