/**
 * Generates policies with bindings, parameters and matching requests from pools of expressions. Each case has a
 * separate namespace.
 */
import type { Random } from "./random.ts";

export interface Request {
  readonly method: string;
  /** The path from the namespace on, as in `/api/v1/namespaces/NS/configmaps`. */
  readonly path: string;
  readonly body?: object;
  /** The media type of the body, if it is not the default of the method. */
  readonly type?: string;
}

export interface PolicyCase {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** POST requests of parameters, policies and bindings. */
  readonly setup: readonly Request[];
  readonly requests: readonly Request[];
}

export interface Subject {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Returns an object with the name. */
  object(name: string, random: Random): Record<string, unknown>;
  /** Expressions about the object. */
  readonly checks: readonly string[];
  readonly values: readonly string[];
  readonly configurations: readonly string[];
  readonly patches: readonly string[];
  readonly subresources?: readonly string[];
}

const containers = (random: Random) =>
  random.pick([
    [{ name: "a", image: "nginx" }],
    [{ name: "a", image: "reg.io/a:1", resources: { limits: { cpu: "500m" } } }],
    [
      { name: "a", image: "reg.io/a:1", env: [{ name: "X", value: "1" }] },
      { name: "b", image: "b:2", args: ["-x"], ports: [{ containerPort: 80 }] },
    ],
  ]);

const labels = (random: Random) => random.pick([{}, { labels: { team: "a" } }, { labels: { team: "b", tier: "web" } }]);
const annotations = (random: Random) => random.pick([{}, {}, { annotations: { note: "n/1", "a.b/c": "d" } }]);
export const metadata = (name: string, random: Random) => ({ name, ...labels(random), ...annotations(random) });

export const deployment: Subject = {
  group: "apps",
  version: "v1",
  resource: "deployments",
  object: (name, random) => ({
    metadata: metadata(name, random),
    spec: {
      replicas: random.pick([0, 1, 2, 5]),
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: containers(random), ...random.pick([{}, { hostNetwork: true }, { tolerations: [] }]) },
      },
    },
  }),
  checks: [
    "object.spec.replicas <= 2",
    "object.spec.replicas > 1 || object.metadata.name == 'x'",
    "object.spec.template.spec.containers.all(c, c.image.startsWith('reg.io/'))",
    "object.spec.template.spec.containers.exists(c, has(c.resources.limits))",
    "object.spec.template.spec.containers.map(c, c.name).isSorted()",
    "has(object.spec.template.spec.hostNetwork) && object.spec.template.spec.hostNetwork",
    "object.spec.template.spec.containers[1].name == 'b'",
    "!has(object.spec.strategy.rollingUpdate) || object.spec.strategy.rollingUpdate.maxSurge == '25%'",
    "oldObject == null || object.spec.replicas >= oldObject.spec.replicas",
    "oldObject.spec.replicas != object.spec.replicas",
    "object.spec.template.spec.containers.filter(c, 'cpu' in c.?resources.?limits.orValue({})).size() > 0",
    "quantity(object.spec.template.spec.containers[0].resources.limits.cpu).isLessThan(quantity('1'))",
    "object.spec.template.spec.?tolerations.orValue([]).size() == 0",
    "object.spec.selector.matchLabels.all(k, v, v == object.metadata.name)",
    "has(object.spec.template.spec.securityContext)",
    "has(object.status.replicas)",
    "object.spec.replicas == 5u",
    "object.spec.replicas / 0 == 1",
    "type(object.spec.replicas) == int",
    "dyn(object.spec.progressDeadlineSeconds) == 600",
  ],
  values: [
    "string(object.spec.replicas)",
    "object.spec.template.spec.containers.map(c, c.image).join(',')",
    "string(object.spec.template.spec.nodeName)",
  ],
  configurations: [
    "Object{spec: Object.spec{replicas: 3}}",
    'Object{metadata: Object.metadata{labels: {"made": "yes", "team": "c"}}}',
    'Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: object.spec.template.spec.containers.map(c, Object.spec.template.spec.containers{name: c.name, imagePullPolicy: "Always"})}}}}',
    'Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{initContainers: [Object.spec.template.spec.initContainers{name: "init", image: "i:1"}]}}}}',
    'Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: "a", args: ["-v"]}]}}}}',
    'Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"x": "y"}}}}',
    "Object{spec: Object.spec{nope: 1}}",
    'Object{spec: Object.spec{replicas: "3"}}',
    "Object{spec: Object.spec.wrong{replicas: 3}}",
    'Object{spec: Object.spec{template: Object.spec.template{metadata: Object.spec.template.metadata{annotations: {"n": string(object.spec.replicas)}}}}}',
    'Object{metadata: Object.metadata{?annotations: has(object.metadata.annotations) ? optional.none() : optional.of({"added": "1"})}}',
    "Object{}",
    "Object{spec: Object.spec{replicas: object.spec.replicas + 1}}",
    'Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: [Object.spec.template.spec.containers{name: "side", image: variables.image}]}}}}',
  ],
  patches: [
    '[JSONPatch{op: "replace", path: "/spec/replicas", value: 4}]',
    '[JSONPatch{op: "add", path: "/spec/template/spec/containers/-", value: Object.spec.template.spec.containers{name: "z", image: "z:1"}}]',
    '[JSONPatch{op: "remove", path: "/spec/template/spec/containers/1"}]',
    '[JSONPatch{op: "add", path: "/spec/template/spec/tolerations", value: [{"key": "k", "operator": "Exists"}]}]',
    '[JSONPatch{op: "add", path: "/spec/nope", value: 1}]',
    '[JSONPatch{op: "test", path: "/spec/replicas", value: 1}, JSONPatch{op: "replace", path: "/spec/replicas", value: 7}]',
    '[JSONPatch{op: "copy", from: "/metadata/name", path: "/spec/template/metadata/labels/copy"}]',
    '[JSONPatch{op: "move", from: "/spec/template/spec/containers/0", path: "/spec/template/spec/containers/1"}]',
  ],
  subresources: ["scale", "status"],
};

