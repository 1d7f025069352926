/**
 * The types of `node`, in the notation of table.ts. Written by scripts/api-types.mjs; not to be edited.
 *
 * @module
 */
export const nodeTypes = (): string => `
node/v1.Overhead
podFixed 1 {}quantity

node/v1.RuntimeClass
apiVersion - string
kind - string
metadata 1 meta/v1.ObjectMeta
handler 2 string !
overhead 3 Overhead *
scheduling 4 Scheduling *

node/v1.Scheduling
nodeSelector 1 {}string map=atomic
tolerations 2 []core/v1.Toleration list=atomic
`;
