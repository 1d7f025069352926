/**
 * How deep the lists and maps of a JSON text are nested, told before anything walks over them.
 *
 * @module
 */

/** Text that is no JSON has a depth too: that of its brackets outside of strings. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isInString) {
      if (character === "\\") index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
}
