/**
 * Renders the internal types, which kube-apiserver validates and shows in errors: the versioned types with other names
 * and another order of fields. Writes only the differences from the tables.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readPackage } from "./go-types.mjs";
import { kubernetesFolder, newest } from "./modules.mjs";

/** Fields that only internal types have, with their value in errors. */
const valueOfOwn = new Map([
  ["apps.DaemonSetSpec.TemplateGeneration", "0"],
  ["apps.DeploymentSpec.RollbackTo", "null"],
  ["certificates.PodCertificateRequestSpec.PKIXPublicKey", "null"],
  ["certificates.PodCertificateRequestSpec.ProofOfPossession", "null"],
]);

/** Types to leave out because no error shows them: they embed a struct, which an error would show by name. */
const skipped = new Set(["admissionregistration.NamedRuleWithOperations"]);

/**
 * @returns a line for each type whose fields differ from those of its versioned type in name, capitalized, or in order
 */
export function internalRows(modules, types) {
  const folder = join(kubernetesFolder(modules, newest), "pkg/apis");
  return readdirSync(folder)
    .filter((area) => existsSync(join(folder, area, "types.go")))
    .flatMap((area) => rowsOf(area, readPackage(join(folder, area)), types))
    .sort();
}

function rowsOf(area, internal, types) {
  return [...internal].flatMap(([name, type]) => {
    const key = newestKey(types, area, name);
    if (key === undefined || !type.fields || isKind(type.fields) || skipped.has(`${area}.${name}`)) return [];
    const versioned = flatFields(types.get(key).fields.values(), (inner) =>
      types.get(types.qualified(inner, key))?.fields.values(),
    );
    const words = flatFields(type.fields, (inner) => internal.get(inner)?.fields).map((field) =>
      wordOf(field, versioned, `${area}.${name}`),
    );
    const plain = versioned.map(({ goName, name }) => (goName ? capital(name) : undefined));
    return words.join() === plain.join() ? [] : [`${area}.${name} ${words.join(" ")}`];
  });
}

const isKind = (fields) => fields.some(({ type }) => /\.(?:TypeMeta|ListMeta)$/.test(type));

/** @returns the key of the type in its newest stable version, else in its newest beta or alpha version */
function newestKey(types, area, name) {
  const rank = (key) => {
    const [, major, stage = "c", minor = 0] = /\/v(\d+)(?:(alpha|beta)(\d+))?\./.exec(key);
    return [stage, major, minor].join();
  };
  const pattern = new RegExp(`^${area}/v\\d[^.]*\\.${name}$`);
  return types
    .names()
    .filter((key) => pattern.test(key) && types.get(key).is === undefined)
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .at(-1);
}

function flatFields(fields, fieldsOf) {
  return [...fields].flatMap((field) => {
    const inner = field.isInline ? fieldsOf(field.type) : undefined;
    return inner ? flatFields(inner, fieldsOf) : [field];
  });
}

/**
 * Renders a field: `Name`, `UID=uid` if the JSON name differs, `...metadata` for the embedded metadata,
 * `RollbackTo:null` if no version has the field.
 */
function wordOf({ goName, type }, versioned, owner) {
  if (goName === undefined) {
    if (type.endsWith(".ObjectMeta")) return "...metadata";
    throw new Error(`${owner} embeds ${type}`);
  }
  const same = versioned.find((field) => field.goName === goName);
  if (same) return capital(same.name) === goName ? goName : `${goName}=${same.name}`;
  const value = valueOfOwn.get(`${owner}.${goName}`);
  if (value === undefined) throw new Error(`${owner} has ${goName}, no version of it does`);
  return `${goName}:${value}`;
}

const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);
