/**
 * The purpose of the types and fields of `resource`.
 *
 * @module
 */
export const resource: Readonly<Record<string, string>> = {
  "resource/v1.DeviceClass": "A kind of device that claims can name.",
  "resource/v1.DeviceTaintRule": "Taints devices, so that only who tolerates it gets them.",
  "resource/v1.ResourceClaim": "A request for devices.",
  "resource/v1.ResourceClaimTemplate": "A ResourceClaim to make copies of, one for each pod.",
  "resource/v1.ResourceSlice": "Devices that a driver offers.",
  "resource/v1alpha2.PodSchedulingContext":
    "How a scheduler and a driver agreed on a node, before structured parameters.",
  "resource/v1alpha2.ResourceClaimParameters": "Parameters of a claim, before structured parameters were part of it.",
  "resource/v1alpha2.ResourceClass": "A kind of resource with its driver, before device classes.",
  "resource/v1alpha2.ResourceClassParameters": "Parameters of a resource class, before device classes.",
  "resource/v1alpha3.ResourcePoolStatusRequest": "Asks how much of a pool of devices is taken.",
};
