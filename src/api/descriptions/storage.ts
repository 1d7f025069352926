/**
 * The purpose of the types and fields of `storage`.
 *
 * @module
 */
export const storage: Readonly<Record<string, string>> = {
  "storage/v1.CSIDriver": "The abilities of a storage driver, and its demands on the cluster.",
  "storage/v1.CSINode": "The storage drivers on a node.",
  "storage/v1.CSIStorageCapacity": "How much storage of a class is left in a part of the cluster.",
  "storage/v1.StorageClass": "A kind of storage that claims can name.",
  "storage/v1.VolumeAttachment": "Asks for a volume to be attached to a node.",
  "storage/v1.VolumeAttributesClass": "Parameters of volumes that may change while they are in use.",
};
