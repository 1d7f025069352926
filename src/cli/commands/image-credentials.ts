/**
 * `clustervet image-credentials`: shows which credential providers the kubelet runs for an image.
 *
 * @module
 */
import type { Command } from "commander";
import type { CredentialProviderConfig } from "../../api/types/kubelet-v1.ts";
import { type ImageCredentials, imageCredentials, type ProviderMatch } from "../../kubelet/image-credentials.ts";
import { visible } from "../../report/visible.ts";
import { imageReferenceFault } from "../../text/image-reference.ts";
import { discover } from "../discover.ts";
import { exitClean, exitFindings, UsageError } from "../exit.ts";
import type { End } from "../io.ts";
import { addResultOptions, loadConfiguration, loadSettings, printJson, type ResultFlags } from "../single-result.ts";
import { collect } from "../target-options.ts";
import { printLines } from "../terminal.ts";

interface CredentialFlags extends ResultFlags {
  readonly config: readonly string[];
}

export function addImageCredentialsCommand(program: Command, end: End): void {
  const command = program
    .command("image-credentials")
    .summary("show which credential providers the kubelet runs for an image")
    .description(
      "Shows the providers of a CredentialProviderConfig that the kubelet runs for an image, in order, with the pattern that " +
        "matches or the reason why none does, and the keys under which it keeps their answers. It runs no provider.",
    )
    .argument("<image>", "the image as a pod names it")
    .requiredOption(
      "--config <path>",
      "CredentialProviderConfig: a file, or a directory of files; repeatable",
      collect,
    );
  addResultOptions(command)
    .addHelpText("after", examples)
    .action((image: string, flags: CredentialFlags) => end(showCredentials(image, flags)));
}

const examples = `
Examples:
  clustervet image-credentials 123456789.dkr.ecr.eu-west-1.amazonaws.com/shop/web:1 --config credential-providers.yaml
  clustervet image-credentials nginx --config /etc/kubernetes/credential-providers/

Exit codes: 0 the kubelet runs a provider, 1 it runs none, 2 could not run.`;

/** @returns the exit code */
function showCredentials(image: string, flags: CredentialFlags): number {
  const fault = imageReferenceFault(image);
  if (fault) throw new UsageError(`image ${JSON.stringify(image)}: ${fault}`);
  const { settings } = loadSettings(flags);
  const { files, faults } = discover(flags.config, { useIgnoreFiles: false, exclusions: [] });
  for (const { path, reason } of faults) throw new UsageError(`--config ${path}: ${reason}`);
  if (files.length === 0) throw new UsageError("--config names no file");
  const providers = files.flatMap((file) => {
    const { object } = loadConfiguration<CredentialProviderConfig>(file, "CredentialProviderConfig", settings, {
      ...flags,
      reader: "the kubelet",
    });
    return object.providers ?? [];
  });
  const answer = imageCredentials(image, providers);
  if (flags.format === "json") printJson(answer);
  else printLines(answerLines(answer));
  return answer.providers.some(isRun) ? exitClean : exitFindings;
}

const isRun = ({ pattern }: ProviderMatch): boolean => pattern !== undefined;

function answerLines({ image, providers, cacheKeys }: ImageCredentials): readonly string[] {
  const run = providers.filter(isRun);
  const lines = [
    `${image}: ${run.length === 0 ? "no provider is run" : `runs ${run.map(({ name }) => name).join(", then ")}`}`,
    "",
    ...providers.flatMap(providerLines),
    "",
    ...(run.length === 0
      ? ["the kubelet pulls with the pod's pull secrets, the node's credentials, or anonymously"]
      : [
          "answers are looked up before a provider is run:",
          `  cacheKeyType Image: ${cacheKeys.Image}`,
          `  cacheKeyType Registry: ${cacheKeys.Registry}`,
          `  cacheKeyType Global: ${cacheKeys.Global}`,
          "credentials of all answers are tried, those with the key that comes last as text first",
        ]),
  ];
  return lines.map(visible);
}

function providerLines({ name, pattern, misses, ...provider }: ProviderMatch): readonly string[] {
  if (pattern === undefined) {
    return [`not run: ${name}`, ...misses.map((miss) => `  ${miss.pattern}: ${miss.reason}`)];
  }
  const account = provider.requiresServiceAccount
    ? ["  only for pods with a service account; gets its token, and answers are kept for each account"]
    : ["  gets the token of the pod's service account; answers are kept for each account"];
  return [
    `run: ${name}, by ${pattern}`,
    `  answers without cacheDuration are kept ${provider.defaultCacheDuration || "0s"}`,
    ...(provider.usesServiceAccount ? account : []),
  ];
}
