/**
 * The Node authorizer: a kubelet has the permissions of every node, and access to the objects that its own pods need.
 *
 * @module
 */
import type { AccessAttributes, ResourceAttributes } from "../../access/request.ts";
import { ruleAllows } from "../../access/rule-match.ts";
import { nodeNameOf } from "../../access/user.ts";
import type { PolicyRule } from "../../api/types/rbac-v1.ts";
import type { Authorizer, Decision } from "./authorizer.ts";
import type { NodeGraph } from "./node-graph.ts";

export interface NodeAuthorizerParts {
  readonly graph: NodeGraph;
  /** The permissions of every node, for resources that this file does not handle. */
  readonly rules: readonly PolicyRule[];
  isEnabled(gate: string): boolean;
  readonly groupDomain: string;
}

const allow: Decision = { opinion: "allow", reason: "" };
const none = (reason = ""): Decision => ({ opinion: "no-opinion", reason });

export function nodeAuthorizer(parts: NodeAuthorizerParts): Authorizer {
  const judges = judgesOf(parts.groupDomain);
  const decide = (node: string, attributes: AccessAttributes): Decision => {
    const judge = attributes.kind === "resource" && judges.get(`${attributes.group}/${attributes.resource}`);
    if (judge) return judge({ ...parts, node, asked: attributes });
    return parts.rules.some((rule) => ruleAllows(rule, attributes)) ? allow : none();
  };
  return {
    async authorize({ user, attributes }) {
      const node = nodeNameOf(user);
      if (node === undefined) return none();
      return node === "" ? none(`unknown node for user "${user.username}"`) : decide(node, attributes);
    },
    async rulesFor(user) {
      if (nodeNameOf(user) === undefined) return { rules: [], isComplete: true };
      return { rules: [], isComplete: false, errors: ["node authorizer does not support user rule resolution"] };
    },
  };
}

/** A request of a kubelet. */
interface Question extends NodeAuthorizerParts {
  readonly node: string;
  readonly asked: ResourceAttributes;
}

type Judge = (question: Question) => Decision;

const judgesOf = (domain: string): ReadonlyMap<string, Judge> =>
  new Map<string, Judge>([
    ["/secrets", readNeeded],
    ["/configmaps", readNeeded],
    ["/persistentvolumeclaims", judgeClaim],
    ["/persistentvolumes", getNeeded],
    [`resource.${domain}/resourceclaims`, getNeeded],
    [`storage.${domain}/volumeattachments`, getNeeded],
    ["/serviceaccounts", judgeServiceAccount],
    [`coordination.${domain}/leases`, judgeLease],
    [`storage.${domain}/csinodes`, judgeCsiNode],
    [`resource.${domain}/resourceslices`, judgeResourceSlice],
    ["/nodes", judgeNode],
    ["/pods", judgePod],
    [`certificates.${domain}/podcertificaterequests`, judgePodCertificateRequest],
  ]);

const unrelated = (node: string): Decision => none(`no relationship found between node '${node}' and this object`);

function needed({ graph, node, asked }: Question): Decision {
  if (asked.name === "") return none("No Object name found");
  return graph.isNeeded(node, asked.resource, asked) ? allow : unrelated(node);
}

function getNeeded(question: Question): Decision {
  const { verb, subresource } = question.asked;
  if (verb !== "get") return none("can only get individual resources of this type");
  return subresource === "" ? needed(question) : none("cannot get subresource");
}

function readNeeded(question: Question): Decision {
  const { verb, subresource, namespace } = question.asked;
  if (!isOneOf(verb, "get", "list", "watch")) return none("can only read resources of this type");
  if (subresource !== "") return none("cannot read subresource");
  return namespace === "" ? none("can only read namespaced object of this type") : needed(question);
}

function judgeClaim(question: Question): Decision {
  const { verb, subresource } = question.asked;
  if (subresource !== "status") return getNeeded(question);
  return isOneOf(verb, "update", "patch") ? needed(question) : none("can only get/update/patch this type");
}

