/**
 * Determines which credential providers the kubelet runs for an image, in which order, and the cache keys of their
 * responses. Source: `URLsMatch` and the exec plugins of `pkg/credentialprovider` of Kubernetes 1.37.
 *
 * @module
 */
import { assertOptionType, listOf, text } from "../json/option-shape.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { compileRegex } from "../regex/regex.ts";
import { type GoUrl, hostname, parseUrl, port } from "../text/go-url.ts";

/** A provider, and whether the kubelet runs it for the image. */
export interface ProviderMatch {
  readonly name: string;
  /** The first pattern of `matchImages` that matches the image; absent if the kubelet does not run the provider. */
  readonly pattern?: string;
  /** Why each pattern does not match the image; empty if the kubelet runs the provider. */
  readonly misses: readonly { readonly pattern: string; readonly reason: string }[];
  /** With `0s`, the kubelet does not cache responses without a `cacheDuration`. */
  readonly defaultCacheDuration: string;
  /**
   * Whether the provider receives the token of the pod's service account; the kubelet then caches its responses for
   * that account only.
   */
  readonly usesServiceAccount: boolean;
  /** Whether only pods with a service account get credentials. */
  readonly requiresServiceAccount: boolean;
}

/** An image, and the providers and cache keys by which the kubelet finds its credentials. */
export interface ImageCredentials {
  /** The image with its host, without tag and digest. */
  readonly image: string;
  /** In the order in which the kubelet runs them. */
  readonly providers: readonly ProviderMatch[];
  /** Cache keys of a response by its `cacheKeyType`, in the order of lookup before the kubelet runs a provider. */
  readonly cacheKeys: { readonly Image: string; readonly Registry: string; readonly Global: string };
}

/** The relevant fields of a provider in a CredentialProviderConfig. */
export interface ProviderPatterns {
  readonly name?: string;
  readonly matchImages?: readonly string[];
  /** A duration in Go's notation, such as `12h`. */
  readonly defaultCacheDuration?: string;
  readonly tokenAttributes?: { readonly requireServiceAccount?: boolean };
}

/**
 * Returns the providers that the kubelet would run for an image. Does not run any.
 *
 * @param reference - the image as a pod names it
 * @param providers - in the order of the file; for a directory, of its files sorted by name
 * @throws {OptionError} for arguments of a wrong type
 */
export function imageCredentials(reference: string, providers: readonly ProviderPatterns[]): ImageCredentials {
  assertOptionType("reference", reference, text);
  assertOptionType("providers", providers, providerList);
  const image = repositoryOf(reference);
  return {
    image,
    providers: providers.map((provider) => providerMatch(image, provider)),
    cacheKeys: { Image: image, Registry: image.split("/", 1)[0] ?? "", Global: "global" },
  };
}

const patternList = listOf(text);
const providerList = listOf({
  expected:
    "a provider: `name` and `defaultCacheDuration` strings, `matchImages` a list of strings, `tokenAttributes` an object",
  accepts: (value) => {
    if (!isPlainObject(value)) return false;
    const { name = "", matchImages = [], defaultCacheDuration = "", tokenAttributes = {} } = value;
    return (
      [name, defaultCacheDuration].every(text.accepts) &&
      patternList.accepts(matchImages) &&
      isPlainObject(tokenAttributes)
    );
  },
});

function providerMatch(image: string, provider: ProviderPatterns): ProviderMatch {
  const { name = "", matchImages = [], defaultCacheDuration = "", tokenAttributes } = provider;
  const misses: { readonly pattern: string; readonly reason: string }[] = [];
  let found: string | undefined;
  for (const pattern of matchImages) {
    const reason = mismatchReason(pattern, image);
    if (reason === undefined) {
      found = pattern;
      break;
    }
    misses.push({ pattern, reason });
  }
  return {
    name,
    ...(found === undefined ? { misses } : { pattern: found, misses: [] }),
    defaultCacheDuration,
    usesServiceAccount: tokenAttributes !== undefined,
    requiresServiceAccount: tokenAttributes?.requireServiceAccount === true,
  };
}

const defaultHost = "docker.io";

/**
 * Normalizes an image reference as the kubelet does: `nginx:1` becomes `docker.io/library/nginx`, with default host and
 * folder, without tag and digest.
 */
export function repositoryOf(reference: string): string {
  const [named = ""] = reference.split("@", 1);
  const tag = named.indexOf(":", named.lastIndexOf("/") + 1);
  const name = tag < 0 ? named : named.slice(0, tag);
  const slash = name.indexOf("/");
  const first = slash < 0 ? "" : name.slice(0, slash);
  const isHost = /[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase();
  const host = isHost && first !== `index.${defaultHost}` ? first : defaultHost;
  const path = isHost ? name.slice(slash + 1) : name;
  return `${host}/${host === defaultHost && !path.includes("/") ? "library/" : ""}${path}`;
}

/**
 * Returns why a pattern of `matchImages` does not match an image; undefined if it matches. An invalid pattern never
 * matches.
 */
export function mismatchReason(pattern: string, image: string): string | undefined {
  const glob = parseUrl(`https://${pattern}`);
  const target = parseUrl(`https://${image}`);
  if (!glob.ok) return "the pattern is not a host with port and path";
  if (!target.ok) return "the image has no host";
  const wanted = port(glob.value);
  const actual = port(target.value);
  if (wanted !== actual) {
    return actual === "" ? `the pattern has port ${wanted}, the image none` : `the image has port ${actual}`;
  }
  const labels = labelsOf(glob.value);
  const parts = labelsOf(target.value);
  if (labels.length !== parts.length) {
    return `the host has ${parts.length} labels, the pattern ${labels.length}; a * never matches across a dot`;
  }
  if (!target.value.path.startsWith(glob.value.path)) return `the path does not begin with ${glob.value.path}`;
  const at = labels.findIndex((label, index) => !matchesLabel(label, parts[index] ?? ""));
  return at < 0 ? undefined : `"${labels[at]}" does not match "${parts[at]}"`;
}

const labelsOf = (url: GoUrl): readonly string[] => hostname(url).split(".");

/**
 * Whether a pattern matches by Go's `filepath.Match`: `*`, `?`, `[a-z]`, `[^a-z]` and `\`; an invalid pattern matches
 * nothing.
 */
function matchesLabel(pattern: string, text: string): boolean {
  const parts: string[] = [];
  const token = /\*|\?|\[\^?(?:(?:\\.|[^\]\\-])(?:-(?:\\.|[^\]\\-]))?)+\]|\\.|[^[\\*?]/suy;
  for (let at = 0; at < pattern.length; at = token.lastIndex) {
    token.lastIndex = at;
    const [found] = token.exec(pattern) ?? [];
    if (found === undefined) return false;
    if (found === "*") parts.push("[^/]*");
    else if (found === "?") parts.push("[^/]");
    else if (found.startsWith("[")) parts.push(found.replace(/(?<=.)\[/g, "\\["));
    else parts.push(escaped(found.startsWith("\\") ? found.slice(1) : found));
  }
  // Uses the linear-time engine: V8 would backtrack over all ways to divide the text among many stars.
  const compiled = compileRegex(`^${parts.join("")}$`);
  return compiled.ok && compiled.value.matches(text);
}

const escaped = (character: string): string => character.replace(/[$()*+.?[\\\]^{|}/]/g, "\\$&");
