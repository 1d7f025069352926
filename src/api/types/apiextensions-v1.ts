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
  lastTransitionTime?: string | null;
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
  versions?: CustomResourceDefinitionVersion[] | null;
  /** How objects of one version become objects of another. */
  conversion?: CustomResourceConversion;
  /** Must be false or absent. */
  preserveUnknownFields?: boolean;
}

export interface CustomResourceDefinitionStatus {
  /** The state of the definition. */
  conditions?: CustomResourceDefinitionCondition[] | null;
  /** The names that are served. */
  acceptedNames?: CustomResourceDefinitionNames;
  /** Versions in which objects may be stored; those must stay in `spec.versions`. */
  storedVersions?: string[] | null;
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
  /** Columns of tables; default: the age. */
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
  /** Title of the documentation. */
  description?: string;
  /** Address of the documentation. */
  url?: string;
}

export type FieldValueErrorReason = "FieldValueDuplicate" | "FieldValueForbidden" | "FieldValueInvalid" | "FieldValueRequired";

export interface JSONSchemaProps {
  /** Must be absent: the API server does not support it. */
  id?: string;
  /** Dialect of the schema; the API server does not support any. */
  $schema?: string;
  /** Must be absent: the API server does not follow references. */
  $ref?: string;
  /** Text for people, which `kubectl explain` shows. */
  description?: string;
  /** Type of the value: `object`, `array`, `string`, `integer`, `number` or `boolean`. */
  type?: string;
  /** Form of the value, such as `date-time`, `int32` or `byte`; unknown forms are ignored. */
  format?: string;
  /** Short name of the value, for people. */
  title?: string;
  /** Value that the API server fills in when the field is absent. */
  default?: unknown;
  /** Largest number that is allowed. */
  maximum?: number;
  /** Whether the number must be below `maximum`, not equal to it. */
  exclusiveMaximum?: boolean;
  /** Smallest number that is allowed. */
  minimum?: number;
  /** Whether the number must be above `minimum`, not equal to it. */
  exclusiveMinimum?: boolean;
  /** Longest text that is allowed, in characters. */
  maxLength?: number | bigint;
  /** Shortest text that is allowed, in characters. */
  minLength?: number | bigint;
  /** Regular expression (RE2) that the text must match somewhere. */
  pattern?: string;
  /** Most items that the list may have. */
  maxItems?: number | bigint;
  /** Fewest items that the list may have. */
  minItems?: number | bigint;
  /** Must be false or absent; use `x-kubernetes-list-type: set`. */
  uniqueItems?: boolean;
  /** The number must be a multiple of this. */
  multipleOf?: number;
  /** The values that are allowed. */
  enum?: unknown[];
  /** Most properties that the object may have. */
  maxProperties?: number | bigint;
  /** Fewest properties that the object may have. */
  minProperties?: number | bigint;
  /** Names of the properties that must be present. */
  required?: string[];
  /** Schema of each item of the list. */
  items?: JSONSchemaProps | JSONSchemaProps[];
  /** Schemas that the value must all match. */
  allOf?: JSONSchemaProps[];
  /** Schemas of which the value must match exactly one. */
  oneOf?: JSONSchemaProps[];
  /** Schemas of which the value must match at least one. */
  anyOf?: JSONSchemaProps[];
  /** Schema that the value must not match. */
  not?: JSONSchemaProps;
  /** Schemas of the properties, by name. */
  properties?: Record<string, JSONSchemaProps>;
  /** Schema of all properties that `properties` does not name; excludes `properties`. */
  additionalProperties?: JSONSchemaProps | boolean;
  /** Must be absent: the API server does not support it. */
  patternProperties?: Record<string, JSONSchemaProps>;
  /** Must be absent: the API server does not support it. */
  dependencies?: Record<string, JSONSchemaProps | string[]>;
  /** Must be absent: the API server does not support it. */
  additionalItems?: JSONSchemaProps | boolean;
  /** Must be absent: the API server does not support it. */
  definitions?: Record<string, JSONSchemaProps>;
  /** Further documentation. */
  externalDocs?: ExternalDocumentation;
  /** A value to show in documentation; nothing checks it. */
  example?: unknown;
  /** Whether null is allowed; otherwise the API server prunes or refuses it. */
  nullable?: boolean;
  /** If true, fields that the schema does not name are kept, not pruned. */
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  /** Whether the value is an object with `apiVersion`, `kind` and `metadata`. */
  "x-kubernetes-embedded-resource"?: boolean;
  /** Whether the value is an integer or text. */
  "x-kubernetes-int-or-string"?: boolean;
  /** Names of the fields that identify an item, for the list type `map`. */
  "x-kubernetes-list-map-keys"?: string[];
  /** `atomic`, `set` or `map`: how server-side apply merges the list; default `atomic`. */
  "x-kubernetes-list-type"?: string;
  /** `granular` or `atomic`: how server-side apply merges the object; default `granular`. */
  "x-kubernetes-map-type"?: string;
  /** CEL rules that the value must satisfy. */
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
  /** CEL expression that must be true; `self` is the value, `oldSelf` the value before an update. */
  rule?: string;
  /** Error message when the rule is broken. */
  message?: string;
  /** CEL expression that gives the error message; goes before `message`. */
  messageExpression?: string;
  /** Reason of the error, for programs; default `FieldValueInvalid`. */
  reason?: FieldValueErrorReason;
  /** Path of the field that the error names, below the value. */
  fieldPath?: string;
  /** Whether the rule also runs without an old value; `oldSelf` is then an optional. */
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
  conversionReviewVersions?: string[] | null;
}
