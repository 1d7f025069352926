/**
 * The metadata that the API server gives a new object.
 *
 * @module
 */

/** The metadata that only the server sets. */
interface MadeMetadata {
  uid?: string;
  creationTimestamp?: string;
  deletionTimestamp?: string | null;
  deletionGracePeriodSeconds?: number | bigint;
  selfLink?: string;
}

/** So long that the suffix still fits into a DNS label. */
const maxNameBaseLength = 58;

/** Characters that the server adds to make a name. */
export const nameSuffixLength = 5;

/** @param suffix - of `nameSuffixLength` characters */
export const madeName = (base: string, suffix: string): string => base.slice(0, maxNameBaseLength) + suffix;

/** Takes away what only the server may say. */
export function clearSystemMetadata(metadata: MadeMetadata): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** The metadata that the server gives each new object. */
type Started = Readonly<Required<Pick<MadeMetadata, "uid" | "creationTimestamp">>>;

/** Says it, of metadata that were cleared. */
export function startMetadata(metadata: MadeMetadata, { uid, creationTimestamp }: Started): void {
  metadata.uid = uid;
  metadata.creationTimestamp = creationTimestamp;
}
