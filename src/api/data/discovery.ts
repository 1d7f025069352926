/**
 * The types of `discovery`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const discoveryTypes = (): string => `
discovery/v1.Endpoint
addresses 1 []string ! list=set
conditions 2 EndpointConditions
hostname 3 string *
targetRef 4 core/v1.ObjectReference *
deprecatedTopology 5 {}string
nodeName 6 string *
zone 7 string *
hints 8 EndpointHints *

discovery/v1.EndpointConditions
ready 1 bool *
serving 2 bool *
terminating 3 bool *

discovery/v1.EndpointHints
forZones 1 []ForZone list=atomic
forNodes 2 []ForNode >=1.33 list=atomic

discovery/v1.EndpointPort map=atomic
name 1 string *
protocol 2 core/v1.Protocol *
port 3 int32 *
appProtocol 4 string *

discovery/v1.EndpointSlice
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
addressType 4 string !
endpoints 2 []Endpoint + list=atomic
ports 3 []EndpointPort + list=atomic

discovery/v1.ForNode
name 1 string !

discovery/v1.ForZone
name 1 string !
`;
