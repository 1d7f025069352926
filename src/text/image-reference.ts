/**
 * Names of container images: `registry.example:5000/team/app`. Tags and digests are recognised, to say that they are there.
 *
 * @module
 */

const hostPart = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const host = `(?:${hostPart}(?:\\.${hostPart})*|\\[(?:[a-fA-F0-9:]+)\\])(?::[0-9]+)?`;
const pathPart = "[a-z0-9]+(?:(?:[._]|__|[-]+)[a-z0-9]+)*";
const name = `(?:${host}/)?${pathPart}(?:/${pathPart})*`;
const tag = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}";
const digest = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";

const bareName = new RegExp(`^${name}$`);
const reference = new RegExp(`^${name}(?::(${tag}))?(?:@(${digest}))?$`);
const leadingHost = new RegExp(`^${host}/`);

/** Length of a repository's name without the host, in characters. */
const maxNameLength = 255;

/** The fault of a text that should name an image without tag and digest; undefined when it does. */
export function imageNameFault(text: string): string | undefined {
  if (bareName.test(text)) {
    const path = text.includes("/") ? text.replace(leadingHost, "") : text;
    return path.length > maxNameLength ? `the name must have at most ${maxNameLength} characters` : undefined;
  }
  if (reference.test(text)) return "must not have a tag or digest";
  if (reference.test(text.toLowerCase())) return "the name must be lowercase";
  return "must be the name of an image";
}

/** The registry of names without a registry, and the folder there of names without a folder. */
const defaultRegistry = "docker.io";
const defaultFolder = "library";

/**
 * The name of an image with its registry, as container runtimes fill it in: `docker.io/library/busybox` for `busybox`.
 *
 * @param text - a name without tag and digest
 */
export function fullImageName(text: string): string {
  const slash = text.indexOf("/");
  const first = text.slice(0, Math.max(slash, 0));
  const isRegistry = /[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase();
  const registry = !isRegistry || first === "index.docker.io" ? defaultRegistry : first;
  const path = isRegistry ? text.slice(slash + 1) : text;
  const folder = registry === defaultRegistry && !path.includes("/") ? `${defaultFolder}/` : "";
  return `${registry}/${folder}${path}`;
}

/** Text that is taken for the identifier of an image, and so is no name. */
const identifier = /^[a-f0-9]{64}$/;

/** The fault of a text that should name an image, with or without tag and digest; undefined when it does. */
export function imageReferenceFault(text: string): string | undefined {
  if (text === "") return "must name an image";
  if (identifier.test(text)) return "must be a name, not the identifier of an image";
  if (reference.test(text)) return undefined;
  return reference.test(text.toLowerCase())
    ? "the name must be lowercase"
    : "must be HOST/NAME:TAG or HOST/NAME@DIGEST";
}

/** The tag, by default `latest`; undefined for an image that a digest alone names, and for text that is no name. */
export function imageTag(text: string): string | undefined {
  const [found, own, hash] = identifier.test(text) ? [] : (reference.exec(text) ?? []);
  if (found === undefined) return undefined;
  return own ?? (hash === undefined ? "latest" : undefined);
}
