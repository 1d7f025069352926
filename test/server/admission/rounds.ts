/** The first round of plugins that change objects, for plugins that do not ask for a second one. */
import type { MutationRounds } from "../../../src/server/admission/plugin.ts";

export const firstRound: MutationRounds = {
  isSecond: false,
  askForSecond() {
    throw new Error("no second round was expected");
  },
};
