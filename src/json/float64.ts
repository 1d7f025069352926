/**
 * Whole numbers that Go holds as floating point numbers: their JSON text has a point or an exponent, as in `2.0` and `1e3`.
 *
 * Objects hold plain numbers. Only the copy of a custom resource that is validated has these: kube-apiserver compares
 * such a number with the bounds of a schema as a float, and expressions see no integer.
 *
 * @module
 */
export class Float64 extends Number {}
