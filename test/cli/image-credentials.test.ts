import { expect, test } from "vitest";
import { directoryWith, runCli } from "./run-cli.ts";

const provider = (name: string, pattern: string) => `- name: ${name}
  apiVersion: credentialprovider.kubelet.k8s.io/v1
  matchImages: ["${pattern}"]
  defaultCacheDuration: 12h
`;
const config = `apiVersion: kubelet.config.k8s.io/v1
kind: CredentialProviderConfig
providers:
${provider("ecr", "*.dkr.ecr.*.amazonaws.com")}${provider("gcr", "*.pkg.dev")}`;

test("image-credentials shows the provider that runs, why another does not, and the cache keys", () => {
  const cwd = directoryWith({ "providers.yaml": config });
  const image = "1.dkr.ecr.eu-west-1.amazonaws.com/shop/web:1";
  const { code, stdout } = runCli(["image-credentials", image, "--config", "providers.yaml"], { cwd });
  expect(stdout).toBe(`1.dkr.ecr.eu-west-1.amazonaws.com/shop/web: runs ecr

run: ecr, by *.dkr.ecr.*.amazonaws.com
  answers without cacheDuration are kept 12h
not run: gcr
  *.pkg.dev: the host has 6 labels, the pattern 3; a * never matches across a dot

answers are looked up before a provider is run:
  cacheKeyType Image: 1.dkr.ecr.eu-west-1.amazonaws.com/shop/web
  cacheKeyType Registry: 1.dkr.ecr.eu-west-1.amazonaws.com
  cacheKeyType Global: global
credentials of all answers are tried, those with the key that comes last as text first
`);
  expect(code).toBe(0);
});

test("the exit code is 1 if no provider runs, and 2 if the kubelet refuses the configuration", () => {
  const cwd = directoryWith({ "providers.yaml": config, "bad.yaml": config.replaceAll("12h", "soon") });
  const found = runCli(["image-credentials", "nginx", "--config", "providers.yaml"], { cwd });
  expect(found.stdout).toContain("docker.io/library/nginx: no provider is run");
  expect(found.code).toBe(1);
  const refused = runCli(["image-credentials", "nginx", "--config", "bad.yaml"], { cwd });
  expect(refused.stderr).toContain("bad.yaml is not valid, so the kubelet would not start with it");
  expect(refused.code).toBe(2);
});

test.each([
  { image: "bad image", fault: "must be HOST/NAME:TAG or HOST/NAME@DIGEST" },
  { image: "", fault: "must name an image" },
  { image: "nginx@sha256:abc", fault: "must be HOST/NAME:TAG or HOST/NAME@DIGEST" },
  { image: "registry.example/Shop", fault: "the name must be lowercase" },
  { image: "a".repeat(64), fault: "must be a name, not the identifier of an image" },
])("the kubelet refuses the image $image", ({ image, fault }) => {
  const cwd = directoryWith({ "providers.yaml": config });
  const { code, stdout, stderr } = runCli(["image-credentials", image, "--config", "providers.yaml"], { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`image ${JSON.stringify(image)}: ${fault}`);
});
