import type { Target } from "./served.mjs";

export interface CrowdAttack {
  readonly name: string;
  readonly requests: number;
  run(target: Target): Promise<{ seen: string; faults: readonly string[] }>;
}

export const crowds: readonly CrowdAttack[];
