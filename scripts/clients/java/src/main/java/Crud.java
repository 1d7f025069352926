import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The program of crud.py with fabric8's client: docs/internals/clients.md. */
public class Crud {
  static final String NAMESPACE = "clients-java";

  public static void main(String[] args) throws Exception {
    try (KubernetesClient client =
        new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(new File(args[0]))).build()) {
      run(client);
    }
  }

  static void run(KubernetesClient client) throws Exception {
    var configMaps = client.configMaps().inNamespace(NAMESPACE);
    client.resource(new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build()).create();
    ConfigMap created = client.resource(configMap("a", Map.of("k", "1"))).create();
    say("created", created.getMetadata().getName(), created.getData(), created.getMetadata().getCreationTimestamp() != null);
    say("again", status(() -> client.resource(configMap("a", Map.of())).create()));
    say("invalid", status(() -> client.resource(configMap("A b", Map.of())).create()));
    say("missing", configMaps.withName("absent").get() == null);

    var listed = configMaps.withField("metadata.name", "a").list();
    say("listed", listed.getItems().stream().map(item -> item.getMetadata().getName()).toList());

    configMaps.withName("a").edit(map -> new ConfigMapBuilder(map).addToData("k", "2").build());
    client.resource(configMap("b", Map.of())).create();
    configMaps.withName("a").delete();
    say("watched", watch(client, listed.getMetadata().getResourceVersion()));
    var informer = configMaps.inform();
    say("informed", informer.hasSynced(), informer.getStore().list().stream().anyMatch(map -> isNamed(map, "b")));
    informer.stop();

    ConfigMap stale = configMaps.withName("b").get();
    client.resource(configMap("b", Map.of("k", "3"))).update();
    stale.setData(Map.of("k", "4"));
    say("stale", status(() -> client.resource(stale).update()));

    client.resource(deployment(null)).fieldManager("one").serverSideApply();
    Deployment applied = client.resource(deployment(null)).fieldManager("two").serverSideApply();
    say("applied", applied.getMetadata().getGeneration(),
        applied.getMetadata().getManagedFields().stream().map(ManagedFieldsEntry::getManager).toList());
    client.resource(deployment(3)).fieldManager("one").serverSideApply();
    say("conflict", status(() -> client.resource(deployment(4)).fieldManager("two").serverSideApply()));
    var web = client.apps().deployments().inNamespace(NAMESPACE).withName("web");
    web.scale(5);
    say("scaled", web.get().getSpec().getReplicas());
    say("defaults", web.get().getSpec().getStrategy().getRollingUpdate().getMaxSurge().getValue());
    configMaps.withName("b").delete();
    say("left", configMaps.list().getItems().stream().map(map -> map.getMetadata().getName())
        .filter(name -> !name.equals("kube-root-ca.crt")).toList());
    client.namespaces().withName(NAMESPACE).delete();
  }

  static List<String> watch(KubernetesClient client, String resourceVersion) throws InterruptedException {
    List<String> seen = new CopyOnWriteArrayList<>();
    CountDownLatch waiting = new CountDownLatch(3);
    Watcher<ConfigMap> watcher = new Watcher<>() {
      @Override
      public void eventReceived(Action action, ConfigMap map) {
        if (!isNamed(map, "a") && !isNamed(map, "b")) return;
        seen.add(action + " " + map.getMetadata().getName() + " " + map.getData());
        waiting.countDown();
      }

      @Override
      public void onClose(WatcherException cause) {
        seen.add("closed " + cause.getMessage());
      }
    };
    var from = new ListOptionsBuilder().withResourceVersion(resourceVersion).build();
    try (var watch = client.configMaps().inNamespace(NAMESPACE).watch(from, watcher)) {
      waiting.await(10, TimeUnit.SECONDS);
      return List.copyOf(seen);
    }
  }

  static boolean isNamed(ConfigMap map, String name) {
    return map.getMetadata().getName().equals(name);
  }

  static ConfigMap configMap(String name, Map<String, String> data) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).withNamespace(NAMESPACE).endMetadata()
        .withData(data).build();
  }

  static Deployment deployment(Integer replicas) {
    return new DeploymentBuilder().withNewMetadata().withName("web").withNamespace(NAMESPACE).endMetadata()
        .withNewSpec().withReplicas(replicas)
        .withNewSelector().addToMatchLabels("app", "web").endSelector()
        .withNewTemplate().withNewMetadata().addToLabels("app", "web").endMetadata()
        .withNewSpec().addNewContainer().withName("web").withImage("nginx").endContainer().endSpec()
        .endTemplate().endSpec().build();
  }

  static String status(Runnable call) {
    try {
      call.run();
      return "accepted";
    } catch (KubernetesClientException error) {
      return error.getCode() + " " + error.getStatus().getReason();
    }
  }

  static void say(Object... parts) {
    System.out.println(String.join(" ", java.util.Arrays.stream(parts).map(String::valueOf).toList()));
  }
}
