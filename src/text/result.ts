/**
 * The one form in which functions return what may fail by its input.
 *
 * @module
 */

/** A value, or the reason why it is absent. */
export type Result<T, E = string> = Success<T> | Failure<E>;

/** A value. */
export interface Success<T> {
  readonly ok: true;
  readonly value: T;
}

/** `error` is the message of the component that reads such input, word for word, unless its type says more. */
export interface Failure<E = string> {
  readonly ok: false;
  readonly error: E;
}

export const success = <T>(value: T): Success<T> => ({ ok: true, value });
export const failure = <E>(error: E): Failure<E> => ({ ok: false, error });
