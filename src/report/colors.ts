/**
 * Styles text with terminal colors.
 *
 * @module
 */

/** The SGR parameters that begin a style and end it (ECMA-48, 8.3.117). */
const styles = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const;

/** Functions that style a text. Styles may be nested, except bold with dim, and two colors. */
export type Colors = Readonly<Record<keyof typeof styles, (text: string) => string>>;

/** @param isColorful - if false, texts are returned unchanged */
export function createColors(isColorful: boolean): Colors {
  const style = (name: keyof typeof styles) => {
    const [start, end] = styles[name];
    return (text: string) => (isColorful ? `\x1b[${start}m${text}\x1b[${end}m` : text);
  };
  return {
    bold: style("bold"),
    dim: style("dim"),
    red: style("red"),
    green: style("green"),
    yellow: style("yellow"),
    blue: style("blue"),
    cyan: style("cyan"),
  };
}