function judgeServiceAccount(question: Question): Decision {
  const { verb, subresource, name } = question.asked;
  if (verb === "get" && subresource === "") {
    const gates = ["KubeletServiceAccountTokenForCredentialProviders", "PodCertificateRequest"];
    return gates.some(question.isEnabled) ? readNeeded(question) : none("not allowed to get service accounts");
  }
  if (verb !== "create" || name === "") return none("can only create tokens for individual service accounts");
  if (subresource !== "token") return none("can only create token subresource of serviceaccount");
  return needed(question);
}

const ownVerbs = ["get", "create", "update", "patch", "delete"] as const;
const leaseNamespace = "kube-node-lease";

function judgeLease({ node, asked: { verb, namespace, name } }: Question): Decision {
  if (!isOneOf(verb, ...ownVerbs)) return none("can only get, create, update, patch, or delete a node lease");
  if (namespace !== leaseNamespace) return none(`can only access leases in the "${leaseNamespace}" system namespace`);
  // Admission checks the name of a new object.
  return verb === "create" || name === node
    ? allow
    : none("can only access node lease with the same name as the requesting node");
}

function judgeCsiNode({ node, asked: { verb, subresource, name }, isEnabled }: Question): Decision {
  if (subresource === "status") {
    if (!isEnabled("CSIVolumeHealth")) return none("CSINode status access requires CSIVolumeHealth feature");
    if (!isOneOf(verb, "get", "update", "patch")) return none("can only get, update, or patch CSINode status");
  } else if (subresource !== "") return none("cannot authorize CSINode subresources");
  else if (!isOneOf(verb, ...ownVerbs)) return none("can only get, create, update, patch, or delete a CSINode");
  return verb === "create" || name === node
    ? allow
    : none("can only access CSINode with the same name as the requesting node");
}

function judgeResourceSlice(question: Question): Decision {
  const { verb, subresource } = question.asked;
  if (subresource !== "") return none("cannot authorize ResourceSlice subresources");
  if (verb === "create") return allow;
  if (isOneOf(verb, "get", "update", "patch", "delete")) return needed(question);
  if (isOneOf(verb, "watch", "list", "deletecollection")) {
    return selectsNode(question)
      ? allow
      : none("can only list/watch/deletecollection resourceslices with nodeName field selector");
  }
  return none(
    "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection",
  );
}

function judgePodCertificateRequest(question: Question): Decision {
  const { verb, subresource } = question.asked;
  if (!question.isEnabled("PodCertificateRequest")) return none();
  if (subresource !== "") return none("nodes may not access the status subresource of PodCertificateRequests");
  if (verb === "create") return allow;
  if (verb === "get") return needed(question);
  if (!isOneOf(verb, "list", "watch")) return none(`nodes may not ${verb} podcertificaterequests`);
  return selectsNode(question)
    ? allow
    : none("can only list/watch podcertificaterequests with nodeName field selector");
}

function judgeNode({ node, asked: { verb, subresource, name } }: Question): Decision {
  if (subresource === "status") return isOneOf(verb, "update", "patch") ? allow : none();
  if (subresource !== "") return none();
  if (isOneOf(verb, "create", "update", "patch")) return allow;
  if (!isOneOf(verb, "get", "list", "watch")) return none();
  if (name === node) return allow;
  return none(`node '${node}' cannot read ${name === "" ? "all nodes" : `'${name}'`}, only its own Node object`);
}

function judgePod(question: Question): Decision {
  const { verb, subresource, name } = question.asked;
  if (subresource === "status") return isOneOf(verb, "update", "patch") ? allow : none();
  if (subresource === "eviction") return verb === "create" ? allow : none();
  if (subresource !== "") return none();
  if (verb === "get") return getNeeded(question);
  if (isOneOf(verb, "create", "delete")) return allow;
  if (!isOneOf(verb, "list", "watch")) return none();
  if (selectsNode(question)) return allow;
  return name === "" ? none("can only list/watch pods with spec.nodeName field selector") : needed(question);
}

const selectsNode = ({ node, asked: { fieldSelector = [] } }: Question): boolean =>
  fieldSelector.some(({ key, operator, values }) => key === "spec.nodeName" && operator === "In" && values[0] === node);

const isOneOf = (verb: string, ...verbs: readonly string[]): boolean => verbs.includes(verb);
