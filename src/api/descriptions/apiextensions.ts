/**
 * The purpose of the types and fields of `apiextensions`.
 *
 * @module
 */
export const apiextensions: Readonly<Record<string, string>> = {
  "apiextensions/v1.CustomResourceColumnDefinition.description": "The content of the column.",
  "apiextensions/v1.CustomResourceColumnDefinition.format": "How clients may show it.",
  "apiextensions/v1.CustomResourceColumnDefinition.jsonPath": "Path of the value, `.spec.replicas`.",
  "apiextensions/v1.CustomResourceColumnDefinition.name": "Heading of the column.",
  "apiextensions/v1.CustomResourceColumnDefinition.priority": "0 is shown always, more with `-o wide`.",
  "apiextensions/v1.CustomResourceColumnDefinition.type": "`integer`, `number`, `string`, `boolean` or `date`.",
  "apiextensions/v1.CustomResourceConversion.strategy":
    "`None` changes nothing but `apiVersion`; `Webhook` asks a webhook.",
  "apiextensions/v1.CustomResourceConversion.webhook": "The webhook that converts, for strategy `Webhook`.",
  "apiextensions/v1.CustomResourceDefinition":
    "Defines a resource of one's own, with a schema for each of its versions.",
  "apiextensions/v1.CustomResourceDefinition.spec": "The resource: names, scope, versions.",
  "apiextensions/v1.CustomResourceDefinition.status": "The state after the server's decision; written by the server.",
  "apiextensions/v1.CustomResourceDefinitionCondition.lastTransitionTime": "When the status last changed.",
  "apiextensions/v1.CustomResourceDefinitionCondition.message": "Why, for people.",
  "apiextensions/v1.CustomResourceDefinitionCondition.observedGeneration": "The generation that it was found for.",
  "apiextensions/v1.CustomResourceDefinitionCondition.reason": "Why, as an identifier.",
  "apiextensions/v1.CustomResourceDefinitionCondition.status": "`True`, `False` or `Unknown`.",
  "apiextensions/v1.CustomResourceDefinitionCondition.type": "`Established`, `NamesAccepted` and others.",
  "apiextensions/v1.CustomResourceDefinitionNames.categories":
    "Groups of resources that can be listed together, such as `all`.",
  "apiextensions/v1.CustomResourceDefinitionNames.kind": "The kind, in CamelCase.",
  "apiextensions/v1.CustomResourceDefinitionNames.listKind":
    "The kind of lists; the kind with `List` behind it when absent.",
  "apiextensions/v1.CustomResourceDefinitionNames.plural": "Plural, in lower case; part of the definition's name.",
  "apiextensions/v1.CustomResourceDefinitionNames.shortNames": "Short names for the command line.",
  "apiextensions/v1.CustomResourceDefinitionNames.singular":
    "Singular, in lower case; the kind in lower case when absent.",
  "apiextensions/v1.CustomResourceDefinitionSpec.conversion": "How objects of one version become objects of another.",
  "apiextensions/v1.CustomResourceDefinitionSpec.group": "API group, a domain name of two parts or more.",
  "apiextensions/v1.CustomResourceDefinitionSpec.names": "The names of the resource.",
  "apiextensions/v1.CustomResourceDefinitionSpec.preserveUnknownFields": "Must be false or absent.",
  "apiextensions/v1.CustomResourceDefinitionSpec.scope": "Where objects live.",
  "apiextensions/v1.CustomResourceDefinitionSpec.versions":
    "The versions of the API, the first of the list not being special.",
  "apiextensions/v1.CustomResourceDefinitionStatus.acceptedNames": "The names that are served.",
  "apiextensions/v1.CustomResourceDefinitionStatus.conditions": "The state of the definition.",
  "apiextensions/v1.CustomResourceDefinitionStatus.observedGeneration": "The generation that was looked at.",
  "apiextensions/v1.CustomResourceDefinitionStatus.storedVersions":
    "Versions in which objects may be stored; those must stay in `spec.versions`.",
  "apiextensions/v1.CustomResourceDefinitionVersion.additionalPrinterColumns": "Columns of tables; default: the age.",
  "apiextensions/v1.CustomResourceDefinitionVersion.deprecated": "Whether clients are warned of the version.",
  "apiextensions/v1.CustomResourceDefinitionVersion.deprecationWarning":
    "The warning for clients, in place of the usual one.",
  "apiextensions/v1.CustomResourceDefinitionVersion.name": "`v1`, `v1beta1`.",
  "apiextensions/v1.CustomResourceDefinitionVersion.schema": "The schema of objects of the version.",
  "apiextensions/v1.CustomResourceDefinitionVersion.selectableFields": "Fields that can be selected by; at most 8.",
  "apiextensions/v1.CustomResourceDefinitionVersion.served": "Whether the version can be used.",
  "apiextensions/v1.CustomResourceDefinitionVersion.storage": "Whether objects are stored in this version: one is.",
  "apiextensions/v1.CustomResourceDefinitionVersion.subresources": "Parts that are written on their own.",
  "apiextensions/v1.CustomResourceSubresourceScale.labelSelectorPath": "Path of a selector in text form.",
  "apiextensions/v1.CustomResourceSubresourceScale.specReplicasPath": "Path of the wanted number, below `.spec.`.",
  "apiextensions/v1.CustomResourceSubresourceScale.statusReplicasPath": "Path of the number, below `.status.`.",
  "apiextensions/v1.CustomResourceSubresources.scale": "The `/scale` subresource, which autoscalers use.",
  "apiextensions/v1.CustomResourceSubresources.status": "`{}` makes status writable at `/status` only.",
  "apiextensions/v1.CustomResourceValidation.openAPIV3Schema": "The schema of the objects.",
  "apiextensions/v1.ExternalDocumentation.description": "Title of the documentation.",
  "apiextensions/v1.ExternalDocumentation.url": "Address of the documentation.",
  "apiextensions/v1.JSONSchemaProps.$ref": "Must be absent: the API server does not follow references.",
  "apiextensions/v1.JSONSchemaProps.$schema": "Dialect of the schema; the API server does not support any.",
  "apiextensions/v1.JSONSchemaProps.additionalItems": "Must be absent: the API server does not support it.",
  "apiextensions/v1.JSONSchemaProps.additionalProperties":
    "Schema of all properties that `properties` does not name; excludes `properties`.",
  "apiextensions/v1.JSONSchemaProps.allOf": "Schemas that the value must all match.",
  "apiextensions/v1.JSONSchemaProps.anyOf": "Schemas of which the value must match at least one.",
  "apiextensions/v1.JSONSchemaProps.default": "Value that the API server fills in when the field is absent.",
  "apiextensions/v1.JSONSchemaProps.definitions": "Must be absent: the API server does not support it.",
  "apiextensions/v1.JSONSchemaProps.dependencies": "Must be absent: the API server does not support it.",
  "apiextensions/v1.JSONSchemaProps.description": "Text for people, which `kubectl explain` shows.",
  "apiextensions/v1.JSONSchemaProps.enum": "The values that are allowed.",
  "apiextensions/v1.JSONSchemaProps.example": "A value to show in documentation; nothing checks it.",
  "apiextensions/v1.JSONSchemaProps.exclusiveMaximum": "Whether the number must be below `maximum`, not equal to it.",
  "apiextensions/v1.JSONSchemaProps.exclusiveMinimum": "Whether the number must be above `minimum`, not equal to it.",
  "apiextensions/v1.JSONSchemaProps.externalDocs": "Further documentation.",
  "apiextensions/v1.JSONSchemaProps.format":
    "Form of the value, such as `date-time`, `int32` or `byte`; unknown forms are ignored.",
  "apiextensions/v1.JSONSchemaProps.id": "Must be absent: the API server does not support it.",
  "apiextensions/v1.JSONSchemaProps.items": "Schema of each item of the list.",
  "apiextensions/v1.JSONSchemaProps.maxItems": "Most items that the list may have.",
  "apiextensions/v1.JSONSchemaProps.maxLength": "Longest text that is allowed, in characters.",
  "apiextensions/v1.JSONSchemaProps.maxProperties": "Most properties that the object may have.",
  "apiextensions/v1.JSONSchemaProps.maximum": "Largest number that is allowed.",
  "apiextensions/v1.JSONSchemaProps.minItems": "Fewest items that the list may have.",
  "apiextensions/v1.JSONSchemaProps.minLength": "Shortest text that is allowed, in characters.",
  "apiextensions/v1.JSONSchemaProps.minProperties": "Fewest properties that the object may have.",
  "apiextensions/v1.JSONSchemaProps.minimum": "Smallest number that is allowed.",
  "apiextensions/v1.JSONSchemaProps.multipleOf": "The number must be a multiple of this.",
  "apiextensions/v1.JSONSchemaProps.not": "Schema that the value must not match.",
  "apiextensions/v1.JSONSchemaProps.nullable":
    "Whether null is allowed; otherwise the API server prunes or refuses it.",
  "apiextensions/v1.JSONSchemaProps.oneOf": "Schemas of which the value must match exactly one.",
  "apiextensions/v1.JSONSchemaProps.pattern": "Regular expression (RE2) that the text must match somewhere.",
  "apiextensions/v1.JSONSchemaProps.patternProperties": "Must be absent: the API server does not support it.",
  "apiextensions/v1.JSONSchemaProps.properties": "Schemas of the properties, by name.",
  "apiextensions/v1.JSONSchemaProps.required": "Names of the properties that must be present.",
  "apiextensions/v1.JSONSchemaProps.title": "Short name of the value, for people.",
  "apiextensions/v1.JSONSchemaProps.type":
    "Type of the value: `object`, `array`, `string`, `integer`, `number` or `boolean`.",
  "apiextensions/v1.JSONSchemaProps.uniqueItems": "Must be false or absent; use `x-kubernetes-list-type: set`.",
  "apiextensions/v1.JSONSchemaProps.x-kubernetes-embedded-resource":
    "Whether the value is an object with `apiVersion`, `kind` and `metadata`.",
  "apiextensions/v1.JSONSchemaProps.x-kubernetes-int-or-string": "Whether the value is an integer or text.",
  "apiextensions/v1.JSONSchemaProps.x-kubernetes-list-map-keys":
    "Names of the fields that identify an item, for the list type `map`.",
  "apiextensions/v1.JSONSchemaProps.x-kubernetes-list-type":
    "`atomic`, `set` or `map`: how server-side apply merges the list; default `atomic`.",
  "apiextensions/v1.JSONSchemaProps.x-kubernetes-map-type":
    "`granular` or `atomic`: how server-side apply merges the object; default `granular`.",
  "apiextensions/v1.JSONSchemaProps.x-kubernetes-preserve-unknown-fields":
    "If true, fields that the schema does not name are kept, not pruned.",
  "apiextensions/v1.JSONSchemaProps.x-kubernetes-validations": "CEL rules that the value must satisfy.",
  "apiextensions/v1.SelectableField.jsonPath": "Path of a field with a scalar.",
  "apiextensions/v1.ServiceReference.name": "Name of the service.",
  "apiextensions/v1.ServiceReference.namespace": "Namespace of the service.",
  "apiextensions/v1.ServiceReference.path": "Path of the requests.",
  "apiextensions/v1.ServiceReference.port": "Port of the service; 443 when absent.",
  "apiextensions/v1.ValidationRule.fieldPath": "Path of the field that the error names, below the value.",
  "apiextensions/v1.ValidationRule.message": "Error message when the rule is broken.",
  "apiextensions/v1.ValidationRule.messageExpression":
    "CEL expression that gives the error message; goes before `message`.",
  "apiextensions/v1.ValidationRule.optionalOldSelf":
    "Whether the rule also runs without an old value; `oldSelf` is then an optional.",
  "apiextensions/v1.ValidationRule.reason": "Reason of the error, for programs; default `FieldValueInvalid`.",
  "apiextensions/v1.ValidationRule.rule":
    "CEL expression that must be true; `self` is the value, `oldSelf` the value before an update.",
  "apiextensions/v1.WebhookClientConfig.caBundle":
    "PEM certificates that the webhook's own must be signed by, in base64.",
  "apiextensions/v1.WebhookClientConfig.service": "The service to call; not together with `url`.",
  "apiextensions/v1.WebhookClientConfig.url":
    "The address to call, `https://host:port/path`; not together with `service`.",
  "apiextensions/v1.WebhookConversion.clientConfig": "How it is reached.",
  "apiextensions/v1.WebhookConversion.conversionReviewVersions": "Versions of ConversionReview that the webhook reads.",
};
