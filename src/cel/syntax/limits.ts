/**
 * The limits of the parser. All but the last are cel-go's, so clustervet rejects an expression where kube-apiserver
 * does.
 *
 * @module
 */

/** The longest expression, in Unicode code points. */
export const maxExpressionCodePoints = 100_000;

/**
 * The deepest nesting of a grammar rule in itself, and of selects, calls, indexes and binary operators in each other.
 */
export const maxRecursionDepth = 250;

/** The most issues reported for one expression. */
export const maxIssueCount = 100;

/** The number of syntax errors after which the parser still continues. */
export const maxRecoveryCount = 30;

/**
 * The most nodes of a tree. `optMap` copies its target, so a short chain of calls could grow without bound; all other
 * expressions stay far below the limit, at about 1.4 nodes for each character.
 */
export const maxNodeCount = 200_000;
