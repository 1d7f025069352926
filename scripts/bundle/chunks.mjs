/**
 * Chunks: modules that several bundles need stand in a file of their own, so that their code is loaded once, kept once and
 * made fast once.
 */
import { join, relative } from "node:path";
import { build } from "esbuild";

/** Packages that several bundles use, by their chunk. */
const packages = new Map([
  ["commander", "base"],
  ["yaml", "yaml"],
]);

/** Families of kinds whose objects hold pods. */
const podFamilies = ["core-pods", "apps", "batch"].map((name) => `kinds-${name}`);

/**
 * Which modules of src/ go where.
 *
 * @param bundles - name, input and plugins of each, for a build as if there were no chunks
 * @param replaced - modules that plugins put others in the place of
 * @returns the name of the chunk by module
 */
export async function planChunks(bundles, replaced) {
  const usersByModule = new Map();
  const importsByModule = new Map();
  for (const { name, input, plugins } of bundles) {
    const inputs = await inputsOf({ ...input, plugins });
    for (const { module, imports } of inputs) {
      if (!module.startsWith("src/") || replaced.includes(module)) continue;
      usersByModule.set(module, (usersByModule.get(module) ?? new Set()).add(name));
      importsByModule.set(module, imports);
    }
  }
  // A part that a bundle leaves out of a module, because it never calls it, comes with the module all the same.
  const spread = (module, users) => {
    const known = usersByModule.get(module);
    const fresh = known && [...users].filter((user) => !known.has(user));
    if (!fresh?.length) return;
    for (const user of fresh) known.add(user);
    for (const inner of importsByModule.get(module)) spread(inner, known);
  };
  for (const [module, users] of usersByModule) {
    for (const inner of importsByModule.get(module)) spread(inner, users);
  }
  const chunkByModule = new Map(packages);
  for (const [module, users] of usersByModule) {
    const chunk = chunkOf([...users]);
    if (chunk !== undefined) chunkByModule.set(module, chunk);
  }
  return chunkByModule;
}

async function inputsOf(options) {
  const { metafile } = await build({
    ...options,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["*.cjs"],
    packages: "external",
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const [output] = Object.values(metafile.outputs);
  const used = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const moduleAt = (path) => (path === "generated:index" ? "src/kinds/index.ts" : path);
  return used.map(([path]) => ({
    module: moduleAt(path),
    imports: metafile.inputs[path].imports.map((inner) => moduleAt(inner.path)),
  }));
}

/**
 * What a module imports has its users and maybe more. So chunks need one another in one direction: `pod-fields` needs
 * `pods`, that and `cel` need `kinds`, and all need `base`.
 */
function chunkOf(users) {
  if (users.length < 2) return undefined;
  if (users.includes("main")) return "base";
  const families = users.filter((name) => name.startsWith("kinds-"));
  if (families.length > 1 && !families.every((name) => podFamilies.includes(name))) return "kinds";
  // Jobs have their fields from tables, so of pods they need the rules only.
  if (families.length > 1) return families.includes("kinds-batch") ? "pods" : "pod-fields";
  const isEngine = users.includes("expressions") || users.includes("evaluation");
  return isEngine && users.length - families.length > 1 ? "cel" : undefined;
}

/** The contents of a chunk: one object with all that its modules export. */
export function chunkContents(chunk, chunkByModule, exportsByModule) {
  const modules = [...chunkByModule].filter(([, name]) => name === chunk).map(([module]) => module);
  const imports = modules.map((module) =>
    packages.has(module)
      ? `import * as ${module} from "${module}";`
      : `import { ${exportsByModule
          .get(module)
          .map(({ name, key }) => `${name} as ${key}`)
          .join(", ")} } from "./${module}";`,
  );
  const members = modules.flatMap((module) =>
    packages.has(module) ? [module] : exportsByModule.get(module).map(({ key }) => key),
  );
  return `${imports.join("\n")}\nmodule.exports = { ${members.join(", ")} };`;
}

/** What modules export, each with a key that no other one has in its chunk. */
export async function readExports(root, modules) {
  const { metafile } = await build({
    entryPoints: modules.filter((module) => !packages.has(module)).map((module) => join(root, module)),
    bundle: false,
    format: "esm",
    outdir: root,
    outbase: root,
    write: false,
    metafile: true,
    logLevel: "error",
  });
  let count = 0;
  const exportsByModule = new Map();
  for (const { entryPoint, exports } of Object.values(metafile.outputs)) {
    exportsByModule.set(
      entryPoint,
      exports.map((name) => ({ name, key: `x${count++}` })),
    );
  }
  return exportsByModule;
}

/**
 * Puts what a chunk exports in the place of its modules.
 *
 * @param self - the name of the file at hand, which holds its own modules
 */
export function chunksInPlace(root, { chunkByModule, exportsByModule }, self) {
  // Few functions of `cel` are of use to kinds by themselves: a copy of those is loaded sooner than all of it.
  const isCopied = (chunk) => chunk === self || (chunk === "cel" && self.startsWith("kinds-"));
  const inPlace = (module) => {
    const chunk = chunkByModule.get(module);
    return chunk === undefined || isCopied(chunk) ? undefined : { path: module, namespace: "chunks" };
  };
  return {
    name: "chunks-in-place",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) =>
        inPlace(relative(root, join(resolveDir, path)).replaceAll("\\", "/")),
      );
      onResolve({ filter: /^[a-z]+$/ }, ({ path }) => inPlace(path));
      onLoad({ filter: /.*/, namespace: "chunks" }, ({ path }) => {
        const load = `require("./${chunkByModule.get(path)}.cjs")`;
        if (packages.has(path)) return { contents: `module.exports = ${load}.${path};` };
        const members = exportsByModule.get(path).map(({ name, key }) => `export const ${name} = chunk.${key};`);
        return { contents: `const chunk = ${load};\n${members.join("\n")}` };
      });
    },
  };
}
