import fc from "fast-check";

/**
 * Properties try the same inputs in every run, so that a change is judged by what it changes; `PROPERTY_SEED` gives others.
 * A failure that other inputs show becomes a row of a table.
 */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_123) });
