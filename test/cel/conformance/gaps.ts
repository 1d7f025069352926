/**
 * The cases that do not hold, each with the reason. A case that is listed and holds fails the suite, so that the list
 * never grows stale.
 *
 * @module
 */
import type { SpecCase } from "./case.ts";

interface Gap {
  /** A case or a whole section or file, by path. */
  readonly path: string;
  readonly reason: string;
}

const gaps: readonly Gap[] = [
  ...["indexof_out_of_range", "lastindexof_out_of_range"].map((name) => ({
    path: `string_ext/value_errors/${name}`,
    reason: "as in cel-go, a position beyond the end of the string finds nothing and is no error",
  })),
  {
    path: "timestamps/duration_converters/get_milliseconds",
    reason: "as in cel-go, the whole duration is counted, not the milliseconds within its second",
  },
  {
    path: "type_deductions/legacy_nullable_types/null_assignable_to_abstract_parameter_candidate",
    reason: "as in cel-go, null does not bind to the type of an optional beside it",
  },
];

const messageNames = /TestAllTypes|TestRequired|conformance\.proto[23]\.|GlobalEnum/;

/** Why the case is known not to hold; undefined when it must. */
export function gapOf(test: SpecCase): string | undefined {
  const listed = gaps.find(({ path }) => test.path === path || test.path.startsWith(`${path}/`));
  if (listed !== undefined) return listed.reason;
  if (!messageNames.test(JSON.stringify({ ...test, path: "", container: "" }))) return undefined;
  // A message that nobody declared is an error, which is what some cases expect.
  const isErrorAnyway = test.disableCheck && test.evalError !== undefined;
  return isErrorAnyway ? undefined : "messages of protocol buffers are not supported";
}
