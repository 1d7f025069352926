/** Collects the licenses of the bundled packages, for a file next to the bundle. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const packageFolder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const notices = /^(?:licen[cs]e|copying|notice)(?!.*\.[cm]?[jt]s$)/i;

/** A plugin that records the packages in the bundle, and returns their license texts. */
export function bundledLicenses() {
  const folders = new Set();
  return {
    name: "licenses",
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((file) => file.moduleIds ?? []);
      for (const id of ids) folders.add(packageFolder.exec(id)?.[0]);
    },
    text: () => [...folders].filter(Boolean).sort().map(licenseOf).join("\n"),
  };
}

/** @throws {Error} for a package without a license, which must not be bundled */
function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (!license) throw new Error(`${name} has no license`);
  const files = readdirSync(folder).filter((file) => notices.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return `${"=".repeat(72)}\n${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}
