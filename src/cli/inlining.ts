/**
 * How much V8 inlines while it compiles the functions of a long run. Some 350 functions are hot for about a second: with a
 * sixth of the usual, a third of the compiler's time is saved and the run is no slower. It ends before code is loaded again
 * that was compiled when the package was built: V8 refuses that while a flag is set.
 *
 * @part read-ahead
 * @module
 */

/** Of bytecode, in bytes. */
const usualInlining = 920;
const lessInlining = 150;

/** @param setFlag - default: that of V8 */
export function inlineLess(setFlag = setV8Flag): void {
  setFlag(`--max-inlined-bytecode-size-cumulative=${lessInlining}`);
}

/** @param setFlag - default: that of V8 */
export function inlineAsEver(setFlag = setV8Flag): void {
  setFlag(`--max-inlined-bytecode-size-cumulative=${usualInlining}`);
}

// An import would make a module of every member of it.
function setV8Flag(flag: string): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(flag);
}
