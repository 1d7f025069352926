/**
 * The error for a failed request to a cluster, with a one-line message that says what to change.
 *
 * @module
 */

/**
 * `configuration`: the settings for the connection are missing or invalid; `credentials`: the client could not get
 * credentials, or the server did not accept them; `unreachable`: no connection; `late`: no response in time; `answer`:
 * a response that is an error or invalid; `canceled`: no caller waits any more.
 */
export type FaultNature = "configuration" | "credentials" | "unreachable" | "late" | "answer" | "canceled";

export class ClientFault extends Error {
  override readonly name = "ClientFault";
  readonly nature: FaultNature;
  readonly help: string | undefined;
  /** HTTP status of the response. */
  readonly code: number | undefined;

  constructor(nature: FaultNature, message: string, more: { readonly help?: string; readonly code?: number } = {}) {
    super(message);
    this.nature = nature;
    this.help = more.help;
    this.code = more.code;
  }
}
