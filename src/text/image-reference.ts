/**
 * Names of container images: `registry.example:5000/team/app`. Tags and digests are recognized in order to report or
 * return them.
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

/** In characters, without the host. */
const maxNameLength = 255;

/** Returns why the text is not an image name without tag and digest; undefined if it is one. */
export function imageNameFault(text: string): string | undefined {
  if (bareName.test(text)) {
    const path = text.includes("/") ? text.replace(leadingHost, "") : text;
    return path.length > maxNameLength ? `the name must have at most ${maxNameLength} characters` : undefined;
  }
  if (reference.test(text)) return "must not have a tag or digest";
  if (reference.test(text.toLowerCase())) return "the name must be lowercase";
  return "must be the name of an image";
}

/** The registry of names without a registry, and the folder in it for names without a folder. */
const defaultRegistry = "docker.io";
const defaultFolder = "library";

/**
 * Returns the image name with its registry, as container runtimes complete it: `docker.io/library/busybox` for
 * `busybox`.
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

/** The form of an image ID, which therefore cannot be a name. */
const identifier = /^[a-f0-9]{64}$/;

/** Returns why the text is not an image name with optional tag and digest; undefined if it is one. */
export function imageReferenceFault(text: string): string | undefined {
  if (text === "") return "must name an image";
  if (identifier.test(text)) return "must be a name, not the identifier of an image";
  if (reference.test(text)) return undefined;
  return reference.test(text.toLowerCase())
    ? "the name must be lowercase"
    : "must be HOST/NAME:TAG or HOST/NAME@DIGEST";
}

/**
 * Returns the tag, by default `latest`; undefined for an image with only a digest, and for a text that is not an image
 * name.
 */
export function imageTag(text: string): string | undefined {
  const [found, own, hash] = identifier.test(text) ? [] : (reference.exec(text) ?? []);
  if (found === undefined) return undefined;
  return own ?? (hash === undefined ? "latest" : undefined);
}
