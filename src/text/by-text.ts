/**
 * Remembers what a pure function made of short texts: values of the same few texts come again and again.
 *
 * @module
 */

/** Longer texts are not worth their memory; in UTF-16 units. */
const maxTextLength = 64;
/** When there are more, all are forgotten. */
const maxTexts = 1000;

/** @param make - without effects, with a result that nobody changes */
export function byText<R>(make: (text: string) => R): (text: string) => R {
  const results = new Map<string, R>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined || results.has(text)) return known as R;
    const result = make(text);
    if (text.length > maxTextLength) return result;
    if (results.size >= maxTexts) results.clear();
    results.set(text, result);
    return result;
  };
}
