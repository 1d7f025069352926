"""Creates, reads, watches, applies and deletes with the client `kubernetes`: docs/internals/clients.md.

    python crud.py KUBECONFIG
"""
import json
import sys

from kubernetes import client, config, dynamic, watch
from kubernetes.client.rest import ApiException

config.load_kube_config(sys.argv[1])
api = client.ApiClient()
core, apps = client.CoreV1Api(api), client.AppsV1Api(api)
namespace = "clients-python"


def status(call, *args, **kwargs):
    try:
        call(*args, **kwargs)
        return "accepted"
    except ApiException as error:
        return f"{error.status} {json.loads(error.body)['reason']}"


core.create_namespace({"metadata": {"name": namespace}})
created = core.create_namespaced_config_map(namespace, {"metadata": {"name": "a"}, "data": {"k": "1"}})
print("created", created.metadata.name, created.data, created.metadata.creation_timestamp.tzinfo is not None)
print("again", status(core.create_namespaced_config_map, namespace, {"metadata": {"name": "a"}}))
print("invalid", status(core.create_namespaced_config_map, namespace, {"metadata": {"name": "A b"}}))
print("missing", status(core.read_namespaced_config_map, "absent", namespace))

listed = core.list_namespaced_config_map(namespace, field_selector="metadata.name=a")
print("listed", [item.metadata.name for item in listed.items])

events = watch.Watch()
core.patch_namespaced_config_map("a", namespace, {"data": {"k": "2"}})
core.create_namespaced_config_map(namespace, {"metadata": {"name": "b"}})
core.delete_namespaced_config_map("a", namespace)
seen = []
for event in events.stream(
    core.list_namespaced_config_map, namespace, resource_version=listed.metadata.resource_version, timeout_seconds=10
):
    if event["object"].metadata.name not in ("a", "b"):
        continue
    seen.append(f"{event['type']} {event['object'].metadata.name} {event['object'].data}")
    if len(seen) == 3:
        events.stop()
print("watched", seen)

stale = core.read_namespaced_config_map("b", namespace)
core.replace_namespaced_config_map("b", namespace, {"metadata": {"name": "b"}, "data": {"k": "3"}})
stale.data = {"k": "4"}
print("stale", status(core.replace_namespaced_config_map, "b", namespace, stale))

resource = dynamic.DynamicClient(api).resources.get(api_version="apps/v1", kind="Deployment")
deployment = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "web", "namespace": namespace},
    "spec": {
        "selector": {"matchLabels": {"app": "web"}},
        "template": {
            "metadata": {"labels": {"app": "web"}},
            "spec": {"containers": [{"name": "web", "image": "nginx"}]},
        },
    },
}
for manager in ("one", "two"):
    applied = resource.server_side_apply(body=deployment, name="web", namespace=namespace, field_manager=manager)
print("applied", applied.metadata.generation, [field.manager for field in applied.metadata.managedFields])
deployment["spec"]["replicas"] = 3
resource.server_side_apply(body=deployment, name="web", namespace=namespace, field_manager="one")
deployment["spec"]["replicas"] = 4
print(
    "conflict",
    status(resource.server_side_apply, body=deployment, name="web", namespace=namespace, field_manager="two"),
)
apps.patch_namespaced_deployment_scale("web", namespace, {"spec": {"replicas": 5}})
print("scaled", apps.read_namespaced_deployment("web", namespace).spec.replicas)
print("defaults", apps.read_namespaced_deployment("web", namespace).spec.strategy.rolling_update.max_surge)
core.delete_namespaced_config_map("b", namespace)
print("left", [item.metadata.name for item in core.list_namespaced_config_map(namespace).items if item.metadata.name != "kube-root-ca.crt"])
core.delete_namespace(namespace)
