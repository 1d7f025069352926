/**
 * The purpose of the types and fields of `lifecycle`.
 *
 * @module
 */
export const lifecycle: Readonly<Record<string, string>> = {
  "lifecycle/v1alpha1.Eviction": "An eviction that is under way.",
  "lifecycle/v1alpha1.EvictionPodReference.name": "Name of the pod.",
  "lifecycle/v1alpha1.EvictionPodReference.uid": "UID of the pod.",
  "lifecycle/v1alpha1.EvictionRequest": "Asks for a pod to be evicted in good order.",
  "lifecycle/v1alpha1.EvictionRequestPodReference.name": "Name of the pod.",
  "lifecycle/v1alpha1.EvictionRequestPodReference.uid": "UID of the pod.",
  "lifecycle/v1alpha1.EvictionRequestSpec.intent": "Whether the eviction is wanted or no longer wanted.",
  "lifecycle/v1alpha1.EvictionRequestSpec.requester": "Who asks for the eviction.",
  "lifecycle/v1alpha1.EvictionRequestSpec.target": "The pod to evict.",
  "lifecycle/v1alpha1.EvictionRequestTarget.pod": "The pod.",
  "lifecycle/v1alpha1.EvictionSpec.target": "The pod to evict.",
  "lifecycle/v1alpha1.EvictionStatus.requesters": "Parties that ask for the eviction.",
  "lifecycle/v1alpha1.EvictionStatus.responders": "Progress of each responder.",
  "lifecycle/v1alpha1.EvictionStatus.targetResponders": "Parties that carry out the eviction, by priority.",
  "lifecycle/v1alpha1.EvictionTarget.pod": "The pod.",
  "lifecycle/v1alpha1.Requester.intent": "Whether the eviction is wanted or no longer wanted.",
  "lifecycle/v1alpha1.Requester.name": "Name of the requester.",
  "lifecycle/v1alpha1.ResponderStatus.completionTime": "When the responder was done.",
  "lifecycle/v1alpha1.ResponderStatus.expectedCompletionTime": "When the responder expects to be done.",
  "lifecycle/v1alpha1.ResponderStatus.heartbeatTime": "When the responder last reported progress.",
  "lifecycle/v1alpha1.ResponderStatus.message": "Progress, for people.",
  "lifecycle/v1alpha1.ResponderStatus.name": "Name of the responder.",
  "lifecycle/v1alpha1.ResponderStatus.startTime": "When the responder began.",
  "lifecycle/v1alpha1.TargetResponder.name": "Name of the responder.",
  "lifecycle/v1alpha1.TargetResponder.priority": "Order of the responders; the highest goes first.",
  "lifecycle/v1alpha1.TargetResponder.state": "State of the responder.",
};
