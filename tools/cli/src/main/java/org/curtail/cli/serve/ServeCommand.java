package org.curtail.cli.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.cli.serve.http.Limits;
import org.curtail.cli.serve.http.Routes;
import org.curtail.cli.serve.http.WebServer;
import org.curtail.cli.serve.search.EngineSetting;
import org.curtail.cli.serve.search.SearchService;
import org.curtail.cli.workload.QueryOptions;
import org.curtail.policies.Policies;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code curtail serve}: a search server. */
@Command(
    name = "serve",
    description = "Serves searches of a Lucene index over HTTP.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Examples:", "  curtail serve --index index"})
public final class ServeCommand implements Callable<Integer> {
  private static final long POLL_MS = 50;

  @Option(names = "--index", paramLabel = "DIR", description = "Folder of a Lucene index.")
  private @Nullable Path index;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "Port to listen on; 0 for any free one. Default: ${DEFAULT-VALUE}.")
  private int port = 8080;

  @Option(
      names = "--host",
      paramLabel = "H",
      description =
          "Address to listen on. Default: ${DEFAULT-VALUE}, which only this machine reaches;"
              + " 0.0.0.0 for all.")
  private String host = "127.0.0.1";

  @Option(
      names = "--policy",
      paramLabel = "P",
      description = "The policy, see curtail policies. Default: ${DEFAULT-VALUE}.")
  private String policy = PolicyNames.AUTOMATIC;

  @Option(
      names = "--emulate-cores",
      paramLabel = "N",
      description = "Serve on N emulated cores, slower ones than those of this machine.")
  private @Nullable Integer emulatedCores;

  @Option(
      names = "--queue-limit",
      paramLabel = "N",
      description = "Refuse requests while N others wait. Default: ${DEFAULT-VALUE}.")
  private int queueLimit = 1000;

  @Mixin private final QueryOptions query = new QueryOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (index == null) {
      throw OptionRules.missing("--index", "the folder of a Lucene index");
    }
    OptionRules.whole("--port", port, 0, 65_535);
    OptionRules.whole("--queue-limit", queueLimit, 0, 1_000_000);
    query.check();
    var limits = new SearchLimits(1_000, 1_000, Duration.ofSeconds(10));
    OpenIndex opened = OpenIndex.open(index);
    SearchService service;
    try {
      service =
          SearchService.start(
              opened,
              new SearchService.Setting(
                  query.parsing(opened),
                  query.syntax(),
                  query.ranking(),
                  Policies.Ingredients.NONE),
              engine(),
              Optional.empty());
    } catch (IllegalArgumentException e) {
      opened.close();
      throw new UsageError("--policy: " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
    try (service) {
      serve(service, limits);
    }
    return 0;
  }

  private EngineSetting engine() {
    return emulatedCores == null
        ? new EngineSetting(policy, Runtime.getRuntime().availableProcessors(), false, queueLimit)
        : new EngineSetting(
            policy,
            OptionRules.whole("--emulate-cores", emulatedCores, 1, EngineSetting.MOST_EMULATED),
            true,
            queueLimit);
  }

  private void serve(SearchService service, SearchLimits limits) throws InterruptedException {
    var routes = new Routes();
    var searches = new SearchRoutes(service, limits);
    searches.addTo(routes);
    try (var server =
        WebServer.start(new WebServer.Setting(host, port, Set.of(), Limits.USUAL), routes)) {
      shared.console.say(
          "%,d documents of %s; policy %s"
              .formatted(service.documents(), index, service.engine().setting().policy()));
      shared.console.result("Listening on " + server.url());
      while (!StopSignal.raised()) {
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
      stop(server, searches);
    }
  }

  /** Refuses new searches and waits for those that run. */
  private static void stop(WebServer server, SearchRoutes searches) throws InterruptedException {
    onLoop(server, searches::stop);
    while (onLoop(server, searches::running) > 0) {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
  }

  private static void onLoop(WebServer server, Runnable action) {
    onLoop(
        server,
        () -> {
          action.run();
          return 0;
        });
  }

  private static <T> T onLoop(WebServer server, Callable<T> action) {
    var result = new CompletableFuture<T>();
    server
        .vertx()
        .runOnContext(now -> {
          try {
            result.complete(action.call());
          } catch (Exception e) {
            result.completeExceptionally(e);
          }
        });
    return result.join();
  }
}
