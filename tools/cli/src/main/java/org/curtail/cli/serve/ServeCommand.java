package org.curtail.cli.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.cli.querylog.LoggedQuery;
import org.curtail.cli.querylog.QueryLog;
import org.curtail.cli.ranking.Ranking;
import org.curtail.cli.serve.http.AccessLog;
import org.curtail.cli.serve.http.Limits;
import org.curtail.cli.serve.http.WebServer;
import org.curtail.cli.serve.live.LivePage;
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
    description = "Serves searches of a Lucene index over HTTP, until Ctrl-C.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  curtail serve --demo",
      "  curtail serve --index index",
      "  curl 'http://localhost:8080/search?q=some+words&k=10'"
    })
public final class ServeCommand implements Callable<Integer> {
  private static final int DEMO_CORES = 16;
  private static final int DEMO_TREES = 20;
  private static final Duration LEAST_IDLE = Duration.ofSeconds(10);

  /** In an address, of a character of three bytes: %e4%b8%ad. */
  private static final int MOST_BYTES_PER_CHARACTER = 9;

  private static final int MOST_QUERIES = 2000;
  private static final long POLL_MS = 50;
  private static final Duration SAVING = Duration.ofMinutes(5);

  /** Less than {@link StopSignal} waits for the command. */
  private static final Duration STOPPING = Duration.ofSeconds(25);

  @Option(names = "--index", paramLabel = "DIR", description = "Folder of a Lucene index.")
  private @Nullable Path index;

