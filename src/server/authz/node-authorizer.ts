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
const noOpinion = (reason = ""): Decision => ({ opinion: "no-opinion", reason });

export function nodeAuthorizer(parts: NodeAuthorizerParts): Authorizer {
  const judges = judgesOf(parts.groupDomain);
  const decide = (node: string, attributes: AccessAttributes): Decision => {
    const judge = attributes.kind === "resource" && judges.get(`${attributes.group}/${attributes.resource}`);
    if (judge) return judge({ ...parts, node, resourceAttributes: attributes });
    return parts.rules.some((rule) => ruleAllows(rule, attributes)) ? allow : noOpinion();
  };
  return {
    async authorize({ user, attributes }) {
      const node = nodeNameOf(user);
      if (node === undefined) return noOpinion();
      return node === "" ? noOpinion(`unknown node for user "${user.username}"`) : decide(node, attributes);
    },
    async rulesFor(user) {
      if (nodeNameOf(user) === undefined) return { rules: [], isComplete: true };
      return { rules: [], isComplete: false, errors: ["node authorizer does not support user rule resolution"] };
    },
  };
}

/** A request of a kubelet. */
interface KubeletRequest extends NodeAuthorizerParts {
  readonly node: string;
  readonly resourceAttributes: ResourceAttributes;
}

type Judge = (question: KubeletRequest) => Decision;

const judgesOf = (domain: string): ReadonlyMap<string, Judge> =>
  new Map<string, Judge>([
    ["/secrets", judgeRead],
    ["/configmaps", judgeRead],
    ["/persistentvolumeclaims", judgeClaim],
    ["/persistentvolumes", judgeGet],
    [`resource.${domain}/resourceclaims`, judgeGet],
    [`storage.${domain}/volumeattachments`, judgeGet],
    ["/serviceaccounts", judgeServiceAccount],
    [`coordination.${domain}/leases`, judgeLease],
    [`storage.${domain}/csinodes`, judgeCsiNode],
    [`resource.${domain}/resourceslices`, judgeResourceSlice],
    ["/nodes", judgeNode],
    ["/pods", judgePod],
    [`certificates.${domain}/podcertificaterequests`, judgePodCertificateRequest],
  ]);

const unrelated = (node: string): Decision => noOpinion(`no relationship found between node '${node}' and this object`);

function judgeByGraph({ graph, node, resourceAttributes }: KubeletRequest): Decision {
  if (resourceAttributes.name === "") return noOpinion("No Object name found");
  return graph.isNeeded(node, resourceAttributes.resource, resourceAttributes) ? allow : unrelated(node);
}

function judgeGet(question: KubeletRequest): Decision {
  const { verb, subresource } = question.resourceAttributes;
  if (verb !== "get") return noOpinion("can only get individual resources of this type");
  return subresource === "" ? judgeByGraph(question) : noOpinion("cannot get subresource");
}

function judgeRead(question: KubeletRequest): Decision {
  const { verb, subresource, namespace } = question.resourceAttributes;
  if (!isOneOf(verb, "get", "list", "watch")) return noOpinion("can only read resources of this type");
  if (subresource !== "") return noOpinion("cannot read subresource");
  return namespace === "" ? noOpinion("can only read namespaced object of this type") : judgeByGraph(question);
}

function judgeClaim(question: KubeletRequest): Decision {
  const { verb, subresource } = question.resourceAttributes;
  if (subresource !== "status") return judgeGet(question);
  return isOneOf(verb, "update", "patch") ? judgeByGraph(question) : noOpinion("can only get/update/patch this type");
}

function judgeServiceAccount(question: KubeletRequest): Decision {
  const { verb, subresource, name } = question.resourceAttributes;
  if (verb === "get" && subresource === "") {
    const gates = ["KubeletServiceAccountTokenForCredentialProviders", "PodCertificateRequest"];
    return gates.some(question.isEnabled) ? judgeRead(question) : noOpinion("not allowed to get service accounts");
  }
  if (verb !== "create" || name === "") return noOpinion("can only create tokens for individual service accounts");
  if (subresource !== "token") return noOpinion("can only create token subresource of serviceaccount");
  return judgeByGraph(question);
}

