/**
 * What certificates say of themselves (RFC 5280, section 4), as far as the API server asks.
 *
 * @module
 */
import { derTag, readDer, readDerItems, readObjectIdentifier } from "../../lexical/der.ts";

const basicConstraints = "2.5.29.19";
const extensionsTag = derTag.context(3);

/** Whether a certificate may sign others; undefined for bytes that are no certificate. */
export function isAuthority(der: Uint8Array): boolean | undefined {
  const extensions = extensionsOf(der);
  if (!extensions) return undefined;
  const constraints = readDer(extensions.get(basicConstraints) ?? new Uint8Array());
  const [first] = (constraints && readDerItems(constraints.content)) ?? [];
  return first?.tag === derTag.boolean && first.content[0] === 0xff;
}

/** The values of the extensions by their ids; a certificate has each once. */
function extensionsOf(der: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined {
  const certificate = readDer(der);
  if (certificate?.tag !== derTag.sequence) return undefined;
  const [signed] = readDerItems(certificate.content) ?? [];
  const parts = signed?.tag === derTag.sequence ? readDerItems(signed.content) : undefined;
  if (!parts) return undefined;
  const holder = parts.find(({ tag }) => tag === extensionsTag);
  const list = holder && readDer(holder.content);
  const extensions = new Map<string, Uint8Array>();
  for (const { content } of list ? (readDerItems(list.content) ?? []) : []) {
    const items = readDerItems(content) ?? [];
    const [first] = items;
    const id = first && readObjectIdentifier(first.content);
    const value = items.at(-1);
    if (id === undefined || value?.tag !== derTag.octetString || extensions.has(id)) return undefined;
    extensions.set(id, value.content);
  }
  return extensions;
}
