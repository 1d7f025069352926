/**
 * A value, or why there is none: the one form in which functions give back what may fail by its input.
 *
 * @module
 */
export type Result<T, E = string> = Success<T> | Failure<E>;

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