  @Option(
      names = "--demo",
      description =
          "Serve the JDK's own sources on 16 emulated cores, with queries and load. The first start"
              + " makes the index, in a minute or two.")
  private boolean demo;

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
      names = "--allow-host",
      paramLabel = "NAME",
      split = ",",
      description =
          "Names of this server that clients may use in the Host header, besides addresses and"
              + " localhost.")
  private List<String> allowedHosts = List.of();

  @Option(
      names = "--policy",
      paramLabel = "P",
      description = "The policy, see curtail policies. Default: ${DEFAULT-VALUE}.")
  private String policy = PolicyNames.AUTOMATIC;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description = "Profile, for policies that need one.")
  private @Nullable Path profile;

  @Option(names = "--table", paramLabel = "FILE", description = "Interval table, for few-to-many.")
  private @Nullable Path table;

  @Option(
      names = "--knowledge",
      paramLabel = "FILE",
      description =
          "File in which automatic keeps what it knows, for the next start. Default: beside the"
              + " index, INDEX.automatic.json.")
  private @Nullable Path knowledge;

  @Option(
      names = "--emulate-cores",
      paramLabel = "N",
      description = "Serve on N emulated cores, slower ones than those of this machine.")
  private @Nullable Integer emulatedCores;

  @Option(
      names = "--queue-limit",
      paramLabel = "N",
      description =
          "Refuse searches with status 503 while N others wait. Default: ${DEFAULT-VALUE}.")
  private int queueLimit = 1000;

  @Option(
      names = "--queries",
      paramLabel = "FILE",
      description =
          "Queries of the client that is built into the page, as for curtail bench. Default: none,"
              + " and the page has no client.")
  private @Nullable Path queries;

  @Option(
      names = "--timeout-ms",
      paramLabel = "T",
      description =
          "Longest time of a search, also if its header Curtail-Timeout-Ms says more. Default:"
              + " ${DEFAULT-VALUE}.")
  private int timeoutMs = 10_000;

  @Option(
      names = "--max-hits",
      paramLabel = "K",
      description = "Most hits of a search. Default: ${DEFAULT-VALUE}.")
  private int mostHits = 1000;

  @Option(
      names = "--max-query-length",
      paramLabel = "N",
      description = "Longest query, in characters. Default: ${DEFAULT-VALUE}.")
  private int longestQuery = 1000;

  @Option(
      names = "--refresh",
      paramLabel = "S",
      description =
          "Look for changes of the index every S seconds. Default: never, the index stays as it was"
              + " at the start.")
  private @Nullable Integer refreshSeconds;

  @Option(
      names = "--access-log",
      paramLabel = "FILE",
      description = "Add a line of CSV for each search to this file.")
  private @Nullable Path accessLog;

  @Option(names = "--log-queries", description = "Add the texts of queries to the access log.")
  private boolean logsQueries;

  private boolean warnedOfKnowledge;

  @Mixin private final QueryOptions query = new QueryOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (demo) {
      OptionRules.excludes("--index", index != null, "--demo");
      DemoData data = DemoData.make(shared.console);
      index = data.index();
      queries = queries == null ? data.queries() : queries;
    } else if (index == null) {
      throw OptionRules.missing("--index", "the folder of a Lucene index, or --demo");
    }
    check();
    var limits = new SearchLimits(longestQuery, mostHits, Duration.ofMillis(timeoutMs));
    EngineSetting setting = setting();
    Policies.Ingredients inputs = inputs();
    Knowledge known =
        knowledge == null ? Knowledge.beside(index, setting) : Knowledge.in(knowledge, setting);
    OpenIndex opened = OpenIndex.open(index);
    List<String> texts = texts(opened);
    try (SearchService service = service(opened, setting, inputs, known);
        LivePage page = new LivePage(service, texts)) {
      if (accessLog == null) {
        serve(service, page, limits, known, Optional.empty());
      } else {
        try (AccessLog log = AccessLog.open(accessLog, logsQueries)) {
          serve(service, page, limits, known, Optional.of(log));
        }
      }
    }
    return 0;
  }

  /** The queries of the page's client. Closes the index if they cannot be read. */
  private List<String> texts(OpenIndex opened) throws IOException {
    if (queries == null) {
      return List.of();
    }
    try {
      QueryLog log = QueryLog.read(query.of(queries), opened, MOST_QUERIES);
      log.remarks().forEach(shared.console::warn);
      return log.queries().stream().map(LoggedQuery::text).toList();
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private void check() {
    OptionRules.whole("--port", port, 0, 65_535);
    OptionRules.whole("--queue-limit", queueLimit, 1, 1_000_000);
    OptionRules.whole("--timeout-ms", timeoutMs, 1, 3_600_000);
    OptionRules.whole("--max-hits", mostHits, 1, 100_000);
    OptionRules.whole("--max-query-length", longestQuery, 1, 100_000);
    if (refreshSeconds != null) {
      OptionRules.whole("--refresh", refreshSeconds, 1, 86_400);
    }
    OptionRules.needs("--log-queries", logsQueries && accessLog == null, "--access-log");
    query.check();
  }

  private EngineSetting setting() {
    if (emulatedCores == null && !demo) {
      return new EngineSetting(
          policy, Runtime.getRuntime().availableProcessors(), false, queueLimit);
    }
    int cores = emulatedCores == null ? DEMO_CORES : emulatedCores;
    return new EngineSetting(
        policy,
        OptionRules.whole("--emulate-cores", cores, 1, EngineSetting.MOST_EMULATED),
        true,
        queueLimit);
  }

  /** The demo ranks as costly as real engines, if the user wants nothing else. */
  private Ranking ranking() {
    boolean isGiven = shared.command.commandLine().getParseResult().hasMatchedOption("--ranking");
    return demo && !isGiven ? new Ranking.Trees(DEMO_TREES) : query.ranking();
  }

  private Policies.Ingredients inputs() {
    return new Policies.Ingredients(
        Optional.ofNullable(profile).map(JsonFile.PROFILE::read),
        Optional.ofNullable(table).map(JsonFile.TABLE::read));
  }

  /** Starts the service, which closes the index. */
  private SearchService service(
      OpenIndex opened, EngineSetting setting, Policies.Ingredients inputs, Knowledge known)
      throws IOException {
    try {
      return SearchService.start(
          opened,
          new SearchService.Setting(query.parsing(opened), query.syntax(), ranking(), inputs),
          setting,
          PolicyNames.isAutomatic(policy) ? known.read() : Optional.empty());
    } catch (IllegalArgumentException e) {
      opened.close();
      throw new UsageError("--policy: " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private void serve(
      SearchService service,
      LivePage page,
      SearchLimits limits,
      Knowledge known,
      Optional<AccessLog> log)
      throws InterruptedException {
    Set<String> names =
        allowedHosts.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    var setting = new WebServer.Setting(host, port, names, web());
    try (var server = SearchServer.start(setting, service, limits, log, page::addTo)) {
      shared.console.say(
          "%,d documents of %s; %s; stop with Ctrl-C"
              .formatted(service.documents(), index, served(service)));
      shared.console.result("Listening on " + server.url());
      page.begin(demo);
      untilStopped(service, known);
      server.onLoop(page::close);
      int cancelled = server.stop(STOPPING);
      if (cancelled > 0) {
        shared.console.warn(
            "%,d searches ran for more than %d s and were cancelled"
                .formatted(cancelled, STOPPING.toSeconds()));
      }
    }
    save(service, known);
    log.filter(it -> it.leftOut() > 0)
        .ifPresent(it ->
            shared.console.warn(
                "%s: %,d lines were left out, since the disk was too slow"
                    .formatted(accessLog, it.leftOut())));
  }

  /** Limits that let the longest query and the longest search through. */
  private Limits web() {
    Duration longest = Duration.ofMillis(timeoutMs).plus(LEAST_IDLE);
    return new Limits(
        Limits.USUAL.lineBytes() + MOST_BYTES_PER_CHARACTER * longestQuery,
        Limits.USUAL.headerBytes(),
        Limits.USUAL.bodyBytes(),
        Collections.max(List.of(Limits.USUAL.idle(), longest)));
  }

  private static String served(SearchService service) {
    EngineSetting setting = service.engine().setting();
    return "policy %s on %d %s"
        .formatted(
            setting.policy(),
            setting.cores(),
            setting.isEmulated()
                ? "emulated cores, %.0f times as slow as those of this machine"
                    .formatted(service.engine().factor())
                : setting.cores() == 1 ? "core" : "cores");
  }

  /** Keeps the index and the knowledge up to date. */
  private void untilStopped(SearchService service, Knowledge known) throws InterruptedException {
    long saveNanos = System.nanoTime() + SAVING.toNanos();
    long refreshNanos = nextRefresh();
    while (!StopSignal.raised()) {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      if (System.nanoTime() >= saveNanos) {
        save(service, known);
        saveNanos = System.nanoTime() + SAVING.toNanos();
      }
      if (refreshSeconds != null && System.nanoTime() >= refreshNanos) {
        refresh(service);
        refreshNanos = nextRefresh();
      }
    }
  }

  /** Warns of the first failure only: the folder may be there for reading. */
  private void save(SearchService service, Knowledge known) {
    Optional<String> problem = known.write(service);
    if (problem.isPresent() && !warnedOfKnowledge) {
      warnedOfKnowledge = true;
      shared.console.warn(problem.get());
    }
  }

  private long nextRefresh() {
    return refreshSeconds == null
        ? 0
        : System.nanoTime() + TimeUnit.SECONDS.toNanos(refreshSeconds);
  }

  private void refresh(SearchService service) {
    try {
      if (service.refresh()) {
        shared.console.say("The index has changed: %,d documents".formatted(service.documents()));
      }
    } catch (IOException | RuntimeException e) {
      shared.console.warn(
          "%s cannot be read again, the former state goes on: %s"
              .formatted(index, Failure.reason(e)));
    }
  }
}
