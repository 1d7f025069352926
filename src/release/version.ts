/**
 * The version of this package.
 *
 * @module
 */

/** Kept equal to package.json by a test. */
export const version = "0.1.0";
