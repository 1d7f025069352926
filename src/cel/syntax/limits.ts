/**
 * The limits of the parser. All but the last are those of cel-go, so an expression is refused where the real component
 * refuses it.
 *
 * @module
 */

/** Length of an expression in Unicode code points. */
export const maxExpressionCodePoints = 100_000;

/** Nesting of one grammar rule in itself, and of selects, calls, indexes and binary operators in one another. */
export const maxRecursionDepth = 250;

/** Issues reported for one expression. */
export const maxIssueCount = 100;

/** Syntax errors after which the parser picks up again. */
export const maxRecoveryCount = 30;

/**
 * Nodes of one tree. `optMap` copies its target, so that a short chain of them could grow without bound; everything else
 * stays well below this, at about 1.4 nodes for each character.
 */
export const maxNodeCount = 200_000;
