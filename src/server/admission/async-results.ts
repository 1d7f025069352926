/**
 * Results of asynchronous calls for expressions, which cannot wait: an expression is evaluated with provisional results
 * first, and again once the real results have arrived.
 *
 * @module
 */

/** The results for one admission request, by question. */
export class AsyncResults {
  private readonly known = new Map<string, unknown>();
  private pending: Promise<void>[] = [];

  /**
   * Returns the result for a question, and starts the call on first use.
   *
   * @param meanwhile - the provisional result until the call has finished
   */
  resultOf<T>(question: string, startCall: () => Promise<T>, meanwhile: T): T {
    if (this.known.has(question)) return this.known.get(question) as T;
    this.known.set(question, meanwhile);
    this.pending.push(startCall().then((answer) => void this.known.set(question, answer)));
    return meanwhile;
  }

  /**
   * Waits for all pending calls. Resolves to true if there were any, so that the caller must evaluate all expressions
   * again.
   */
  async settle(): Promise<boolean> {
    const { pending } = this;
    this.pending = [];
    await Promise.all(pending);
    return pending.length > 0;
  }
}
