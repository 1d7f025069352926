/**
 * Integers that Go decodes as floating point numbers, since their JSON text has a point or an exponent: `2.0` and
 * `1e3`.
 *
 * Objects contain plain numbers. Only the copy of a custom resource for validation contains `Float64`: kube-apiserver
 * compares these numbers with the bounds of a schema as floats, and expressions do not treat them as integers.
 *
 * @module
 */
export class Float64 extends Number {}
