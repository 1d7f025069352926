/**
 * What the parsers of this folder return: the value, or what is wrong with the text.
 *
 * @module
 */
export type Parsed<T> = ParsedValue<T> | ParseFault;

export interface ParsedValue<T> {
  readonly ok: true;
  readonly value: T;
}

export interface ParseFault {
  readonly ok: false;
  /** The message of the component that reads such text, word for word. */
  readonly error: string;
}

export const parsed = <T>(value: T): ParsedValue<T> => ({ ok: true, value });
export const fault = (error: string): ParseFault => ({ ok: false, error });
