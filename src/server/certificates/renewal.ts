/**
 * Renews the certificates of a long-running server before they expire.
 *
 * @module
 */
import type { Log } from "../http/log.ts";
import { type CertificateOptions, prepareCertificates, type ServerCertificates } from "./data-directory.ts";

/** Interval between checks. Certificates are renewed weeks before they expire. */
const intervalMs = 3_600_000;

export interface RenewalOptions extends Omit<CertificateOptions, "nowMs"> {
  readonly nowMs: () => number;
  readonly log: Log;
  /** Receives all certificates when some of them have been renewed. */
  onRenewed(certificates: ServerCertificates): Promise<void> | void;
}

export class CertificateRenewal {
  private readonly directory: string;
  private readonly options: RenewalOptions;
  private readonly timer: NodeJS.Timeout;
  private current: ServerCertificates;

  /** @param current - the certificates from the directory that are in use */
  constructor(directory: string, current: ServerCertificates, options: RenewalOptions) {
    this.directory = directory;
    this.current = current;
    this.options = options;
    this.timer = setInterval(() => void this.check(), intervalMs).unref();
  }

  /**
   * Renews certificates that expire soon. If the directory cannot be used, logs an error and tries again at the next
   * check.
   */
  async check(): Promise<void> {
    const { hosts, nowMs, log, onRenewed } = this.options;
    try {
      const certificates = await prepareCertificates(this.directory, { hosts, nowMs: nowMs() });
      if (isSame(certificates, this.current)) return;
      await onRenewed(certificates);
      this.current = certificates;
      log.info({ directory: this.directory }, "certificates were renewed");
    } catch (error) {
      log.error({ directory: this.directory, error: String(error) }, "certificates could not be renewed");
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

function isSame(a: ServerCertificates, b: ServerCertificates): boolean {
  return (
    a.authority === b.authority &&
    a.serving.certificate === b.serving.certificate &&
    a.admin.certificate === b.admin.certificate
  );
}
