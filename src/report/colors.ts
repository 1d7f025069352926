/**
 * Colours of a terminal.
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

/** Each puts a text into its style. Styles nest, but not bold and dim, nor two colours. */
export type Colors = Readonly<Record<keyof typeof styles, (text: string) => string>>;

/** @param isColorful - otherwise texts stay as they are */
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
