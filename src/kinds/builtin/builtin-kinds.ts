/**
 * Kinds that API servers serve, as far as tables tell of them: shape, releases, resource, and the metadata that all
 * objects have. A kind with rules of its own is authored in a file of its own and stands in place of the one here.
 *
 * @module
 */
import { domainPlaceholder, type Kind, type KindVersion } from "../../kind/kind.ts";
import type { FieldSchema } from "../../schema/decode-schema.ts";
import { objectMetaRules } from "../meta/object-meta-rules.ts";
import { descriptions } from "./descriptions.ts";
import { nameRuleOf } from "./names.ts";
import { type ServedKind, type ServedVersion, servedKinds } from "./resources.ts";
import { typeSchema } from "./type-schema.ts";

export const builtinKinds: readonly Kind[] = servedKinds().map(tableKind);

/** The kind without rules of its own. */
function tableKind(served: ServedKind): Kind {
  const { group, kind, plural, singular, shortNames, categories, subresources, scope } = served;
  const nameRule = nameRuleOf(served);
  return {
    kind,
    group,
    versions: served.versions.map((version) => tableVersion(served, version)),
    description: descriptions[`${group.split(".")[0]}/${kind}`] ?? "",
    rules: nameRule ? objectMetaRules({ scope, nameRule, namespace: "from-request" }) : [],
    ...(plural === ""
      ? {}
      : { resource: { plural, singular, shortNames, categories, scope, subresources, columns: [] } }),
  };
}

function tableVersion({ group, kind }: ServedKind, version: ServedVersion): KindVersion {
  let schema: FieldSchema | undefined;
  return {
    ...version,
    get schema() {
      schema ??= { ...typeSchema(`${packageOf(group)}/${version.name}.${kind}`), "x-interpreted": true };
      return schema;
    },
  };
}

/** Packages of API types that are not called as the first word of their group. */
const packageByGroup: Readonly<Record<string, string>> = {
  "": "core",
  [`internal.apiserver.${domainPlaceholder}`]: "apiserverinternal",
};

function packageOf(group: string): string {
  return packageByGroup[group] ?? group.split(".")[0] ?? group;
}