export const configMap: Subject = {
  group: "",
  version: "v1",
  resource: "configmaps",
  object: (name, random) => ({
    metadata: metadata(name, random),
    ...random.pick([{}, { data: { a: "1" } }, { data: { a: "2", "b.c": "x" } }, { binaryData: { z: "AA==" } }]),
  }),
  checks: [
    "has(object.data) && object.data.size() < 2",
    "object.data.a == '1'",
    "int(object.data.a) < 2",
    "'a' in object.data",
    "object.?data.?a.orValue('0') == '2'",
    "oldObject == null || oldObject.data == object.data",
    "!has(object.immutable) || !object.immutable",
    "object.data.exists(k, k.matches('^[a-z]+$'))",
  ],
  values: ["string(object.data.a)", "string(object.?data.?a.orValue(''))", "object.data.map(k, k).sort().join('|')"],
  configurations: [
    'Object{data: Object.data{a: "7"}}',
    'Object{data: {"a": "7"}}',
    'Object{data: {"b.c": "set", "n": request.namespace}}',
    "Object{immutable: true}",
    'Object{metadata: Object.metadata{labels: Object.metadata.labels{made: "yes"}}}',
    'Object{metadata: Object.metadata{annotations: {"who": request.userInfo.username}}}',
    'Object{metadata: Object.metadata{name: "other"}}',
    'Object{data: {"n": 1}}',
  ],
  patches: [
    '[JSONPatch{op: "add", path: "/data", value: {"a": "9"}}]',
    '[JSONPatch{op: "add", path: "/data/" + jsonpatch.escapeKey("b.c"), value: "escaped"}]',
    '[JSONPatch{op: "add", path: "/metadata/annotations/" + jsonpatch.escapeKey("a.b/c"), value: "escaped"}]',
    '[JSONPatch{op: "remove", path: "/data/a"}]',
    '[JSONPatch{op: "replace", path: "/metadata/labels/team", value: "p"}]',
    '[JSONPatch{op: "add", path: "/metadata/labels", value: {"only": "this"}}]',
    '[JSONPatch{op: "add", path: "/data/a", value: 5}]',
    '[JSONPatch{op: "nope", path: "/data/a", value: "5"}]',
    'object.?data.orValue({}).map(k, JSONPatch{op: "replace", path: "/data/" + jsonpatch.escapeKey(k), value: "r-" + object.data[k]})',
    '[JSONPatch{op: "add", path: "/data", value: Object.data{a: "o"}}]',
  ],
};

export const autoscaler: Subject = {
  group: "autoscaling",
  version: "v1",
  resource: "horizontalpodautoscalers",
  object: (name, random) => ({
    metadata: metadata(name, random),
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name },
      minReplicas: random.pick([1, 2]),
      maxReplicas: random.pick([2, 3, 9]),
      ...random.pick([{}, { targetCPUUtilizationPercentage: 50 }]),
    },
  }),
  checks: [
    "object.spec.maxReplicas < 5",
    "object.apiVersion == 'autoscaling/v2'",
    "has(object.spec.targetCPUUtilizationPercentage)",
    "object.spec.metrics[0].resource.target.averageUtilization == 50",
    "request.kind.version != request.requestKind.version",
    "object.spec.minReplicas != oldObject.spec.minReplicas",
  ],
  values: ["request.kind.version + ' ' + object.apiVersion", "string(object.spec.maxReplicas)"],
  configurations: [
    "Object{spec: Object.spec{maxReplicas: 4}}",
    'Object{metadata: Object.metadata{labels: {"v": request.kind.version}}}',
  ],
  patches: ['[JSONPatch{op: "replace", path: "/spec/minReplicas", value: 2}]'],
};

