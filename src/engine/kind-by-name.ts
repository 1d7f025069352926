/**
 * Recognizes files by name: the configurations of k3s and RKE2, which have neither `apiVersion` nor `kind`.
 *
 * @module
 */
import { isPlainObject } from "../json/plain-object.ts";
import type { Catalog } from "../kind/catalog.ts";
import type { Kind } from "../kind/kind.ts";
import type { SourceFile } from "../source/source-file.ts";

const kindByFolder: ReadonlyMap<string, string> = new Map([
  ["k3s", "K3sConfiguration"],
  ["rke2", "RKE2Configuration"],
]);

/**
 * Matches `/etc/rancher/k3s/config.yaml` and `/etc/rancher/k3s/config.yaml.d/10-audit.yaml`, also below another root.
 */
const names = /(?:^|\/)rancher\/(k3s|rke2)\/config\.yaml(?:\.d\/[^/]+\.ya?ml)?$/i;

export const isNamedAsKind = (file: string): boolean => names.test(file);

/** Returns the kind of a file with such a name; undefined for all other files. */
export function kindByName(file: SourceFile, catalog: Catalog): Kind | undefined {
  const [, folder = ""] = names.exec(file.name) ?? [];
  const kind = kindByFolder.get(folder.toLowerCase());
  const [first] = file.documents;
  const saysKind = isPlainObject(first?.value) && "apiVersion" in first.value && "kind" in first.value;
  return kind === undefined || saysKind ? undefined : catalog.findAllByName(kind)[0];
}
