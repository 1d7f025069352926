import type { Asked } from "./served.mjs";

export interface SingleAttack extends Asked {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

export const bodies: readonly SingleAttack[];
export const patches: readonly SingleAttack[];
export const questions: readonly SingleAttack[];
