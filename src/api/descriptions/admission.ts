/**
 * The purpose of the types and fields of `admission`.
 *
 * @module
 */
export const admission: Readonly<Record<string, string>> = {
  "admission/v1.AdmissionRequest.dryRun": "Whether nothing will be stored.",
  "admission/v1.AdmissionRequest.kind": "Kind of the object as the webhook gets it.",
  "admission/v1.AdmissionRequest.name": "Name of the object; may be empty where the server makes the name.",
  "admission/v1.AdmissionRequest.namespace": "Namespace of the request; empty for cluster-scoped objects.",
  "admission/v1.AdmissionRequest.object": "The new object; absent for deletions.",
  "admission/v1.AdmissionRequest.oldObject": "The stored object, for updates and deletions.",
  "admission/v1.AdmissionRequest.operation": "`CREATE`, `UPDATE`, `DELETE` or `CONNECT`.",
  "admission/v1.AdmissionRequest.options": "Options of the operation, such as DeleteOptions.",
  "admission/v1.AdmissionRequest.requestKind": "Kind of the object in the original request.",
  "admission/v1.AdmissionRequest.requestResource": "Resource of the original request.",
  "admission/v1.AdmissionRequest.requestSubResource": "Subresource of the original request.",
  "admission/v1.AdmissionRequest.resource": "Resource as the webhook gets it.",
  "admission/v1.AdmissionRequest.subResource": "Subresource as the webhook gets it: `status`, `scale`.",
  "admission/v1.AdmissionRequest.uid": "Id of the request; the answer repeats it.",
  "admission/v1.AdmissionRequest.userInfo": "The user who sent the request.",
  "admission/v1.AdmissionResponse.allowed": "Whether the request may go on.",
  "admission/v1.AdmissionResponse.auditAnnotations": "Annotations for the audit event.",
  "admission/v1.AdmissionResponse.patch": "Changes to the object, as a JSON Patch in base64.",
  "admission/v1.AdmissionResponse.patchType": "Form of `patch`; only `JSONPatch`.",
  "admission/v1.AdmissionResponse.status": "Why the request was refused.",
  "admission/v1.AdmissionResponse.uid": "The `uid` of the request.",
  "admission/v1.AdmissionResponse.warnings": "Warnings for the client, each at most 120 characters.",
  "admission/v1.AdmissionReview": "A question of the API server to an admission webhook, and the answer.",
  "admission/v1.AdmissionReview.request": "The request to judge.",
  "admission/v1.AdmissionReview.response": "The webhook's answer.",
};
