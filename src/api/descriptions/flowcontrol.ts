/**
 * The purpose of the types and fields of `flowcontrol`.
 *
 * @module
 */
export const flowcontrol: Readonly<Record<string, string>> = {
  "flowcontrol/v1.FlowSchema": "Which requests belong to which level of priority.",
  "flowcontrol/v1.PriorityLevelConfiguration": "How many requests of a level run at once, and how others wait.",
};
