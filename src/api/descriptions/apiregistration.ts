/**
 * The purpose of the types and fields of `apiregistration`.
 *
 * @module
 */
export const apiregistration: Readonly<Record<string, string>> = {
  "apiregistration/v1.APIService": "Hands one group and version to an extension API server.",
  "apiregistration/v1.APIServiceSpec.caBundle": "Certificate authorities of the server, PEM, base64.",
  "apiregistration/v1.APIServiceSpec.group": "Name of the group.",
  "apiregistration/v1.APIServiceSpec.groupPriorityMinimum":
    "Lowest priority of the group in discovery; the highest goes first.",
  "apiregistration/v1.APIServiceSpec.insecureSkipTLSVerify": "Whether the certificate of the server is not checked.",
  "apiregistration/v1.APIServiceSpec.service":
    "The service of the server that has the group version; absent if this server has it.",
  "apiregistration/v1.APIServiceSpec.version": "Name of the version.",
  "apiregistration/v1.APIServiceSpec.versionPriority":
    "Place of the version among those of its group; the highest goes first.",
  "apiregistration/v1.ServiceReference.name": "Name of the service.",
  "apiregistration/v1.ServiceReference.namespace": "Namespace of the service.",
  "apiregistration/v1.ServiceReference.port": "Port of the service; default 443.",
};
