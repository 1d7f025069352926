/** Finds the Go modules that contain the API types, and the packages in them. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readGroups } from "./go-types.mjs";

/** Minor releases in ascending order; the first is the oldest target. */
export const releases = [30, 31, 32, 33, 34, 35, 36, 37];
export const newest = releases.at(-1);

/**
 * Packages of types by area: the module, the folder, and the version if the folder itself is the package; otherwise its
 * subfolders are the versions.
 */
const areas = {
  apiextensions: ["apiextensions-apiserver", "pkg/apis/apiextensions"],
  apiregistration: ["kube-aggregator", "pkg/apis/apiregistration"],
  apiserver: ["apiserver", "pkg/apis/apiserver"],
  audit: ["apiserver", "pkg/apis/audit"],
  bootstraptoken: ["kubernetes", "cmd/kubeadm/app/apis/bootstraptoken"],
  clientauthentication: ["client-go", "pkg/apis/clientauthentication"],
  clientcmd: ["client-go", "tools/clientcmd/api"],
  "cloud-provider": ["cloud-provider", "config"],
  "cloud-provider-node": ["cloud-provider", "controllers/node/config"],
  "cloud-provider-service": ["cloud-provider", "controllers/service/config"],
  component: ["component-base", "config"],
  controllermanager: ["controller-manager", "config"],
  credentialprovider: ["kubelet", "pkg/apis/credentialprovider"],
  eventratelimit: ["kubernetes", "plugin/pkg/admission/eventratelimit/apis/eventratelimit"],
  imagepolicywebhook: ["kubernetes", "plugin/pkg/admission/imagepolicy", "unversioned"],
  kubeadm: ["kubernetes", "cmd/kubeadm/app/apis/kubeadm"],
  kubecontrollermanager: ["kube-controller-manager", "config"],
  kubelet: ["kubelet", "config"],
  kubeproxy: ["kube-proxy", "config"],
  kubescheduler: ["kube-scheduler", "config"],
  logging: ["component-base", "logs/api"],
  meta: ["apimachinery", "pkg/apis/meta"],
  "pod-security": ["pod-security-admission", "admission/api"],
  podtolerationrestriction: [
    "kubernetes",
    "plugin/pkg/admission/podtolerationrestriction/apis/podtolerationrestriction",
  ],
  policyconfig: ["apiserver", "pkg/admission/plugin/policy/config/apis/policyconfig"],
  resourcequota: ["apiserver", "pkg/admission/plugin/resourcequota/apis/resourcequota"],
  tracing: ["component-base", "tracing/api"],
  webhookadmission: ["apiserver", "pkg/admission/plugin/webhook/config/apis/webhookadmission"],
};

/** The module whose top folders are areas. */
export const apiModule = "api";
const moduleNames = ["kubernetes", apiModule, ...new Set(Object.values(areas).map(([module]) => module))];

const versionOf = (module, minor) => `v${module === "kubernetes" ? 1 : 0}.${minor}.0`;
export const folderOf = (modules, module, minor) => join(modules, `${module}@${versionOf(module, minor)}`);

/**
 * Finds the folder of unpacked modules. Fetches missing ones into Go's cache if `isFetching`.
 *
 * @param names - the required modules; default all
 */
export function findModules({ folder, isFetching, names = moduleNames }) {
  const modules = folder ?? join(goModuleCache(), "k8s.io");
  const missing = releases
    .flatMap((minor) => names.map((module) => ({ module, minor })))
    .filter(({ module, minor }) => !existsSync(folderOf(modules, module, minor)))
    .map(({ module, minor }) => `k8s.io/${module}@${versionOf(module, minor)}`);
  if (missing.length === 0) return modules;
  if (!isFetching) return undefined;
  if (folder !== undefined) throw new Error(`${folder} lacks ${missing.join(", ")}`);
  console.log(`fetching ${missing.length} Go modules`);
  execFileSync("go", ["mod", "download", ...missing], { cwd: tmpdir(), stdio: "inherit" });
  return modules;
}

function goModuleCache() {
  try {
    return execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** The folder of the module k8s.io/kubernetes. */
export const kubernetesFolder = (modules, minor) => folderOf(modules, "kubernetes", minor);

/**
 * @returns a map from `core/v1` to `{ directory, path, group, groupByKind, nameByType, version }`, for each package of
 *   a release
 */
export function packagesOf(modules, minor) {
  const packages = new Map();
  const add = (area, module, inner, version) => {
    const directory = join(folderOf(modules, module, minor), inner);
    if (!["doc.go", "types.go"].some((file) => existsSync(join(directory, file)))) return;
    const path = ["k8s.io", module, inner].join("/");
    packages.set(`${area}/${version}`, { directory, path, ...readGroups(directory), version });
  };
  const { experimental } = kubeadmVersions(kubernetesFolder(modules, minor));
  const addVersions = (area, module, inner) => {
    const at = join(folderOf(modules, module, minor), inner);
    const versions = existsSync(at) ? readdirSync(at).filter((name) => /^v\d/.test(name)) : [];
    for (const version of versions) {
      if (area !== "kubeadm" || !experimental.has(version)) add(area, module, `${inner}/${version}`, version);
    }
  };
  for (const area of readdirSync(folderOf(modules, apiModule, minor), { withFileTypes: true })) {
    if (area.isDirectory()) addVersions(area.name, apiModule, area.name);
  }
  for (const [area, [module, inner, version]] of Object.entries(areas)) {
    if (version === undefined) addVersions(area, module, inner);
    else add(area, module, inner, version);
  }
  return packages;
}

/**
 * @returns `experimental`, the versions of its API that kubeadm reads only with a flag, and `deprecated`, those that it
 *   warns about
 */
export function kubeadmVersions(kubernetes) {
  const source = readFileSync(join(kubernetes, "cmd/kubeadm/app/util/config/common.go"), "utf8");
  const listed = (name) => {
    const list =
      new RegExp(`${name} := map\\[string\\](?:string|struct\\{\\})\\{\\n(.*?)\\n\\t\\}`, "s").exec(source)?.[1] ?? "";
    return new Set([...list.matchAll(/"kubeadm\.k8s\.io\/(\w+)"/g)].map(([, version]) => version));
  };
  return { experimental: listed("experimentalAPIVersions"), deprecated: listed("deprecatedAPIVersions") };
}

/** Whether the kinds of an area are configuration files and messages, which no API server serves as resources. */
export const isConfigurationArea = (area) =>
  Object.hasOwn(areas, area) && !["apiextensions", "apiregistration", "meta"].includes(area);

/**
 * Whether a type of a configuration area is the root of documents: it has `kind`, or a component knows the file from
 * its location.
 */
export const isConfigurationKind = (key, saysWhatItIs) =>
  furtherConfiguration.has(key) || (saysWhatItIs && isConfigurationArea(key.split("/")[0]) && !otherKinds.test(key));

const furtherConfiguration = new Set(["clientcmd/v1.Config", "imagepolicywebhook/unversioned.AdmissionConfig"]);

/**
 * Lists, whose shape is derived from their items, and the cloud controller manager, of which clustervet supports only
 * parts.
 */
const otherKinds = /List$|^cloud-provider/;
