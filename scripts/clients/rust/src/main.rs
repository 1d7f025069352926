//! The program of crud.py with kube-rs: docs/internals/clients.md.

use futures::{StreamExt, TryStreamExt};
use k8s_openapi::api::{apps::v1::Deployment, core::v1::ConfigMap, core::v1::Namespace};
use kube::api::{Api, DeleteParams, ListParams, Patch, PatchParams, PostParams, WatchEvent, WatchParams};
use kube::config::{KubeConfigOptions, Kubeconfig};
use kube::runtime::{watcher, WatchStreamExt};
use kube::{Client, Config, Error, ResourceExt};
use serde_json::{from_value, json, Value};

const NAMESPACE: &str = "clients-rust";

fn config_map(name: &str, data: Value) -> ConfigMap {
    from_value(json!({ "metadata": { "name": name }, "data": data })).expect("a ConfigMap")
}

fn deployment(replicas: Option<u32>) -> Value {
    let mut object = json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": { "name": "web" },
        "spec": {
            "selector": { "matchLabels": { "app": "web" } },
            "template": {
                "metadata": { "labels": { "app": "web" } },
                "spec": { "containers": [{ "name": "web", "image": "nginx" }] },
            },
        },
    });
    if let Some(count) = replicas {
        object["spec"]["replicas"] = json!(count);
    }
    object
}

fn status<T>(result: Result<T, Error>) -> String {
    match result {
        Ok(_) => "accepted".into(),
        Err(Error::Api(refusal)) => format!("{} {}", refusal.code, refusal.reason),
        Err(error) => error.to_string(),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).expect("the path of a kubeconfig");
    let config = Config::from_custom_kubeconfig(Kubeconfig::read_from(file)?, &KubeConfigOptions::default()).await?;
    let client = Client::try_from(config)?;
    let (post, merge) = (PostParams::default(), PatchParams::default());
    let namespaces: Api<Namespace> = Api::all(client.clone());
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), NAMESPACE);
    let deployments: Api<Deployment> = Api::namespaced(client, NAMESPACE);

    namespaces.create(&post, &from_value(json!({ "metadata": { "name": NAMESPACE } }))?).await?;
    let created = maps.create(&post, &config_map("a", json!({ "k": "1" }))).await?;
    println!("created {} {:?} {}", created.name_any(), created.data, created.creation_timestamp().is_some());
    println!("again {}", status(maps.create(&post, &config_map("a", json!({}))).await));
    println!("invalid {}", status(maps.create(&post, &config_map("A b", json!({}))).await));
    println!("missing {}", status(maps.get("absent").await));

    let listed = maps.list(&ListParams::default().fields("metadata.name=a")).await?;
    println!("listed {:?}", listed.iter().map(ResourceExt::name_any).collect::<Vec<_>>());

    maps.patch("a", &merge, &Patch::Merge(json!({ "data": { "k": "2" } }))).await?;
    maps.create(&post, &config_map("b", json!({}))).await?;
    maps.delete("a", &DeleteParams::default()).await?;
    let version = listed.metadata.resource_version.unwrap_or_default();
    let mut events = maps.watch(&WatchParams::default().timeout(10), &version).await?.boxed();
    let mut seen = Vec::new();
    while seen.len() < 3 {
        let Some(event) = events.try_next().await? else { break };
        let (sort, map) = match event {
            WatchEvent::Added(map) => ("ADDED", map),
            WatchEvent::Modified(map) => ("MODIFIED", map),
            WatchEvent::Deleted(map) => ("DELETED", map),
            _ => continue,
        };
        if ["a", "b"].contains(&map.name_any().as_str()) {
            seen.push(format!("{sort} {} {:?}", map.name_any(), map.data));
        }
    }
    println!("watched {seen:?}");
    for (name, settings) in [("lists", watcher::Config::default()), ("streams", watcher::Config::default().streaming_lists())] {
        let mut objects = watcher(maps.clone(), settings.fields("metadata.name=b")).applied_objects().boxed();
        println!("watcher {name} {:?}", objects.try_next().await?.map(|map| map.name_any()));
    }

    let mut stale = maps.get("b").await?;
    maps.replace("b", &post, &config_map("b", json!({ "k": "3" }))).await?;
    stale.data = Some([("k".to_string(), "4".to_string())].into());
    println!("stale {}", status(maps.replace("b", &post, &stale).await));

    let apply = |manager, replicas| {
        let (deployments, parameters) = (deployments.clone(), PatchParams::apply(manager));
        async move { deployments.patch("web", &parameters, &Patch::Apply(deployment(replicas))).await }
    };
    apply("one", None).await?;
    let applied = apply("two", None).await?;
    let managers: Vec<_> = applied.managed_fields().iter().filter_map(|entry| entry.manager.clone()).collect();
    println!("applied {:?} {managers:?}", applied.metadata.generation);
    apply("one", Some(3)).await?;
    println!("conflict {}", status(apply("two", Some(4)).await));
    let scale = Patch::Merge(json!({ "spec": { "replicas": 5 } }));
    deployments.patch_scale("web", &merge, &scale).await?;
    let spec = deployments.get("web").await?.spec.expect("a spec");
    println!("scaled {:?}", spec.replicas);
    println!("defaults {:?}", spec.strategy.and_then(|strategy| strategy.rolling_update).and_then(|update| update.max_surge));
    maps.delete("b", &DeleteParams::default()).await?;
    let left = maps.list(&ListParams::default()).await?;
    println!("left {:?}", left.iter().map(ResourceExt::name_any).filter(|name| name != "kube-root-ca.crt").collect::<Vec<_>>());
    namespaces.delete(NAMESPACE, &DeleteParams::default()).await?;
    Ok(())
}
