/**
 * The purpose of the types and fields of `discovery`.
 *
 * @module
 */
export const discovery: Readonly<Record<string, string>> = {
  "discovery/v1.Endpoint.addresses": "Addresses of the endpoint, of the slice's type; clients use the first.",
  "discovery/v1.Endpoint.conditions": "State of the endpoint.",
  "discovery/v1.Endpoint.deprecatedTopology": "Topology from v1beta1; read-only.",
  "discovery/v1.Endpoint.hints": "Which clients should use the endpoint.",
  "discovery/v1.Endpoint.hostname": "Host name of the endpoint.",
  "discovery/v1.Endpoint.nodeName": "Node of the endpoint.",
  "discovery/v1.Endpoint.targetRef": "The object behind the endpoint, most often a pod.",
  "discovery/v1.Endpoint.zone": "Zone of the endpoint.",
  "discovery/v1.EndpointConditions.ready": "Whether the endpoint takes traffic; absent counts as true.",
  "discovery/v1.EndpointConditions.serving":
    "Whether the endpoint answers, terminating or not; absent counts as `ready`.",
  "discovery/v1.EndpointConditions.terminating": "Whether the endpoint is terminating; absent counts as false.",
  "discovery/v1.EndpointHints.forNodes": "Nodes whose clients should use the endpoint.",
  "discovery/v1.EndpointHints.forZones": "Zones whose clients should use the endpoint.",
  "discovery/v1.EndpointSlice": "Some of the addresses behind a service.",
  "discovery/v1.EndpointSlice.addressType": "`IPv4`, `IPv6` or `FQDN`. Immutable.",
  "discovery/v1.EndpointSlice.endpoints": "The endpoints, at most 1000.",
  "discovery/v1.EndpointSlice.ports": "Ports that each endpoint has.",
  "discovery/v1.ForNode.name": "Name of the node.",
  "discovery/v1.ForZone.name": "Name of the zone.",
};
