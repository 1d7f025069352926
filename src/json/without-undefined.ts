/**
 * Drops members without a value, for optional members that must be absent rather than undefined.
 *
 * @module
 */

/** The members of T whose type allows undefined are optional instead. */
type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns a copy with only the members that are not undefined. */
export const withoutUndefined = <T extends object>(members: T): WithoutUndefined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
