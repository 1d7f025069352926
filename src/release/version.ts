/**
 * The version of this package.
 *
 * @module
 */

/** A test checks that package.json has the same version. */
export const version = "0.1.0";
