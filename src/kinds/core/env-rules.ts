/**
 * Rules of kube-apiserver about environment variables, and about the sources of their values.
 *
 * @module
 */
import type {
  ConfigMapKeySelector,
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  FileKeySelector,
  ObjectFieldSelector,
  PodSpec,
  ResourceFieldSelector,
} from "../../api/types/core-v1.ts";
import type { FieldPath } from "../../diagnostic/diagnostic.ts";
import { showGoValue } from "../../json/go-value.ts";
import { type Demand, each, required, setFields, text, unlessEmpty } from "../../rule/demand.ts";
import type { Place } from "../../rule/place.ts";
import { type Rule, rule } from "../../rule/rule.ts";
import type { Visit } from "../../rule/visit.ts";
import {
  maskTrailingDash,
  validateConfigMapKey,
  validateDns1123Label,
  validateDns1123Subdomain,
  validateQualifiedName,
  validateRelaxedVariableName,
  validateVariableName,
} from "../../text/names.ts";
import { noBacksteps } from "./path-checks.ts";
import { containersOf } from "./pod-rule.ts";

const relaxedName = text(validateRelaxedVariableName);
const strictName = text(validateVariableName);
function variableName(value: string, place: Place<string>, { context }: Visit<PodSpec>): void {
  const isRelaxed = context.isEnabled("RelaxedEnvironmentVariableValidation");
  (isRelaxed ? relaxedName : strictName)(value, place);
}

const subdomain = text(validateDns1123Subdomain);

const label = text(validateDns1123Label);
const configMapKey = text(validateConfigMapKey);

const keySelector: Demand<ConfigMapKeySelector> = ({ name = "", key }, place) => {
  subdomain(name, place.at("name"));
  required(key, place.at("key"), configMapKey);
};

const fileKey: Demand<FileKeySelector> = ({ key, volumeName, path }, place) => {
  required(key, place.at("key"), relaxedName);
  required(volumeName, place.at("volumeName"), label);
  required(path, place.at("path"), noBacksteps);
};

/** Fields of a pod with a single value, accepted in variables and in files. */
const singleFields = ["metadata.name", "metadata.namespace", "metadata.uid"];
const variableFields = [
  ...singleFields,
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];
const fileFields = [...singleFields, "metadata.labels", "metadata.annotations"];

const keyRules: Readonly<Record<string, (key: string) => readonly string[]>> = {
  "metadata.labels": validateQualifiedName,
  "metadata.annotations": (key) => validateQualifiedName(key.toLowerCase()),
};

/**
 * Fields that kube-apiserver can convert. It reports any other as a conversion error, before it checks whether the
 * field is accepted.
 */
const convertibleFields: ReadonlySet<string> = new Set([
  ...variableFields,
  ...fileFields,
  "spec.restartPolicy",
  "spec.schedulerName",
  "status.phase",
]);

function conversionError(value: string, list: string): { readonly cause: "invalid"; readonly serverText: string } {
  const fault = list === "" ? "field label not supported" : "field label does not support subscript";
  return { cause: "invalid", serverText: `${showGoValue(value)}: error converting fieldPath: ${fault}: ${value}` };
}

/** A path with a key, such as `metadata.labels['app']`. */
const subscriptedPath = /^(.+?)\['(.*)'\]$/s;

const fieldSelector = (accepted: readonly string[]): Demand<ObjectFieldSelector | undefined> => {
  const fieldPath: Demand<string> = (value, place) => {
    const [, list = "", key = ""] = subscriptedPath.exec(value) ?? [];
    const keyRule = Object.hasOwn(keyRules, list) ? keyRules[list] : undefined;
    if (keyRule) {
      const field = place.path.slice(0, -1);
      for (const fault of keyRule(key)) {
        place.invalid(fault, value, { field, serverText: `${showGoValue(key)}: ${fault}` });
      }
    } else if (!accepted.includes(value) && !(value === "spec.host" && accepted.includes("spec.nodeName"))) {
      place.unsupported(accepted, value, convertibleFields.has(value) ? {} : conversionError(value, list));
    }
  };
  return (selector, place) => {
    if (!selector) return;
    const { apiVersion = "v1", fieldPath: path } = selector;
    const at = place.at("fieldPath");
    if (path && apiVersion !== "v1") {
      const serverText = `${showGoValue(path)}: error converting fieldPath: unsupported pod version: ${apiVersion}`;
      place.at("apiVersion").invalid('must be "v1"', apiVersion, { field: at.path, serverText });
    } else required(path, at, fieldPath);
  };
};

const containerResources = ["cpu", "memory", "ephemeral-storage"].flatMap((name) => [
  `limits.${name}`,
  `requests.${name}`,
]);
const hugePages = /^(?:limits|requests)\.hugepages-/;
const binaryAndDecimalUnits = [
  "1",
  ...[..."kMGTPE"].map((unit) => `1${unit}`),
  ...[..."KMGTPE"].map((unit) => `1${unit}i`),
];