export const pod: Subject = {
  group: "",
  version: "v1",
  resource: "pods",
  object: (name, random) => ({
    metadata: metadata(name, random),
    spec: {
      containers: containers(random),
      ...random.pick([{}, { securityContext: { runAsNonRoot: true } }, { nodeSelector: { disk: "ssd" } }]),
      ...random.pick([{}, { terminationGracePeriodSeconds: 5 }, { volumes: [{ name: "v", emptyDir: {} }] }]),
    },
  }),
  checks: [
    "object.spec.containers.all(c, c.image.contains(':'))",
    "object.spec.?securityContext.?runAsNonRoot.orValue(false)",
    "object.spec.terminationGracePeriodSeconds < 10",
    "object.spec.volumes.exists(v, has(v.emptyDir))",
    "object.spec.volumes.exists_one(v, v.name.startsWith('kube-api-access'))",
    "object.spec.tolerations.map(t, t.key).size() > 1",
    "!has(object.spec.nodeSelector) || object.spec.nodeSelector['disk'] != 'ssd'",
    "object.spec.serviceAccountName == 'default'",
    "object.status.phase == 'Pending'",
    "object.spec.containers.all(c, !has(c.resources.limits) || quantity(c.resources.limits['cpu']).compareTo(quantity('1')) <= 0)",
    "object.spec.containers.map(c, c.?ports.orValue([]).map(p, p.containerPort)).flatten().all(p, p > 1024)",
    "object.spec.containers[0].imagePullPolicy == 'Always'",
    "object.spec.priority == 0",
    "object.spec == oldObject.spec",
  ],
  values: ["object.spec.containers.map(c, c.name).join(' ')", "object.spec.dnsPolicy"],
  configurations: [
    "Object{spec: Object.spec{terminationGracePeriodSeconds: 7}}",
    'Object{spec: Object.spec{containers: [Object.spec.containers{name: "a", env: [Object.spec.containers.env{name: "X", value: "2"}, Object.spec.containers.env{name: "Y", value: "3"}]}]}}',
    'Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: "t", operator: "Exists"}]}}',
    "Object{spec: Object.spec{securityContext: Object.spec.securityContext{runAsUser: 1000, supplementalGroups: [1, 2]}}}",
    'Object{spec: Object.spec{nodeSelector: {"zone": "z"}}}',
    'Object{spec: Object.spec{volumes: [Object.spec.volumes{name: "v", configMap: Object.spec.volumes.configMap{name: "c"}}]}}',
    'Object{spec: Object.spec{containers: [Object.spec.containers{name: "a", ports: [Object.spec.containers.ports{containerPort: 80, protocol: "TCP", name: "web"}]}]}}',
    'Object{spec: Object.spec{containers: [Object.spec.containers{name: "new"}]}}',
    'Object{spec: Object.spec{containers: [Object.spec.containers{name: "d", image: "d:1"}, Object.spec.containers{name: "d", image: "d:2"}]}}',
  ],
  patches: [
    '[JSONPatch{op: "add", path: "/spec/containers/0/env", value: [{"name": "E", "value": "e"}]}]',
    '[JSONPatch{op: "add", path: "/spec/containers/0/env/-", value: Object.spec.containers.env{name: "E", value: "e"}}]',
    '[JSONPatch{op: "add", path: "/spec/nodeSelector", value: {"disk": "hdd"}}]',
    'object.spec.containers.map(c, !c.image.contains(":"), JSONPatch{op: "add", path: "/spec/containers/0/image", value: c.image + ":latest"})',
    '[JSONPatch{op: "replace", path: "/spec/terminationGracePeriodSeconds", value: 3}]',
    '[JSONPatch{op: "remove", path: "/spec/tolerations"}]',
    '[JSONPatch{op: "add", path: "/spec/containers/1", value: {"name": "second", "image": "s:1"}}]',
    '[JSONPatch{op: "add", path: "/spec/containers/7", value: {"name": "far", "image": "s:1"}}]',
  ],
  subresources: ["status"],
};

