/**
 * The conformance cases that fail, each with the reason. A listed case that passes fails the suite, so that the list
 * stays current.
 *
 * @module
 */
import type { SpecCase } from "./case.ts";

interface Gap {
  /** The path of a case, a section or a file. */
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

/** Returns why the case is known to fail; undefined if it must pass. */
export function gapOf(test: SpecCase): string | undefined {
  const listed = gaps.find(({ path }) => test.path === path || test.path.startsWith(`${path}/`));
  if (listed !== undefined) return listed.reason;
  if (!messageNames.test(JSON.stringify({ ...test, path: "", container: "" }))) return undefined;
  // An undeclared message is an error, which some cases expect.
  const isErrorAnyway = test.disableCheck && test.evalError !== undefined;
  return isErrorAnyway ? undefined : "messages of protocol buffers are not supported";
}
