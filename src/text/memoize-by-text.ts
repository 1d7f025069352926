/**
 * Caches the results of pure functions for short texts, since the same few values occur again and again.
 *
 * @module
 */

/** In UTF-16 units; longer texts are not worth the memory. */
const maxTextLength = 64;
/** When the cache has this many entries, it is cleared. */
const maxTexts = 1000;

/** Returns a cached version of a function. @param make - without side effects; its result must not be changed */
export function memoizeByText<R>(make: (text: string) => R): (text: string) => R {
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