export const service: Subject = {
  group: "",
  version: "v1",
  resource: "services",
  object: (name, random) => ({
    metadata: metadata(name, random),
    spec: {
      clusterIP: "None",
      selector: { app: name },
      ports: random.pick([
        [{ port: 80, targetPort: "web" }],
        [
          { name: "a", port: 80 },
          { name: "b", port: 81, targetPort: 8081, protocol: "UDP" },
        ],
      ]),
    },
  }),
  checks: [
    "object.spec.ports.all(p, p.port == 80)",
    "object.spec.ports.all(p, type(p.targetPort) == int ? p.targetPort > 80 : p.targetPort == 'web')",
    "object.spec.ports.all(p, p.targetPort == 'web')",
    "object.spec.clusterIP == 'None' && object.spec.clusterIPs == ['None']",
    "object.spec.type in ['ClusterIP']",
    "object.spec.sessionAffinity == 'None'",
    "has(object.spec.externalName)",
    "object.spec.ipFamilies[0] == 'IPv4'",
    "object.spec.ports.map(p, p.protocol).exists(p, p == 'UDP')",
  ],
  values: ["object.spec.ports.map(p, string(p.port)).join('/')", "object.spec.?externalName.orValue('')"],
  configurations: [
    'Object{spec: Object.spec{ports: [Object.spec.ports{port: 80, protocol: "TCP", targetPort: 8080}]}}',
    'Object{spec: Object.spec{ports: [Object.spec.ports{port: 80, name: "w"}]}}',
    'Object{spec: Object.spec{ports: [Object.spec.ports{port: 443, protocol: "TCP", name: "tls", targetPort: "tls"}]}}',
    'Object{spec: Object.spec{selector: {"more": "m"}}}',
    "Object{spec: Object.spec{publishNotReadyAddresses: true}}",
    'Object{spec: Object.spec{externalIPs: ["192.0.2.9"]}}',
  ],
  patches: [
    '[JSONPatch{op: "replace", path: "/spec/ports/0/targetPort", value: 9000}]',
    '[JSONPatch{op: "replace", path: "/spec/ports/0/targetPort", value: "text"}]',
    '[JSONPatch{op: "remove", path: "/spec/selector"}]',
    '[JSONPatch{op: "replace", path: "/spec/ports/0/port", value: 70000}]',
    '[JSONPatch{op: "add", path: "/spec/ports/0", value: {"name": "first", "port": 1}}]',
  ],
  subresources: ["status"],
};

/** The custom resource that `makeDefinition` defines. */
export const widget: Subject = {
  group: "parity.example.com",
  version: "v1",
  resource: "widgets",
  object: (name, random) => ({
    apiVersion: "parity.example.com/v1",
    kind: "Widget",
    metadata: metadata(name, random),
    spec: {
      size: random.pick([1, 2, 30]),
      ...random.pick([{}, { tags: ["x", "y"] }, { parts: [{ id: "p", count: 1 }] }]),
    },
  }),
  checks: [
    "object.spec.size < 10",
    "object.spec.color == 'red'",
    "has(object.spec.tags) && 'x' in object.spec.tags",
    "object.spec.parts.all(p, p.count > 0)",
    "!has(oldObject.spec) || object.spec.size >= oldObject.spec.size",
    "object.kind == 'Widget'",
  ],
  values: ["string(object.spec.size)", "string(object.spec.color)"],
  configurations: [
    "Object{spec: Object.spec{size: 5}}",
    'Object{spec: Object.spec{tags: ["z"]}}',
    'Object{spec: Object.spec{parts: [Object.spec.parts{id: "q", count: 2}]}}',
    'Object{spec: Object.spec{unknown: "u"}}',
    'Object{spec: Object.spec{color: "blue"}}',
  ],
  patches: [
    '[JSONPatch{op: "replace", path: "/spec/size", value: 11}]',
    '[JSONPatch{op: "add", path: "/spec/unknown", value: "u"}]',
    '[JSONPatch{op: "add", path: "/spec/size", value: "text"}]',
    '[JSONPatch{op: "remove", path: "/spec/color"}]',
  ],
};

