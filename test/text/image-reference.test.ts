import { expect, test } from "vitest";
import { imageNameFault } from "../../src/text/image-reference.ts";

test.each([
  "busybox",
  "a__b/c.d",
  "a--b",
  "reg.example:5000/team/app",
  "[::1]:5000/a",
  "Host/app",
  `h/${"x".repeat(255)}`,
])("%s is a valid image name", (text) => {
  expect(imageNameFault(text)).toBeUndefined();
});

test.each([
  { text: "app:v1", fault: /tag/ },
  { text: `app@sha256:${"0".repeat(64)}`, fault: /tag/ },
  { text: "host/App", fault: /lowercase/ },
  { text: "x".repeat(256), fault: /255/ },
  { text: "a//b", fault: /name of an image/ },
  { text: "a_.b", fault: /name of an image/ },
  { text: "", fault: /name of an image/ },
])("$text: $fault", ({ text, fault }) => {
  expect(imageNameFault(text)).toMatch(fault);
});
