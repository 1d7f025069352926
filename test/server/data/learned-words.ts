/** Requests to kube-apiserver 1.37.1, and its messages. */

export const wordsOfCreations = [
  {
    name: "files of a projected volume at one path",
    path: "/api/v1/namespaces/default/pods",
    object: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name: "web",
      },
      spec: {
        containers: [
          {
            name: "web",
            image: "web:1",
            volumeMounts: [
              {
                name: "v",
                mountPath: "/v",
              },
            ],
          },
        ],
        volumes: [
          {
            name: "v",
            projected: {
              sources: [
                {
                  configMap: {
                    name: "one",
                    items: [
                      {
                        key: "a",
                        path: "p",
                      },
                    ],
                  },
                },
                {
                  secret: {
                    name: "two",
                    items: [
                      {
                        key: "a",
                        path: "p",
                      },
                    ],
                  },
                },
                {
                  downwardAPI: {
                    items: [
                      {
                        path: "p",
                        fieldRef: {
                          fieldPath: "metadata.name",
                        },
                      },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    message:
      'Pod "web" is invalid: [spec.volumes[0].projected: Invalid value: "two": conflicting duplicate paths, spec.volumes[0].projected: Invalid value: "p": conflicting duplicate paths, spec.containers[0].volumeMounts[0].name: Not found: "v"]',
  },
  {
    name: "a faulty volume, at those who use it",
    path: "/api/v1/namespaces/default/pods",
    object: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name: "web",
      },
      spec: {
        containers: [
          {
            name: "web",
            image: "web:1",
            volumeMounts: [
              {
                name: "v",
                mountPath: "/v",
              },
            ],
          },
        ],
        volumes: [
          {
            name: "v",
            hostPath: {
              path: "/x",
            },
            emptyDir: {},
          },
        ],
      },
    },
    message:
      'Pod "web" is invalid: [spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type, spec.containers[0].volumeMounts[0].name: Not found: "v"]',
  },
  {
    name: "variables from nowhere",
    path: "/api/v1/namespaces/default/pods",
    object: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name: "web",
      },
      spec: {
        containers: [
          {
            name: "web",
            image: "web:1",
            envFrom: [
              {
                prefix: "A",
              },
            ],
          },
        ],
      },
    },
    message:
      'Pod "web" is invalid: spec.containers[0].envFrom: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
  },
  {
    name: "an operator of node affinity",
    path: "/api/v1/namespaces/default/pods",
    object: {
      apiVersion: "v1",
      kind: "Pod",
      metadata: {
        name: "web",
      },
      spec: {
        containers: [
          {
            name: "web",
            image: "web:1",
          },
        ],
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    {
                      key: "a",
                      operator: "",
                    },
                  ],
                },
              ],
            },
          },
        },
      },
    },
    message:
      'Pod "web" is invalid: spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator: Invalid value: "": not a valid selector operator',
  },
  {
    name: "a rule without verbs",
    path: "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles",
    object: {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: {
        name: "a",
      },
      rules: [
        {
          apiGroups: [""],
          resources: ["pods"],
          verbs: [],
        },
      ],
    },
    message: 'Role.rbac.authorization.k8s.io "a" is invalid: rules[0].verbs: Required value',
  },
  {
    name: "the name of an APIService",
    path: "/apis/apiregistration.k8s.io/v1/apiservices",
    object: {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: {
        name: "a",
      },
      spec: {
        group: "g.example.com",
        version: "v1",
        groupPriorityMinimum: 10,
        versionPriority: 10,
        service: {
          name: "a",
          namespace: "b",
        },
        insecureSkipTLSVerify: true,
      },
    },
    message:
      'APIService.apiregistration.k8s.io "a" is invalid: metadata.name: Invalid value: "a": must be `spec.version+"."+spec.group`: "v1.g.example.com"',
  },
  {
    name: "an APIService without a group",
    path: "/apis/apiregistration.k8s.io/v1/apiservices",
    object: {
      apiVersion: "apiregistration.k8s.io/v1",
      kind: "APIService",
      metadata: {
        name: "v2.",
      },
      spec: {
        version: "v2",
        groupPriorityMinimum: 10,
        versionPriority: 10,
        service: {
          name: "a",
          namespace: "b",
        },
        insecureSkipTLSVerify: true,
      },
    },
    message:
      'APIService.apiregistration.k8s.io "v2." is invalid: spec.group: Required value: only v1 may have an empty group and it better be legacy kube',
  },
  {
    name: "an attribute without a value",
    path: "/apis/resource.k8s.io/v1/resourceslices",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceSlice",
      metadata: {
        name: "gpus",
      },
      spec: {
        driver: "gpu.example.com",
        pool: {
          name: "p",
          resourceSliceCount: 1,
          generation: 1,
        },
        nodeName: "n",
        devices: [
          {
            name: "d",
            attributes: {
              a: {},
            },
          },
        ],
      },
    },
    message:
      'ResourceSlice.resource.k8s.io "gpus" is invalid: spec.devices[0].attributes[a]: Invalid value: "": must specify one of: `int`, `bool`, `string`, `version`, `ints`, `bools`, `strings`, `versions`',
  },
  {
    name: "a pool of no slices",
    path: "/apis/resource.k8s.io/v1/resourceslices",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceSlice",
      metadata: {
        name: "gpus",
      },
      spec: {
        driver: "gpu.example.com",
        pool: {
          name: "p",
          resourceSliceCount: 0,
          generation: 1,
        },
        nodeName: "n",
        devices: [
          {
            name: "d",
          },
        ],
      },
    },
    message:
      'ResourceSlice.resource.k8s.io "gpus" is invalid: spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
  },
  {
    name: "node selection for each device that is false",
    path: "/apis/resource.k8s.io/v1/resourceslices",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceSlice",
      metadata: {
        name: "gpus",
      },
      spec: {
        driver: "gpu.example.com",
        pool: {
          name: "p",
          resourceSliceCount: 1,
          generation: 1,
        },
        nodeName: "n",
        devices: [
          {
            name: "d",
          },
        ],
        perDeviceNodeSelection: false,
      },
    },
    message:
      'ResourceSlice.resource.k8s.io "gpus" is invalid: spec.perDeviceNodeSelection: Invalid value: false: must be either unset or set to true',
  },
  {
    name: "the name of a definition",
    path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    object: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: {
        name: "a",
      },
      spec: {
        group: "example.com",
        names: {
          plural: "bs",
          kind: "B",
        },
        scope: "Namespaced",
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
              },
            },
          },
        ],
      },
    },
    message:
      'CustomResourceDefinition.apiextensions.k8s.io "a" is invalid: metadata.name: Invalid value: "a": must be spec.names.plural+"."+spec.group',
  },
  {
    name: "a claim of no storage",
    path: "/apis/apps/v1/namespaces/default/statefulsets",
    object: {
      apiVersion: "apps/v1",
      kind: "StatefulSet",
      metadata: {
        name: "a",
      },
      spec: {
        selector: {
          matchLabels: {
            a: "b",
          },
        },
        serviceName: "s",
        template: {
          metadata: {
            labels: {
              a: "b",
            },
          },
          spec: {
            containers: [
              {
                name: "c",
                image: "c",
              },
            ],
          },
        },
        volumeClaimTemplates: [
          {
            metadata: {
              name: "v",
            },
            spec: {
              accessModes: ["ReadWriteOnce"],
              resources: {
                requests: {},
              },
            },
          },
        ],
      },
    },
    message: 'StatefulSet.apps "a" is invalid: spec.volumeClaimTemplates[0].spec.resources[storage]: Required value',
  },
];

