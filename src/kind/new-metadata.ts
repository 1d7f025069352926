/**
 * The metadata that the API server sets in a new object.
 *
 * @module
 */

/** Metadata that only the API server sets. */
interface SystemMetadata {
  uid?: string;
  creationTimestamp?: string;
  deletionTimestamp?: string | null;
  deletionGracePeriodSeconds?: number | bigint;
  selfLink?: string;
}

/** In characters: a DNS label has at most 63, and the suffix needs 5. */
const maxNameBaseLength = 58;

/** The number of characters that the server appends to `generateName`. */
export const nameSuffixLength = 5;

/** Returns a generated name. @param suffix - of `nameSuffixLength` characters */
export const generatedNameOf = (base: string, suffix: string): string => base.slice(0, maxNameBaseLength) + suffix;

/** Removes the metadata that only the API server may set. */
export function clearSystemMetadata(metadata: SystemMetadata): void {
  delete metadata.uid;
  delete metadata.creationTimestamp;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.selfLink;
}

/** The metadata that the API server sets in every new object. */
type InitialMetadata = Readonly<Required<Pick<SystemMetadata, "uid" | "creationTimestamp">>>;

/** Sets the metadata of a new object. `clearSystemMetadata` must have been called before. */
export function initializeMetadata(metadata: SystemMetadata, { uid, creationTimestamp }: InitialMetadata): void {
  metadata.uid = uid;
  metadata.creationTimestamp = creationTimestamp;
}
