/**
 * Which credential providers the kubelet runs for an image, in which order, and under which keys it keeps their answers.
 * Source: `URLsMatch` and the exec plugins of `pkg/credentialprovider` of Kubernetes 1.37.
 *
 * @module
 */
import { assertHolds, listOf, text } from "../json/option-shape.ts";
import { isPlainObject } from "../json/plain-object.ts";
import { compileRegex } from "../regex/regex.ts";
import { type GoUrl, hostname, parseUrl, port } from "../text/go-url.ts";

/** A provider, and whether the kubelet runs it for an image. */
export interface ProviderMatch {
  readonly name: string;
  /** The first pattern of `matchImages` that the image matches; absent: the provider is not run. */
  readonly pattern?: string;
  /** For each pattern why the image does not match it; none of a provider that is run. */
  readonly misses: readonly { readonly pattern: string; readonly reason: string }[];
  /** `0s` keeps no answer that has no `cacheDuration` of its own. */
  readonly defaultCacheDuration: string;
  /** The provider is given the token of the pod's service account, and its answers are kept for that account. */
  readonly usesServiceAccount: boolean;
  /** Only pods with a service account get credentials. */
  readonly requiresServiceAccount: boolean;
}

/** An image as the kubelet looks for credentials of it. */
export interface ImageCredentials {
  /** With host, without tag and digest. */
  readonly image: string;
  /** In the order in which they are run. */
  readonly providers: readonly ProviderMatch[];
  /** The keys under which an answer is kept, by its `cacheKeyType`; they are asked in this order before a provider is run. */
  readonly cacheKeys: { readonly Image: string; readonly Registry: string; readonly Global: string };
}

/** The parts of a provider of a CredentialProviderConfig that decide. */
export interface ProviderPatterns {
  readonly name?: string;
  readonly matchImages?: readonly string[];
  /** A duration of Go, `12h`. */
  readonly defaultCacheDuration?: string;
  readonly tokenAttributes?: { readonly requireServiceAccount?: boolean };
}

/**
 * The providers that the kubelet runs for an image. None is run here.
 *
 * @param reference - the image as a pod names it
 * @param providers - in the order of the file; of a directory, of its files by name
 * @throws {OptionError} for arguments of a wrong type
 */
export function imageCredentials(reference: string, providers: readonly ProviderPatterns[]): ImageCredentials {
  assertHolds("reference", reference, text);
  assertHolds("providers", providers, providerList);
  const image = repositoryOf(reference);
  return {
    image,
    providers: providers.map((provider) => providerMatch(image, provider)),
    cacheKeys: { Image: image, Registry: image.split("/", 1)[0] ?? "", Global: "global" },
  };
}

const patternList = listOf(text);
const providerList = listOf({
  expected: "a provider, whose `matchImages` are a list of strings",
  holds: (value) =>
    isPlainObject(value) && (value["matchImages"] === undefined || patternList.holds(value["matchImages"])),
});

function providerMatch(image: string, provider: ProviderPatterns): ProviderMatch {
  const { name = "", matchImages = [], defaultCacheDuration = "", tokenAttributes } = provider;
  const misses: { readonly pattern: string; readonly reason: string }[] = [];
  let found: string | undefined;
  for (const pattern of matchImages) {
    const reason = mismatch(pattern, image);
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

/** `nginx:1` is `docker.io/library/nginx`: the kubelet fills in host and folder, and drops tag and digest. */
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

/** Why a pattern of `matchImages` does not match an image; undefined where it does. A pattern that is broken never matches. */
export function mismatch(pattern: string, image: string): string | undefined {
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

/** `filepath.Match` of Go: `*`, `?`, `[a-z]`, `[^a-z]` and `\`; a pattern that it refuses matches nothing. */
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
  // V8 would go through all ways in which many stars can share the text.
  const compiled = compileRegex(`^${parts.join("")}$`);
  return compiled.ok && compiled.value.matches(text);
}

const escaped = (character: string): string => character.replace(/[$()*+.?[\\\]^{|}/]/g, "\\$&");
