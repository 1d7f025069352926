/**
 * Formats and parses doubles as Go does.
 *
 * @module
 */

/** The lowest power of ten that is written with an exponent. */
const exponentFrom = 6;

/** Returns the shortest digits that parse to `value`: `0.d1d2d3... * 10^exponent`. */
function shortestDigits(value: number): { readonly digits: string; readonly exponent: number } {
  const [mantissa = "", exponent = "0"] = Math.abs(value).toExponential().split("e");
  return { digits: mantissa.replace(".", ""), exponent: Number(exponent) + 1 };
}

/**
 * Formats a number as Go's `%g`: with as many digits as needed, and with an exponent for whole parts of more than six
 * digits and for numbers below 0.0001.
 */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? "-Inf" : "+Inf";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0`;
  const { digits, exponent } = shortestDigits(value);
  const power = exponent - 1;
  if (power >= -4 && power < exponentFrom) return sign + plainDigits(digits, exponent);
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
  const magnitude = String(Math.abs(power)).padStart(2, "0");
  return `${sign}${digits[0]}${fraction}e${power < 0 ? "-" : "+"}${magnitude}`;
}

/** Formats a number as Go's `%f` with as many digits as needed, never with an exponent. */
export function formatPlain(value: number): string {
  if (!Number.isFinite(value)) return formatDouble(value);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0`;
  const { digits, exponent } = shortestDigits(value);
  return sign + plainDigits(digits, exponent);
}

function plainDigits(digits: string, exponent: number): string {
  if (exponent <= 0) return `0.${"0".repeat(-exponent)}${digits}`;
  if (digits.length <= exponent) return digits.padEnd(exponent, "0");
  return `${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}

const decimalPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const hexPattern = /^([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([+-]?\d+)$/i;
const namedPattern = /^(?:([+-]?)inf(?:inity)?|(nan))$/i;
/** Underscores are allowed only between digits, or between `0x` and a digit. */
const misplacedUnderscore = /^[+-]?_|(?<![0-9a-fx])_|_(?![0-9a-f])/i;

/** Parses a number as Go's `strconv.ParseFloat`; undefined if the text is not a number, or one that is too large. */
export function parseDouble(text: string): number | undefined {
  const named = namedPattern.exec(text);
  if (named !== null) return named[2] !== undefined ? Number.NaN : named[1] === "-" ? -Infinity : Infinity;
  if (misplacedUnderscore.test(text)) return undefined;
  const plain = text.replaceAll("_", "");
  const value = decimalPattern.test(plain) ? Number(plain) : parseHexDouble(plain);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function parseHexDouble(text: string): number | undefined {
  const match = hexPattern.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  if (whole === "" && fraction === "") return undefined;
  const magnitude = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === "-" ? -magnitude : magnitude;
}
