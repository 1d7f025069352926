/**
 * The common return type of functions that can fail because of their input.
 *
 * @module
 */

/** A value, or the reason why it is absent. */
export type Result<T, E = string> = Success<T> | Failure<E>;

/** A success with its value. */
export interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

/** A failure. `error` is the exact message of the component that reads this input, unless its type is not a string. */
export interface Failure<E = string> {
  readonly ok: false;
  readonly error: E;
}

export const success = <T>(value: T): Success<T> => ({ ok: true, value });
export const failure = <E>(error: E): Failure<E> => ({ ok: false, error });