const resourceSelector =
  ({ inVolume }: { readonly inVolume: boolean }): Demand<ResourceFieldSelector | undefined> =>
  (selector, place) => {
    if (!selector) return;
    const { containerName, resource = "", divisor = "0" } = selector;
    if (inVolume && !containerName) place.at("containerName").required();
    else if (resource === "") place.at("resource").required();
    else if (!containerResources.includes(resource) && !hugePages.test(resource)) {
      place.at("resource").unsupported(containerResources, resource);
    }
    const units = resource.endsWith(".cpu") ? ["1m", "1"] : binaryAndDecimalUnits;
    const hasUnits = containerResources.includes(resource) || hugePages.test(resource);
    if (divisor !== "0" && hasUnits && !units.includes(divisor)) {
      place.at("divisor").invalid(`must be one of ${units.join(", ")}`, divisor);
    }
  };

/** References to pod fields and resources in the files of volumes. */
export const fieldInFile = fieldSelector(fileFields);
export const resourceInFile = resourceSelector({ inVolume: true });

const fieldInVariable = fieldSelector(variableFields);
const resourceInVariable = resourceSelector({ inVolume: false });

const checkSources: Demand<EnvVarSource> = (source, place) => {
  fieldInVariable(source.fieldRef, place.at("fieldRef"));
  resourceInVariable(source.resourceFieldRef, place.at("resourceFieldRef"));
  if (source.configMapKeyRef) keySelector(source.configMapKeyRef, place.at("configMapKeyRef"));
  if (source.secretKeyRef) keySelector(source.secretKeyRef, place.at("secretKeyRef"));
  if (source.fileKeyRef) fileKey(source.fileKeyRef, place.at("fileKeyRef"));
};

const sourceNames = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"] as const;

const noSourceText =
  '"": must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';

function checkVariable({ name, value, valueFrom }: EnvVar, place: Place<EnvVar>, visit: Visit<PodSpec>): void {
  required(name, place.at("name"), (text, at) => variableName(text, at, visit));
  if (!valueFrom) return;
  const at = place.at("valueFrom");
  checkSources(valueFrom, at);
  const sources = setFields(valueFrom, sourceNames);
  if (sources.length === 0) at.say(`must have one of ${sourceNames.join(", ")}`, { serverText: noSourceText });
  else if (value) {
    at.say("must not be set together with `value`", {
      atKey: true,
      see: place.at("value").note("the value"),
      serverText: '"": may not be specified when `value` is not empty',
    });
  } else if (sources.length > 1) {
    const serverText = '"": may not have more than one field specified at a time';
    at.say(`must have one source; got ${sources.join(", ")}`, { serverText });
  }
}

const objectName = text((name) => validateDns1123Subdomain(maskTrailingDash(name)));

function checkVariables(
  { prefix, configMapRef, secretRef }: EnvFromSource,
  place: Place<EnvFromSource>,
  visit: Visit<PodSpec>,
): void {
  unlessEmpty(prefix, place.at("prefix"), (text, at) => variableName(text, at, visit));
  if (configMapRef) required(configMapRef.name, place.at("configMapRef", "name"), objectName);
  if (secretRef) required(secretRef.name, place.at("secretRef", "name"), objectName);
  const field = place.path.slice(0, -1);
  if (!configMapRef && !secretRef) {
    const serverText = '"": must specify one of: `configMapRef` or `secretRef`';
    place.say("must have `configMapRef` or `secretRef`", { field, serverText });
  }
  if (configMapRef && secretRef) {
    const serverText = '"": may not have more than one field specified at a time';
    place.say("must not have both `configMapRef` and `secretRef`", { field, serverText });
  }
}

const env = rule<PodSpec>(
  { id: "pod/env", severity: "error", summary: "an environment variable has a name and at most one source" },
  (_spec, _place, visit) => {
    visit.once(containersOf).forEach(({ container, place: at }) => {
      if (container.env) each(container.env, at.at("env"), (item, own) => checkVariable(item, own, visit));
      if (container.envFrom) each(container.envFrom, at.at("envFrom"), (item, own) => checkVariables(item, own, visit));
    });
  },
);

/** The init container that writes the file can use only a volume of type emptyDir. */
const envFiles = rule<PodSpec>(
  {
    id: "pod/env-files",
    severity: "error",
    summary: "a file of environment variables is in an emptyDir volume of the pod",
  },
  (spec, place, visit) => {
    for (const { container, place: at } of visit.once(containersOf)) {
      container.env?.forEach(({ valueFrom }, index) => {
        const name = valueFrom?.fileKeyRef?.volumeName;
        if (!valueFrom?.fileKeyRef) return;
        checkFileVolume(name ?? "", spec, at.at("env", index, "valueFrom", "fileKeyRef").at("volumeName"), place.path);
      });
    }
  },
);

/** @param after - the path that kube-apiserver validates before these volumes */
function checkFileVolume(name: string, { volumes = [] }: PodSpec, place: Place, after: FieldPath): void {
  const volume = volumes.findLast((each) => each.name === name);
  if (!volume) {
    const serverText = JSON.stringify(name);
    place.say(`must be a volume of the pod; got ${serverText}`, { cause: "not-found", serverText, after });
  } else if (!volume.emptyDir) place.invalid("must be a volume of type emptyDir", name, { after });
}

export const envRules: readonly Rule<PodSpec>[] = [env, envFiles];
