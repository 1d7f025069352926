/** The first round of mutating plugins, for plugins that must not request a second one. */
import type { MutationRounds } from "../../../src/server/admission/plugin.ts";

export const firstRound: MutationRounds = {
  isSecond: false,
  askForSecond() {
    throw new Error("no second round was expected");
  },
};
