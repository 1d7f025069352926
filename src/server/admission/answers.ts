/**
 * Answers that are a moment away, for expressions that cannot wait: they are evaluated with what there is, and again once
 * the answers are there.
 *
 * @module
 */

/** The answers of one request. */
export class Answers {
  private readonly known = new Map<string, unknown>();
  private pending: Promise<void>[] = [];

  /** @param meanwhile - taken until the answer is there */
  ask<T>(question: string, ask: () => Promise<T>, meanwhile: T): T {
    if (this.known.has(question)) return this.known.get(question) as T;
    this.known.set(question, meanwhile);
    this.pending.push(ask().then((answer) => void this.known.set(question, answer)));
    return meanwhile;
  }

  /** Resolves when all questions are answered; true when there was one, so that everything is to be asked again. */
  async settle(): Promise<boolean> {
    const { pending } = this;
    this.pending = [];
    await Promise.all(pending);
    return pending.length > 0;
  }
}