export const definition = {
  metadata: { name: "widgets.parity.example.com" },
  spec: {
    group: "parity.example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                properties: {
                  size: { type: "integer" },
                  color: { type: "string", default: "red" },
                  tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
                  parts: {
                    type: "array",
                    "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["id"],
                    items: {
                      type: "object",
                      required: ["id"],
                      properties: { id: { type: "string" }, count: { type: "integer", default: 1 } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
};

/**
 * Policies with parameters that match no object and are never deleted. If the last policy with a kind of parameters is
 * deleted, a real server does not watch that kind again until it restarts.
 */
export const keepers: readonly Request[] = ["validating", "mutating"].flatMap((pass) => {
  const name = `policies-keep-${pass}`;
  const matchConstraints = {
    objectSelector: { matchLabels: { keeper: "none" } },
    resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
  };
  const work =
    pass === "validating"
      ? { validations: [{ expression: "params == null || true" }] }
      : {
          reinvocationPolicy: "Never",
          mutations: [
            {
              patchType: "JSONPatch",
              jsonPatch: { expression: '[JSONPatch{op: "test", path: "/kind", value: "ConfigMap"}]' },
            },
          ],
        };
  const spec = { matchConstraints, paramKind: { apiVersion: "v1", kind: "ConfigMap" }, ...work };
  const binding = {
    policyName: name,
    paramRef: { name: "none", parameterNotFoundAction: "Allow" },
    ...(pass === "validating" && { validationActions: ["Audit"] }),
  };
  const root = `/apis/admissionregistration.k8s.io/v1/${pass}admission`;
  return [
    { method: "POST", path: `${root}policies`, body: { metadata: { name }, spec } },
    { method: "POST", path: `${root}policybindings`, body: { metadata: { name }, spec: binding } },
  ];
});

const tenNumbers = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
/** Returns nested loops of ten steps each: seven levels exceed the cost budget of an expression. */
const costlyExpression = (depth: number): string =>
  Array.from({ length: depth }, (_, index) => `${tenNumbers}.all(x${index}, `).join("") +
  "object.metadata.name != ''" +
  ")".repeat(depth);

/** Checks that call library functions; valid for any object. */
const libraryChecks = [
  "cidr('10.0.0.0/8').containsIP('10.1.2.3') && ip('::1').family() == 6",
  "ip.isCanonical(object.metadata.name)",
  "ip(object.metadata.name).isLoopback()",
  "url('https://example.com:80/p?q=1').getHostname() == object.metadata.name",
  "isURL(object.metadata.name)",
  "semver('1.2.3').isGreaterThan(semver('1.0.0')) && isSemver(object.metadata.name)",
  "semver(object.metadata.name).major() == 1",
  "!format.dns1123Label().validate(object.metadata.name).hasValue()",
  "format.named('uuid').value().validate(object.metadata.name).value().size() == 0",
  "format.named('nope').hasValue()",
  "object.metadata.name.find('[a-z]+') == 'one'",
  "object.metadata.name.findAll('.').size() == 3",
  "object.metadata.name.matches('(')",
  "object.metadata.name.matches(object.metadata.name + '(')",
  "'%s has %d'.format([object.metadata.name, 3]) == 'one has 3'",
  "object.metadata.name.charAt(9) == ''",
  "object.metadata.name.replace('o', '0').upperAscii() == '0NE'",
  "object.metadata.name.split('n')[1] == 'e'",
  "sets.contains(['one', 'skip'], [object.metadata.name])",
  "['b', 'a'].isSorted() || [1, 2].sum() == 3",
  "[].max() == 1",
  "quantity(object.metadata.name).isInteger()",
  "duration('90m') > duration('1h') && duration(object.metadata.name) > duration('1s')",
  "timestamp('2024-01-01T00:00:00Z').getFullYear() == 2024 && timestamp(object.metadata.name).getHours() == 1",
  "timestamp(object.metadata.creationTimestamp) > timestamp('2020-01-01T00:00:00Z')",
  "object.metadata.labels.all(k, k != 'tier')",
  "object.metadata.labels.all(k, v, k != v)",
  "object.metadata.?labels.orValue({}).transformList(k, v, k + v).size() < 2",
  "object.metadata.?labels.orValue({}).transformMap(k, v, v.size() > 1, k).size() == 0",
  "{'a': 1}.b == 1",
  "[1][object.metadata.name.size()] == 1",
  "dyn(object.metadata.name) + 1 == ''",
  "9223372036854775807 + object.metadata.name.size() > 0",
  "int(object.metadata.name) == 1",
  "double('1e400') > 1.0 || object.metadata.name.size() / (object.metadata.name.size() - 3) == 0",
  "bytes(object.metadata.name) == b'one' && string(b'\\xff') == 'x'",
  "authorizer.path('/healthz').check('get').reason() == ''",
  "authorizer.path('healthz').check('get').allowed()",
  "authorizer.group('apps').resource('deployments').subresource('scale').name('one').check('update').errored()",
  "authorizer.group('').resource('pods').labelSelector('a in (').check('list').allowed()",
  "authorizer.serviceAccount('', 'x').path('/').check('get').allowed()",
  "request.subResource == ''",
  "has(request.userInfo.extra) && request.userInfo.extra.size() >= 0",
  "request.object.metadata.name == 'one'",
  "object.metadata.nope == 'x'",
  "object.kind.size() > 0 ? true : object.nope",
  "cel.bind(n, object.metadata.name, n.size() == n.size() + 0 && n != 'one')",
  "optional.of(object).?metadata.?annotations.hasValue()",
  "optional.none().value() == 1",
  costlyExpression(3),
  costlyExpression(6),
  costlyExpression(8),
];

/** Checks that are valid for any object. */
const commonChecks = [
  "object.metadata.name.size() > 2",
  "has(object.metadata.labels) && 'team' in object.metadata.labels",
  "object.metadata.labels.team == 'a'",
  "request.operation != 'UPDATE'",
  "request.operation == 'DELETE' || object != null",
  "oldObject == null",
  "request.userInfo.groups.exists(g, g == 'system:masters')",
  "request.name == object.metadata.name",
  "!request.dryRun",
  "request.options.kind == 'CreateOptions'",
  "namespaceObject.metadata.labels['env'] == 'prod'",
  "namespaceObject.metadata.name == request.namespace && namespaceObject.status.phase == 'Active'",
  "authorizer.requestResource.check('delete').allowed()",
  "authorizer.group('').resource('secrets').namespace(request.namespace).check('get').allowed()",
  "authorizer.serviceAccount(request.namespace, 'default').group('').resource('pods').check('get').allowed()",
  "has(object.metadata.uid) == (request.operation == 'UPDATE')",
  "has(object.metadata.creationTimestamp)",
  "has(object.metadata.managedFields)",
  "object.metadata.?generation.orValue(0) <= 1",
  "object.metadata.?annotations['note'].orValue('none') == 'none'",
  "variables.team != 'b'",
  "variables.broken == 1",
  "variables.long.size() > 3",
  "request.resource.resource != '' && request.kind.kind == object.kind",
  "false",
  "true",
];

const paramChecks = [
  "params != null",
  "params.data.team == variables.team",
  "params == null || int(params.data.max) > 1",
  "params.metadata.name == 'p1'",
  "params.kind == 'ConfigMap'",
  "object.metadata.name in params.data",
];

export const conditions = [
  "request.operation != 'DELETE'",
  "object.metadata.name != 'skip'",
  "object.metadata.labels.team != 'b'",
  "!has(request.namespace) || request.namespace != ''",
  "authorizer.requestResource.check('get').allowed()",
];

const variables = [
  {
    name: "team",
    expression:
      "object != null && has(object.metadata.labels) && 'team' in object.metadata.labels ? object.metadata.labels.team : 'none'",
  },
  { name: "broken", expression: "object.nope.nope" },
  { name: "long", expression: "variables.team + '-' + request.namespace" },
  { name: "image", expression: "'side:' + variables.team" },
];

const messages: readonly object[] = [
  {},
  { message: "a plain message" },
  { message: " padded " },
  { messageExpression: "'said by ' + request.userInfo.username + ' of ' + object.metadata.name" },
  { messageExpression: "string(object.nope)", message: "instead" },
  { messageExpression: "'two\\nlines'", message: "one line" },
  { messageExpression: "variables.long" },
  { messageExpression: "''" },
  { reason: "Forbidden" },
  { reason: "Unauthorized", message: "with a reason" },
  { reason: "RequestEntityTooLarge" },
  { messageExpression: `'${"long ".repeat(1100)}' + object.metadata.name`, message: "shorter" },
  { messageExpression: "'  ' + object.metadata.name + '  '" },
  { messageExpression: "'\\u00e9 \\\"quoted\\\" \\\\ ' + object.metadata.name" },
  { messageExpression: "params.data.team" },
  { messageExpression: "dyn(1)" },
  { message: 'uml\u00e4ut, "quoted", and a comma' },
];

const actions = [["Deny"], ["Warn"], ["Audit"], ["Warn", "Audit"], ["Deny", "Audit"]];
const operations = [["*"], ["CREATE"], ["CREATE", "UPDATE"], ["CREATE", "UPDATE", "DELETE"], ["DELETE"]];

/** Mutations that are valid for any object. */
const commonMutations = [
  'Object{metadata: Object.metadata{finalizers: ["example.com/held"]}}',
  'Object{metadata: Object.metadata{labels: {"x": object.metadata.name}, annotations: {"y": variables.long}}}',
  'Object{metadata: Object.metadata{namespace: "elsewhere"}}',
  'Object{metadata: Object.metadata{labels: {"bad": "not valid!"}}}',
  'has(object.metadata.labels) ? Object{} : Object{metadata: Object.metadata{labels: {"given": "yes"}}}',
  'Object{metadata: Object.metadata{labels: {"a": params.data.team}}}',
  'Object{metadata: Object.metadata{labels: {"a": variables.broken}}}',
  'Object{metadata: Object.metadata{ownerReferences: [Object.metadata.ownerReferences{apiVersion: "v1", kind: "Namespace", name: "n", uid: "u"}]}}',
  'Object{apiVersion: "v1", kind: "Secret"}',
  "dyn(1) == 1 ? Object{} : Object{}",
];

const commonPatches = [
  '[JSONPatch{op: "add", path: "/metadata/labels", value: {"x": "1"}}, JSONPatch{op: "add", path: "/metadata/labels/y", value: "2"}]',
  '[JSONPatch{op: "add", path: "/metadata/labels/a~1b", value: "2"}]',
  '[JSONPatch{op: "add", path: "", value: {"kind": "X"}}]',
  '[JSONPatch{op: "add", path: "metadata/labels", value: {}}]',
  '[JSONPatch{op: "replace", path: "/metadata/name", value: "renamed"}]',
  '[JSONPatch{op: "replace", path: "/metadata/namespace", value: "elsewhere"}]',
  '[JSONPatch{op: "add", path: "/metadata/labels/n", value: dyn(null)}]',
  '[JSONPatch{op: "add", path: "/metadata/labels/n", value: 1}]',
  '[JSONPatch{op: "copy", from: "/metadata/name", path: "/metadata/annotations/copied"}]',
  '[JSONPatch{op: "move", from: "/metadata/labels/team", path: "/metadata/labels/moved"}]',
  '[JSONPatch{op: "test", path: "/metadata/name", value: "one"}]',
  '[JSONPatch{op: "test", path: "/metadata/labels/team", value: "a"}, JSONPatch{op: "remove", path: "/metadata/labels/team"}]',
  '[JSONPatch{op: "add", path: "/metadata/finalizers/-", value: "example.com/held"}]',
  '[JSONPatch{op: "add", path: "/metadata/finalizers", value: ["example.com/held"]}]',
  '[JSONPatch{op: "replace", path: "/kind", value: "Other"}]',
  '[JSONPatch{op: "replace", path: "/apiVersion", value: "other/v1"}]',
  '[JSONPatch{op: "remove", path: "/metadata"}]',
  "[]",
  "variables.broken",
  '[JSONPatch{op: "add", path: "/metadata/annotations", value: {"bytes": b"abc", "int": "1"}}]',
  '[JSONPatch{op: "add", path: "/metadata/annotations", value: {"when": string(timestamp("2024-01-01T00:00:00Z")), "how": string(duration("90s"))}}]',
  'has(object.metadata.labels) ? object.metadata.labels.map(k, JSONPatch{op: "remove", path: "/metadata/labels/" + jsonpatch.escapeKey(k)}) : []',
];

export const drawSeveral = <T>(random: Random, items: readonly T[], most: number): T[] =>
  random.shuffled(items).slice(0, 1 + Math.floor(random.next() * most));

export function policyCase(random: Random, namespace: string): PolicyCase {
  const subject =
    random.pick([deployment, deployment, configMap, configMap, autoscaler, widget, pod, pod, service]) ?? configMap;
  const isMutating = random.next() < 0.5;
  const count = random.pick([1, 1, 1, 2]) ?? 1;
  const setup: Request[] = ["p1", "p2"].map((name, index) => ({
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/configmaps`,
    body: { metadata: { name, labels: { params: "yes" } }, data: { max: String(index + 1), team: "a" } },
  }));
  const account = { metadata: { name: "default" } };
  setup.push({ method: "POST", path: `/api/v1/namespaces/${namespace}/serviceaccounts`, body: account });
  for (let index = 0; index < count; index++) {
    setup.push(...policyOf(random, subject, { name: `${namespace}-${index}`, namespace, isMutating }));
  }
  return {
    namespace,
    labels: { env: random.pick(["prod", "dev"]) ?? "" },
    setup,
    requests: requestsOf(random, subject, namespace),
  };
}

interface Place {
  readonly name: string;
  readonly namespace: string;
  readonly isMutating: boolean;
}

function policyOf(random: Random, subject: Subject, { name, namespace, isMutating }: Place): Request[] {
  const hasParams = random.next() < 0.35;
  const version = subject === autoscaler ? (random.pick(["v1", "v2", "v2"]) ?? "v1") : subject.version;
  const resourceRules = [
    {
      apiGroups: [subject.group],
      apiVersions: [version],
      operations: isMutating ? random.pick([["CREATE"], ["CREATE", "UPDATE"]]) : random.pick(operations),
      resources: resourcesOf(random, subject),
    },
  ];
  const matchConstraints = {
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    resourceRules,
    ...(random.next() < 0.1 && { objectSelector: { matchLabels: { team: "a" } } }),
    ...(random.next() < 0.1 && {
      excludeResourceRules: [{ ...resourceRules[0], operations: ["CREATE"], resourceNames: ["one"] }],
    }),
    ...(random.next() < 0.2 && { matchPolicy: "Exact" }),
  };
  const shared = {
    matchConstraints,
    variables,
    failurePolicy: random.pick(["Fail", "Fail", "Ignore"]),
    ...(hasParams && { paramKind: { apiVersion: "v1", kind: "ConfigMap" } }),
    ...(random.next() < 0.3 && {
      matchConditions: drawSeveral(random, conditions, 2).map((expression, index) => ({
        name: `c${index}`,
        expression,
      })),
    }),
  };
  const checks = [
    ...commonChecks,
    ...libraryChecks,
    ...subject.checks,
    ...subject.checks,
    ...(hasParams ? paramChecks : []),
  ];
  const validations = drawSeveral(random, checks, 3).map((expression) => ({ expression, ...random.pick(messages) }));
  const auditAnnotations = drawSeveral(random, [...subject.values, ...values], 2);
  const spec = isMutating
    ? {
        ...shared,
        reinvocationPolicy: random.pick(["Never", "IfNeeded"]),
        mutations: drawSeveral(random, mutationsOf(subject), 2),
      }
    : {
        ...shared,
        validations,
        ...(random.next() < 0.4 && {
          auditAnnotations: auditAnnotations.map((valueExpression, index) => ({ key: `k${index}`, valueExpression })),
        }),
      };
  const paramRef = random.pick<object>([
    { name: "p1", namespace },
    { name: "p1" },
    { selector: { matchLabels: { params: "yes" } } },
    { name: "absent", namespace },
  ]);
  const binding = {
    policyName: name,
    ...(isMutating ? {} : { validationActions: random.pick(actions) }),
    ...(random.next() < 0.2 && { matchResources: random.pick(narrowings) }),
    ...(hasParams &&
      random.next() < 0.9 && { paramRef: { ...paramRef, parameterNotFoundAction: random.pick(["Allow", "Deny"]) } }),
  };
  const root = `/apis/admissionregistration.k8s.io/v1/${isMutating ? "mutating" : "validating"}admission`;
  return [
    { method: "POST", path: `${root}policies`, body: { metadata: { name }, spec } },
    { method: "POST", path: `${root}policybindings`, body: { metadata: { name }, spec: binding } },
  ];
}

/** Match constraints of a binding that narrow those of its policy. */
const narrowings: readonly object[] = [
  { objectSelector: { matchExpressions: [{ key: "team", operator: "Exists" }] } },
  { objectSelector: { matchLabels: { team: "b" } }, matchPolicy: "Exact" },
  { namespaceSelector: { matchLabels: { env: "prod" } } },
  { resourceRules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["CREATE"], resources: ["*"] }] },
  {
    excludeResourceRules: [
      { apiGroups: ["*"], apiVersions: ["*"], operations: ["UPDATE"], resources: ["*/*"], scope: "Namespaced" },
    ],
  },
];

function resourcesOf(random: Random, { resource, subresources = [] }: Subject): readonly string[] {
  const drawn = random.next();
  if (drawn < 0.7) return [resource];
  if (drawn < 0.8) return [`${resource}/*`];
  return [resource, ...subresources.map((name) => `${resource}/${name}`)];
}

/** Expressions for the values of annotations. */
const values = [
  "variables.team",
  "null",
  "'fixed'",
  "'n: ' + request.name",
  "''",
  "' padded '",
  "variables.broken",
  "object == null ? 'gone' : object.metadata.name",
  `'${"0123456789".repeat(105)}'`,
  "string(request.dryRun)",
];

const mutationsOf = ({ configurations, patches }: Subject) => [
  ...[...configurations, ...configurations, ...commonMutations].map((expression) => ({
    patchType: "ApplyConfiguration",
    applyConfiguration: { expression },
  })),
  ...[...patches, ...patches, ...commonPatches].map((expression) => ({
    patchType: "JSONPatch",
    jsonPatch: { expression },
  })),
];

export function requestsOf(random: Random, subject: Subject, namespace: string): Request[] {
  const { group, version, resource, object, subresources = [] } = subject;
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const collection = `${root}/namespaces/${namespace}/${resource}`;
  const [one, two] = [object("one", random), object("skip", random)];
  const changed = {
    ...object("one", random),
    metadata: { ...(one["metadata"] as object), labels: { team: "a", changed: "yes" } },
  };
  return [
    { method: "POST", path: collection, body: one },
    { method: "POST", path: `${collection}?dryRun=All`, body: two },
    // Custom resources are only replaced with a resource version, so they are patched instead.
    { method: group.includes("parity") ? "PATCH" : "PUT", path: `${collection}/one`, body: changed },
    { method: "PATCH", path: `${collection}/one`, body: { metadata: { labels: { team: "b" } } } },
    ...subresources.map((name) => ({
      method: "PATCH",
      path: `${collection}/one/${name}`,
      body: name === "scale" ? { spec: { replicas: 3 } } : { metadata: { annotations: { seen: "yes" } } },
    })),
    {
      method: "PATCH",
      path: `${collection}/one`,
      type: "application/json-patch+json",
      body: [{ op: "add", path: "/metadata/annotations", value: { patched: "yes" } }],
    },
    {
      method: "PATCH",
      path: `${collection}/applied?fieldManager=parity&force=true`,
      type: "application/apply-patch+yaml",
      body: {
        apiVersion: group === "" ? version : `${group}/${version}`,
        kind: kindOf(resource),
        ...object("applied", random),
      },
    },
    { method: "DELETE", path: random.pick([`${collection}/one`, `${collection}/one?dryRun=All`, collection]) ?? "" },
  ];
}

const kinds: ReadonlyMap<string, string> = new Map([
  ["deployments", "Deployment"],
  ["configmaps", "ConfigMap"],
  ["horizontalpodautoscalers", "HorizontalPodAutoscaler"],
  ["widgets", "Widget"],
  ["pods", "Pod"],
  ["services", "Service"],
]);

const kindOf = (resource: string): string => kinds.get(resource) ?? "";
