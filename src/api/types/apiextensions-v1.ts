/**
 * The types of `apiextensions/v1`. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
import type * as metaV1 from "./meta-v1.ts";

export interface CustomResourceColumnDefinition {
  /** Heading of the column. */
  name?: string;
  /** `integer`, `number`, `string`, `boolean` or `date`. */
  type?: string;
  /** How clients may show it. */
  format?: string;
  /** The content of the column. */
  description?: string;
  /** 0 is shown always, more with `-o wide`. */
  priority?: number;
  /** Path of the value, `.spec.replicas`. */
  jsonPath?: string;
}

export interface CustomResourceConversion {
  /** `None` changes nothing but `apiVersion`; `Webhook` asks a webhook. */
  strategy?: string;
  /** The webhook that converts, for strategy `Webhook`. */
  webhook?: WebhookConversion;
}

/** Defines a resource of one's own, with a schema for each of its versions. */
export interface CustomResourceDefinition {
  /** Group and version of the kind. */
  apiVersion?: string;
  /** Name of the kind. */
  kind?: string;
  /** Name, namespace, labels and what the server keeps with every object. */
  metadata?: metaV1.ObjectMeta;
  /** The resource: names, scope, versions. */
  spec?: CustomResourceDefinitionSpec;
  /** The state after the server's decision; written by the server. */
  status?: CustomResourceDefinitionStatus;
}

export interface CustomResourceDefinitionCondition {
  /** `Established`, `NamesAccepted` and others. */
  type?: string;
  /** `True`, `False` or `Unknown`. */
  status?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why, as an identifier. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  /** The generation that it was found for. Since 1.35. */
  observedGeneration?: number | bigint;
}

export interface CustomResourceDefinitionNames {
  /** Plural, in lower case; part of the definition's name. */
  plural?: string;
  /** Singular, in lower case; the kind in lower case when absent. */
  singular?: string;
  /** Short names for the command line. */
  shortNames?: string[];
  /** The kind, in CamelCase. */
  kind?: string;
  /** The kind of lists; the kind with `List` behind it when absent. */
  listKind?: string;
  /** Groups of resources that can be listed together, such as `all`. */
  categories?: string[];
}

export interface CustomResourceDefinitionSpec {
  /** API group, a domain name of two parts or more. */
  group?: string;
  /** The names of the resource. */
  names?: CustomResourceDefinitionNames;
  /** Where objects live. */
  scope?: string;
  /** The versions of the API, the first of the list not being special. */
  versions?: CustomResourceDefinitionVersion[];
  /** How objects of one version become objects of another. */
  conversion?: CustomResourceConversion;
  /** Must be false or absent. */
  preserveUnknownFields?: boolean;
}

export interface CustomResourceDefinitionStatus {
  /** The state of the definition. */
  conditions?: CustomResourceDefinitionCondition[];
  /** The names that are served. */
  acceptedNames?: CustomResourceDefinitionNames;
  /** Versions in which objects may be stored; those must stay in `spec.versions`. */
  storedVersions?: string[];
  /** The generation that was looked at. Since 1.35. */
  observedGeneration?: number | bigint;
}

export interface CustomResourceDefinitionVersion {
  /** `v1`, `v1beta1`. */
  name?: string;
  /** Whether the version can be used. */
  served?: boolean;
  /** Whether objects are stored in this version: one is. */
  storage?: boolean;
  /** Whether clients are warned of the version. */
  deprecated?: boolean;
  /** The warning for clients, in place of the usual one. */
  deprecationWarning?: string;
  /** The schema of objects of the version. */
  schema?: CustomResourceValidation;
  /** Parts that are written on their own. */
  subresources?: CustomResourceSubresources;
  /** Columns of tables; the age when there are none. */
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  /** Fields that can be selected by; at most 8. */
  selectableFields?: SelectableField[];
}

export interface CustomResourceSubresourceScale {
  /** Path of the wanted number, below `.spec.`. */
  specReplicasPath?: string;
  /** Path of the number, below `.status.`. */
  statusReplicasPath?: string;
  /** Path of a selector in text form. */
  labelSelectorPath?: string;
}

export type CustomResourceSubresourceStatus = Record<string, never>;

export interface CustomResourceSubresources {
  /** `{}` makes status writable at `/status` only. */
  status?: CustomResourceSubresourceStatus;
  /** The `/scale` subresource, which autoscalers use. */
  scale?: CustomResourceSubresourceScale;
}

export interface CustomResourceValidation {
  /** The schema of the objects. */
  openAPIV3Schema?: JSONSchemaProps;
}

export interface ExternalDocumentation {
  description?: string;
  url?: string;
}

export type FieldValueErrorReason = "FieldValueDuplicate" | "FieldValueForbidden" | "FieldValueInvalid" | "FieldValueRequired";

export interface JSONSchemaProps {
  id?: string;
  $schema?: string;
  $ref?: string;
  description?: string;
  type?: string;
  format?: string;
  title?: string;
  default?: unknown;
  maximum?: number;
  exclusiveMaximum?: boolean;
  minimum?: number;
  exclusiveMinimum?: boolean;
  maxLength?: number | bigint;
  minLength?: number | bigint;
  pattern?: string;
  maxItems?: number | bigint;
  minItems?: number | bigint;
  uniqueItems?: boolean;
  multipleOf?: number;
  enum?: unknown[];
  maxProperties?: number | bigint;
  minProperties?: number | bigint;
  required?: string[];
  items?: JSONSchemaProps | JSONSchemaProps[];
  allOf?: JSONSchemaProps[];
  oneOf?: JSONSchemaProps[];
  anyOf?: JSONSchemaProps[];
  not?: JSONSchemaProps;
  properties?: Record<string, JSONSchemaProps>;
  additionalProperties?: JSONSchemaProps | boolean;
  patternProperties?: Record<string, JSONSchemaProps>;
  dependencies?: Record<string, JSONSchemaProps | string[]>;
  additionalItems?: JSONSchemaProps | boolean;
  definitions?: Record<string, JSONSchemaProps>;
  externalDocs?: ExternalDocumentation;
  example?: unknown;
  nullable?: boolean;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  "x-kubernetes-embedded-resource"?: boolean;
  "x-kubernetes-int-or-string"?: boolean;
  "x-kubernetes-list-map-keys"?: string[];
  "x-kubernetes-list-type"?: string;
  "x-kubernetes-map-type"?: string;
  "x-kubernetes-validations"?: ValidationRule[];
}

export interface SelectableField {
  /** Path of a field with a scalar. */
  jsonPath?: string;
}

export interface ServiceReference {
  /** Namespace of the service. */
  namespace?: string;
  /** Name of the service. */
  name?: string;
  /** Path of the requests. */
  path?: string;
  /** Port of the service; 443 when absent. */
  port?: number;
}

export interface ValidationRule {
  rule?: string;
  message?: string;
  messageExpression?: string;
  reason?: FieldValueErrorReason;
  fieldPath?: string;
  optionalOldSelf?: boolean;
}

export interface WebhookClientConfig {
  /** The address to call, `https://host:port/path`; not together with `service`. */
  url?: string;
  /** The service to call; not together with `url`. */
  service?: ServiceReference;
  /** PEM certificates that the webhook's own must be signed by, in base64. */
  caBundle?: string;
}

export interface WebhookConversion {
  /** How it is reached. */
  clientConfig?: WebhookClientConfig;
  /** Versions of ConversionReview that the webhook reads. */
  conversionReviewVersions?: string[];
}
