/** Builders for the recorded writes of built-in kinds. */
export type Json = Readonly<Record<string, unknown>>;

export interface Play {
  readonly path: string;
  readonly object: Json;
  /** Faults as merge patches of the object. */
  readonly faults: readonly Json[];
}

export const namespace = "built-in-words";
export const pathOf = (api: string, plural: string): string =>
  `${api === "v1" ? "/api/v1" : `/apis/${api}`}/namespaces/${namespace}/${plural}`;

export const container: Json = { name: "web", image: "web:1" };
export const podSpec: Json = {
  serviceAccountName: "default",
  automountServiceAccountToken: false,
  containers: [container],
};
export const template: Json = { metadata: { labels: { app: "web" } }, spec: podSpec };
export const selector: Json = { matchLabels: { app: "web" } };
export const objectOf = (apiVersion: string, kind: string, rest: Json, name = "web"): Json => ({
  apiVersion,
  kind,
  metadata: { name },
  ...rest,
});
export const spec = (fields: Json): Json => ({ spec: fields });
export const withContainer = (fields: Json): Json => ({ containers: [{ ...container, ...fields }] });