const ownVerbs = ["get", "create", "update", "patch", "delete"] as const;
const leaseNamespace = "kube-node-lease";

function judgeLease({ node, resourceAttributes: { verb, namespace, name } }: KubeletRequest): Decision {
  if (!isOneOf(verb, ...ownVerbs)) return noOpinion("can only get, create, update, patch, or delete a node lease");
  if (namespace !== leaseNamespace)
    return noOpinion(`can only access leases in the "${leaseNamespace}" system namespace`);
  // Admission checks the name of a new object.
  return verb === "create" || name === node
    ? allow
    : noOpinion("can only access node lease with the same name as the requesting node");
}

function judgeCsiNode({ node, resourceAttributes: { verb, subresource, name }, isEnabled }: KubeletRequest): Decision {
  if (subresource === "status") {
    if (!isEnabled("CSIVolumeHealth")) return noOpinion("CSINode status access requires CSIVolumeHealth feature");
    if (!isOneOf(verb, "get", "update", "patch")) return noOpinion("can only get, update, or patch CSINode status");
  } else if (subresource !== "") return noOpinion("cannot authorize CSINode subresources");
  else if (!isOneOf(verb, ...ownVerbs)) return noOpinion("can only get, create, update, patch, or delete a CSINode");
  return verb === "create" || name === node
    ? allow
    : noOpinion("can only access CSINode with the same name as the requesting node");
}

function judgeResourceSlice(question: KubeletRequest): Decision {
  const { verb, subresource } = question.resourceAttributes;
  if (subresource !== "") return noOpinion("cannot authorize ResourceSlice subresources");
  if (verb === "create") return allow;
  if (isOneOf(verb, "get", "update", "patch", "delete")) return judgeByGraph(question);
  if (isOneOf(verb, "watch", "list", "deletecollection")) {
    return selectsNode(question)
      ? allow
      : noOpinion("can only list/watch/deletecollection resourceslices with nodeName field selector");
  }
  return noOpinion(
    "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection",
  );
}

function judgePodCertificateRequest(question: KubeletRequest): Decision {
  const { verb, subresource } = question.resourceAttributes;
  if (!question.isEnabled("PodCertificateRequest")) return noOpinion();
  if (subresource !== "") return noOpinion("nodes may not access the status subresource of PodCertificateRequests");
  if (verb === "create") return allow;
  if (verb === "get") return judgeByGraph(question);
  if (!isOneOf(verb, "list", "watch")) return noOpinion(`nodes may not ${verb} podcertificaterequests`);
  return selectsNode(question)
    ? allow
    : noOpinion("can only list/watch podcertificaterequests with nodeName field selector");
}

function judgeNode({ node, resourceAttributes: { verb, subresource, name } }: KubeletRequest): Decision {
  if (subresource === "status") return isOneOf(verb, "update", "patch") ? allow : noOpinion();
  if (subresource !== "") return noOpinion();
  if (isOneOf(verb, "create", "update", "patch")) return allow;
  if (!isOneOf(verb, "get", "list", "watch")) return noOpinion();
  if (name === node) return allow;
  return noOpinion(`node '${node}' cannot read ${name === "" ? "all nodes" : `'${name}'`}, only its own Node object`);
}

function judgePod(question: KubeletRequest): Decision {
  const { verb, subresource, name } = question.resourceAttributes;
  if (subresource === "status") return isOneOf(verb, "update", "patch") ? allow : noOpinion();
  if (subresource === "eviction") return verb === "create" ? allow : noOpinion();
  if (subresource !== "") return noOpinion();
  if (verb === "get") return judgeGet(question);
  if (isOneOf(verb, "create", "delete")) return allow;
  if (!isOneOf(verb, "list", "watch")) return noOpinion();
  if (selectsNode(question)) return allow;
  return name === "" ? noOpinion("can only list/watch pods with spec.nodeName field selector") : judgeByGraph(question);
}

const selectsNode = ({ node, resourceAttributes: { fieldSelector = [] } }: KubeletRequest): boolean =>
  fieldSelector.some(({ key, operator, values }) => key === "spec.nodeName" && operator === "In" && values[0] === node);

const isOneOf = (verb: string, ...verbs: readonly string[]): boolean => verbs.includes(verb);
