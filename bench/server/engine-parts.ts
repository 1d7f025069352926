/** The parts of the server that bench/server/engine.mjs measures. */
export { settle } from "../../src/engine/options.ts";
export { engineValidation, objectValidation } from "../../src/server/admission/engine-validation.ts";
export { servedResources, servingTarget } from "../../src/server/served-kinds.ts";
