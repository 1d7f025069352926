/**
 * Tests that the image of a container decides which flags its component has, and whether findings are errors or
 * warnings.
 */
import { expect, test } from "vitest";
import { podCommands } from "../../src/flags/pod-command.ts";
import { vetPodCommand } from "../../src/flags/vet-pod.ts";

/**
 * Returns the findings for a command of kube-apiserver with the given image and arguments, and the help of the first
 * finding.
 */
function judged(image: string | undefined, ...args: readonly string[]) {
  const container = { name: "a", ...(image ? { image } : {}), command: ["kube-apiserver", "$(FLAGS)", ...args] };
  const [command] = podCommands("Pod", { spec: { containers: [container] } });
  if (!command) throw new Error("no command");
  const { findings } = vetPodCommand(command, { target: "1.37" });
  return { found: findings.map(({ rule, severity }) => `${severity} ${rule}`), help: findings[0]?.help };
}

test.each([
  "registry.k8s.io/kube-apiserver:v1.37.0",
  "registry.k8s.io/kube-apiserver@sha256:00",
  "k8s.gcr.io/kube-apiserver-amd64:v1.37.1",
  "mirror.example.com:5000/k8s/kube-apiserver:v1.37.0-rc.1@sha256:00",
  "$(IMAGE)",
  undefined,
])("%s is upstream's build: its findings are errors", (image) => {
  expect(judged(image, "--no-such-flag=1").found).toEqual(["error flags/unknown"]);
});

test.each([
  "quay.io/openshift/origin-hyperkube:v4.18",
  "602401143452.dkr.ecr.eu-west-1.amazonaws.com/eks/kube-apiserver:v1.37.0-eksbuild.3",
  "rancher/hardened-kubernetes:v1.37.0-rke2r1",
  "example.com/kube-apiserver:latest",
])("%s is another build: its findings are warnings with a note", (image) => {
  const { found, help } = judged(image, "--no-such-flag=1");
  expect(found).toEqual(["warning flags/unknown"]);
  expect(help).toBe(
    `judged by the flags of upstream's kube-apiserver 1.37: the image "${image}" is another build, which may have others`,
  );
});

test.each([
  ["v1.37.0", ["error flags/release"]],
  ["v1.32.1", ["warning flags/deprecated"]],
  ["1.32", ["warning flags/deprecated"]],
  ["v1.32.4-gke.100", ["warning flags/deprecated"]],
])("an image with the tag %s is validated against the flags of its release", (tag, found) => {
  expect(judged(`registry.k8s.io/kube-apiserver:${tag}`, "--cloud-provider=external").found).toEqual(found);
});

test.each([
  ["v1.19.4", "1.30", "1.19"],
  ["v1.99.0", "1.37", "1.99"],
])(
  "an image with the tag %s is validated against the flags of the nearest release that clustervet knows",
  (tag, target, release) => {
    const { found, help } = judged(`registry.k8s.io/kube-apiserver:${tag}`, "--no-such-flag=1");
    expect(found).toEqual(["warning flags/unknown"]);
    expect(help).toBe(
      `judged by the flags of upstream's kube-apiserver ${target}: clustervet does not know those of ${release}`,
    );
  },
);
