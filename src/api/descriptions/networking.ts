/**
 * The purpose of the types and fields of `networking`.
 *
 * @module
 */
export const networking: Readonly<Record<string, string>> = {
  "networking/v1.IPAddress": "An address of a service, taken.",
  "networking/v1.Ingress": "Leads requests from outside to services, by host and path.",
  "networking/v1.IngressClass": "A controller that ingresses can name.",
  "networking/v1.NetworkPolicy": "The traffic that pods may receive and send.",
  "networking/v1.ServiceCIDR": "A range that addresses of services are taken from.",
};
