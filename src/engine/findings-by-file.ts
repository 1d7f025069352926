/**
 * Collects findings until their file is parsed anyway, since placing a finding needs the parsed file.
 *
 * @module
 */
import type { ProjectDocument } from "../rule/rule.ts";
import type { RuleFinding } from "../rule/run.ts";
import type { GatheredResults } from "./gathered-results.ts";

/** Receives findings. */
export type Reports = Pick<GatheredResults, "report" | "reportUnder">;

/**
 * Findings that are placed file by file. Otherwise a large file would be parsed again each time a finding returns to
 * it.
 */
export class FindingsByFile implements Reports {
  readonly #gathered: GatheredResults;
  readonly #findings = new Map<string, (readonly [ProjectDocument, RuleFinding])[]>();

  constructor(gathered: GatheredResults) {
    this.#gathered = gathered;
  }

  report(object: ProjectDocument, finding: RuleFinding): void {
    const known = this.#findings.get(object.file);
    if (known) known.push([object, finding]);
    else this.#findings.set(object.file, [[object, finding]]);
  }

  reportUnder(name: string, finding: RuleFinding): void {
    this.#gathered.reportUnder(name, finding);
  }

  /** Places the findings of a file. Call it while the parsed file is held. */
  placeIn(file: string): void {
    for (const [object, finding] of this.#findings.get(file) ?? []) this.#gathered.report(object, finding);
    this.#findings.delete(file);
  }

  place(): void {
    for (const file of [...this.#findings.keys()]) this.placeIn(file);
  }
}
