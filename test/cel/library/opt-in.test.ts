import { describe, expect, test } from "vitest";
import { compile } from "../../../src/cel/compile.ts";
import { bindingsLibrary } from "../../../src/cel/library/bindings.ts";
import { blockLibrary } from "../../../src/cel/library/block.ts";
import { encodersLibrary } from "../../../src/cel/library/encoders.ts";
import { mathLibrary } from "../../../src/cel/library/math.ts";
import { librariesOf } from "../../../src/cel-kubernetes/base-environment.ts";
import { kubernetesEnvironment } from "../../../src/cel-kubernetes/configuration-environment.ts";
import { kubernetesLibraries } from "../../../src/cel-kubernetes/library/catalog.ts";
import { networkLibrary } from "../../../src/cel-kubernetes/library/network.ts";

const optInLibraries = [mathLibrary, encodersLibrary, bindingsLibrary, blockLibrary, networkLibrary];
const releases = ["1.30", "1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"];

test("no release of Kubernetes has an opt-in library", () => {
  expect(optInLibraries.filter((library) => kubernetesLibraries.includes(library))).toEqual([]);
});

describe.each(releases)("Kubernetes %s", (release) => {
  test("has no macro of an opt-in library", () => {
    const macros = new Set(librariesOf(release).flatMap((library) => library.macros ?? []));
    expect(optInLibraries.flatMap((library) => library.macros ?? []).filter((name) => macros.has(name))).toEqual([]);
  });

  test.each([
    "math.least(1, 2) == 1",
    "math.abs(1) == 1",
    "base64.encode(b'a') == 'YQ=='",
    "cidr('10.0.0.0/8').isMask()",
    "cel.bind(a, 1, a == 1)",
    "cel.block([1], cel.index(0) == 1)",
  ])("refuses %s", (text) => {
    expect(compile(kubernetesEnvironment("claims", release), text).issues).not.toEqual([]);
  });
});
