import fc from "fast-check";

/**
 * Property tests try the same inputs in every run, so that a failure is due to a change of the code; `PROPERTY_SEED`
 * selects other inputs. If other inputs find a failure, it becomes a row of a table.
 */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 20_261_123) });
