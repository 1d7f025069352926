/**
 * Why a cluster could not be asked, in one line that says what to change.
 *
 * @module
 */

/**
 * `configuration`: how to connect is not known; `credentials`: who asks could not be shown, or was not accepted; `unreachable`: no
 * connection; `late`: no answer in time; `answer`: an answer that says no, or that makes no sense; `canceled`: nobody waits any more.
 */
export type FaultNature = "configuration" | "credentials" | "unreachable" | "late" | "answer" | "canceled";

export class ClientFault extends Error {
  override readonly name = "ClientFault";
  readonly nature: FaultNature;
  readonly help: string | undefined;
  /** HTTP status of an answer. */
  readonly code: number | undefined;

  constructor(nature: FaultNature, message: string, more: { readonly help?: string; readonly code?: number } = {}) {
    super(message);
    this.nature = nature;
    this.help = more.help;
    this.code = more.code;
  }
}