export const wordsOfChanges = [
  {
    name: "the addresses of an EndpointSlice",
    path: "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    object: {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: {
        name: "ows",
      },
      addressType: "IPv4",
      endpoints: [],
    },
    patch: {
      addressType: "IPv6",
    },
    message: 'EndpointSlice.discovery.k8s.io "ows" is invalid: addressType: Invalid value: null: field is immutable',
  },
  {
    name: "a StorageClass",
    path: "/apis/storage.k8s.io/v1/storageclasses",
    object: {
      apiVersion: "storage.k8s.io/v1",
      kind: "StorageClass",
      metadata: {
        name: "owc",
      },
      provisioner: "a.example.com/b",
      parameters: {
        a: "b",
      },
    },
    patch: {
      provisioner: "x.example.com/y",
      parameters: {
        a: "c",
      },
    },
    message:
      'StorageClass.storage.k8s.io "owc" is invalid: [provisioner: Invalid value: null: field is immutable, parameters: Invalid value: null: field is immutable]',
  },
  {
    name: "a RuntimeClass",
    path: "/apis/node.k8s.io/v1/runtimeclasses",
    object: {
      apiVersion: "node.k8s.io/v1",
      kind: "RuntimeClass",
      metadata: {
        name: "owr",
      },
      handler: "a",
    },
    patch: {
      handler: "b",
    },
    message: 'RuntimeClass.node.k8s.io "owr" is invalid: handler: Invalid value: null: field is immutable',
  },
  {
    name: "a ResourceClaim",
    path: "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims",
    object: {
      apiVersion: "resource.k8s.io/v1",
      kind: "ResourceClaim",
      metadata: {
        name: "owc",
      },
      spec: {
        devices: {
          requests: [
            {
              name: "a",
              exactly: {
                deviceClassName: "c",
              },
            },
          ],
        },
      },
    },
    patch: {
      spec: {
        devices: {
          requests: [
            {
              name: "b",
              exactly: {
                deviceClassName: "c",
              },
            },
          ],
        },
      },
    },
    message: 'ResourceClaim.resource.k8s.io "owc" is invalid: spec: Invalid value: null: field is immutable',
  },
  {
    name: "a VolumeAttachment",
    path: "/apis/storage.k8s.io/v1/volumeattachments",
    object: {
      apiVersion: "storage.k8s.io/v1",
      kind: "VolumeAttachment",
      metadata: {
        name: "owv",
      },
      spec: {
        attacher: "a.example.com",
        nodeName: "n",
        source: {
          persistentVolumeName: "p",
        },
      },
    },
    patch: {
      spec: {
        nodeName: "m",
      },
    },
    message: 'VolumeAttachment.storage.k8s.io "owv" is invalid: spec: Invalid value: null: field is immutable',
  },
  {
    name: "an IPAddress",
    path: "/apis/networking.k8s.io/v1/ipaddresses",
    object: {
      apiVersion: "networking.k8s.io/v1",
      kind: "IPAddress",
      metadata: {
        name: "192.168.7.7",
      },
      spec: {
        parentRef: {
          resource: "services",
          name: "a",
          namespace: "b",
        },
      },
    },
    patch: {
      spec: {
        parentRef: {
          name: "c",
        },
      },
    },
    message:
      'IPAddress.networking.k8s.io "192.168.7.7" is invalid: spec.parentRef: Invalid value: null: field is immutable',
  },
  {
    name: "the versions of a definition that objects are stored in",
    path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    object: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: {
        name: "ows.own.example.com",
      },
      spec: {
        group: "own.example.com",
        names: {
          plural: "ows",
          kind: "Ow",
        },
        scope: "Namespaced",
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
              },
            },
          },
        ],
      },
    },
    patch: {
      spec: {
        versions: [
          {
            name: "v2",
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
              },
            },
          },
        ],
      },
    },
    message:
      'CustomResourceDefinition.apiextensions.k8s.io "ows.own.example.com" is invalid: status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
  },
];
