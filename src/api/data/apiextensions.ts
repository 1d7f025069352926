/**
 * The types of `apiextensions`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const apiextensionsTypes = (): string => `
apiextensions/v1.CustomResourceColumnDefinition
name 1 string !
type 2 string !
format 3 string
description 4 string
priority 5 int32
jsonPath 6 string !

apiextensions/v1.CustomResourceConversion
strategy 1 string !
webhook 2 WebhookConversion *

apiextensions/v1.CustomResourceDefinition
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
spec 2 CustomResourceDefinitionSpec !
status 3 CustomResourceDefinitionStatus

apiextensions/v1.CustomResourceDefinitionCondition
type 1 string !
status 2 string !
lastTransitionTime 3 time
reason 4 string
message 5 string
observedGeneration 6 int64 >=1.35 gate=CRDObservedGenerationTracking

apiextensions/v1.CustomResourceDefinitionNames
plural 1 string !
singular 2 string
shortNames 3 []string list=atomic
kind 4 string !
listKind 5 string
categories 6 []string list=atomic

apiextensions/v1.CustomResourceDefinitionSpec
group 1 string !
names 3 CustomResourceDefinitionNames !
scope 4 string !
versions 7 []CustomResourceDefinitionVersion ! list=atomic
conversion 9 CustomResourceConversion *
preserveUnknownFields 10 bool

apiextensions/v1.CustomResourceDefinitionStatus
conditions 1 []CustomResourceDefinitionCondition + list=map keys=type
acceptedNames 2 CustomResourceDefinitionNames +
storedVersions 3 []string + list=atomic
observedGeneration 4 int64 >=1.35 gate=CRDObservedGenerationTracking

apiextensions/v1.CustomResourceDefinitionVersion
name 1 string !
served 2 bool !
storage 3 bool !
deprecated 7 bool
deprecationWarning 8 string *
schema 4 CustomResourceValidation *
subresources 5 CustomResourceSubresources *
additionalPrinterColumns 6 []CustomResourceColumnDefinition list=atomic
selectableFields 9 []SelectableField list=atomic gate=CustomResourceFieldSelectors

apiextensions/v1.CustomResourceSubresourceScale
specReplicasPath 1 string !
statusReplicasPath 2 string !
labelSelectorPath 3 string *

apiextensions/v1.CustomResourceSubresourceStatus

apiextensions/v1.CustomResourceSubresources
status 1 CustomResourceSubresourceStatus *
scale 2 CustomResourceSubresourceScale *

apiextensions/v1.CustomResourceValidation
openAPIV3Schema 1 JSONSchemaProps *

apiextensions/v1.ExternalDocumentation
description 1 string
url 2 string

apiextensions/v1.FieldValueErrorReason = FieldValueDuplicate | FieldValueForbidden | FieldValueInvalid | FieldValueRequired

apiextensions/v1.JSONSchemaProps
id 1 string
$schema 2 string
$ref 3 string *
description 4 string
type 5 string
format 6 string
title 7 string
default 8 raw *
maximum 9 double *
exclusiveMaximum 10 bool
minimum 11 double *
exclusiveMinimum 12 bool
maxLength 13 int64 *
minLength 14 int64 *
pattern 15 string
maxItems 16 int64 *
minItems 17 int64 *
uniqueItems 18 bool
multipleOf 19 double *
enum 20 []raw list=atomic
maxProperties 21 int64 *
minProperties 22 int64 *
required 23 []string list=atomic
items 24 schemaOrArray *
allOf 25 []JSONSchemaProps list=atomic
oneOf 26 []JSONSchemaProps list=atomic
anyOf 27 []JSONSchemaProps list=atomic
not 28 JSONSchemaProps *
properties 29 {}JSONSchemaProps
additionalProperties 30 schemaOrBool *
patternProperties 31 {}JSONSchemaProps
dependencies 32 {}schemaOrStrings
additionalItems 33 schemaOrBool *
definitions 34 {}JSONSchemaProps
externalDocs 35 ExternalDocumentation *
example 36 raw *
nullable 37 bool
x-kubernetes-preserve-unknown-fields 38 bool *
x-kubernetes-embedded-resource 39 bool
x-kubernetes-int-or-string 40 bool
x-kubernetes-list-map-keys 41 []string list=atomic
x-kubernetes-list-type 42 string *
x-kubernetes-map-type 43 string *
x-kubernetes-validations 44 []ValidationRule list=map keys=rule patch=merge merge=rule

apiextensions/v1.SelectableField
jsonPath 1 string !

apiextensions/v1.ServiceReference
namespace 1 string !
name 2 string !
path 3 string *
port 4 int32 *

apiextensions/v1.ValidationRule
rule 1 string !
message 2 string
messageExpression 3 string
reason 4 FieldValueErrorReason *
fieldPath 5 string
optionalOldSelf 6 bool * gate=CRDValidationRatcheting

apiextensions/v1.WebhookClientConfig
url 3 string *
service 1 ServiceReference *
caBundle 2 bytes

apiextensions/v1.WebhookConversion
clientConfig 2 WebhookClientConfig *
conversionReviewVersions 3 []string ! list=atomic
`;
