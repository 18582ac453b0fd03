package org.curtail.cli.serve.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.cli.serve.search.EngineSetting;
import org.curtail.cli.serve.search.SearchRequest;
import org.curtail.cli.serve.search.SearchService;
import org.curtail.policies.Policies;
import org.curtail.runtime.Ticket;
import org.curtail.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/**
 * The server as the page controls it: its policy, its cores, the load of the built-in client, and
 * the comparison of two policies. Changes come one after the other, on a thread of its own. Safe
 * for all threads.
 */
final class Stage implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Stage.class.getName());

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int TOP_HITS = 10;

  /** Requests before the demand is measured, so that the compiler has seen them. */
  private static final int WARM_UP = 100;

  private static final int MEASURED = 250;

  /** Time after which fewer requests have to do. */
  private static final long MEASURING_NANOS = 4_000_000_000L;

  static final int LEAST_LOAD = 5;
  static final int MOST_LOAD = 120;

  /** A policy of the page, and its title for people. */
  private record Titled(String name, String title) {}

  private static final List<Titled> OFFERED =
      List.of(
          new Titled("sequential", "One thread each"),
          new Titled("fixed-4", "Four threads each"),
          new Titled("few-to-many", "Few-to-Many"),
          new Titled("tail-index", "Tail index"),
          new Titled(PolicyNames.AUTOMATIC, "Automatic"));

  /**
   * A policy that the page offers.
   *
   * @param name name on the command line
   * @param title for people
   * @param words a sentence about it
   * @param ready false as long as its inputs are not known
   */
  record Offer(String name, String title, String words, boolean ready) {}

  /**
   * The state of the controls.
   *
   * @param busy the change under way, in words; empty for none
   * @param perSecond planned rate of the client; 0 if it is unknown
   */
  record State(
      EngineSetting engine,
      double factor,
      List<Offer> offers,
      int load,
      boolean running,
      double perSecond,
      String busy) {}

  private final SearchService service;
  private final List<String> queries;
  private final ExecutorService changes =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("serve-page-changes").factory());
  private final @Nullable LoadClient client;
  private final BiConsumer<String, Boolean> changed;
  private volatile int load = 50;
  private volatile boolean running;
  private volatile boolean watched = true;
  private volatile String busy = "";
  private volatile @Nullable Demand demand;
  private volatile Policies.Ingredients ingredients;
  private volatile Optional<Versus.Standing> versus = Optional.empty();
  private volatile boolean stopVersus;
  private volatile boolean comparing;
  private @Nullable Thread versusThread;

  /**
   * Creates the stage.
   *
   * @param queries queries of the built-in client; without any it cannot run
   * @param changed receives a few words on each change of the server, and true if other requests
   *     are to be expected from then on
   */
  Stage(SearchService service, List<String> queries, BiConsumer<String, Boolean> changed) {
    this.service = service;
    this.queries = List.copyOf(queries);
    this.changed = changed;
    ingredients = service.inputs();
    client =
        queries.isEmpty()
            ? null
            : new LoadClient((query, dueNanos) -> send(query, dueNanos), queries.size(), 1);
  }

  State state() {
    EngineSetting setting = service.engine().setting();
    return new State(
        setting, service.engine().factor(), offers(setting), load, running, perSecond(), busy);
  }

  /** The comparison of two policies; empty before the first. */
  Optional<Versus.Standing> versus() {
    return versus;
  }

  static String title(String policy) {
    return OFFERED.stream()
        .filter(one -> one.name.equals(policy))
        .map(Titled::title)
        .findFirst()
        .orElse(policy);
  }

  private List<Offer> offers(EngineSetting setting) {
    var names = new ArrayList<>(OFFERED.stream().map(Titled::name).toList());
    if (!names.contains(setting.policy())) {
      names.add(setting.policy());
    }
    if (setting.cores() < 4) {
      names.remove("fixed-4");
    }
    return names.stream()
        .map(name -> new Offer(name, title(name), words(name), isReady(name)))
        .toList();
  }

  private boolean isOffered(String name) {
    return offers(service.engine().setting()).stream()
        .anyMatch(offer -> offer.name.equals(name) && offer.ready);
  }

  private static String words(String name) {
    if (name.equals(PolicyNames.AUTOMATIC)) {
      return PolicyNames.AUTOMATIC_IN_WORDS;
    }
    return Policies.descriptions().entrySet().stream()
        .filter(entry -> entry.getKey().equals(name) || entry.getKey().equals(numbered(name)))
        .map(entry -> entry.getValue().replaceFirst("\\.?$", "."))
        .findFirst()
        .orElse("");
  }

  private static String numbered(String name) {
    return name.replaceFirst("-\\d+$", "-N");
  }

  private boolean isReady(String name) {
    if (PolicyNames.isAutomatic(name)) {
      return true;
    }
    return Policies.needs(name).stream()
        .allMatch(need ->
            switch (need) {
              case PROFILE -> ingredients.profile().isPresent();
              case TABLE -> ingredients.table().isPresent();
              case PREDICTIONS -> true;
              case DEMAND -> false;
            });
  }

  /** Returns the rate of the load, in requests per second; 0 as long as the demand is unknown. */
  private double perSecond() {
    Demand known = demand;
    return known == null
        ? 0
        : load
            / 100.0
            * service.engine().setting().cores()
            / (known.meanMs(service.engine().factor()) / 1000);
  }

  // ---- Requests of the client.

  private CompletableFuture<Double> send(int query, long intendedNanos) {
    return submitted(query, intendedNanos)
        .thenApply(timeline -> (timeline.endNanos() - intendedNanos) / 1e6);
  }

  private CompletableFuture<Timeline> submitted(int query, long intendedNanos) {
    String text = queries.get(query);
    var request = new SearchRequest(text, Optional.empty(), TOP_HITS, TIMEOUT);
    try {
      Ticket<?> ticket =
          ScopedValue.where(Origin.OF, new Origin(intendedNanos, text))
              .call(() -> service.submit(request))
              .ticket();
      return ticket.completion().thenApply(found -> ticket.timeline()).toCompletableFuture();
    } catch (Exception e) {
      // The server is full or closed, or the query or the index cannot be read.
      return CompletableFuture.failedFuture(e);
    }
  }

  // ---- Changes.

  /** Measures the demand of the client's queries, and then starts its load if asked. */
  void begin(boolean withLoad) {
    LoadClient loading = client;
    if (loading == null) {
      return;
    }
    change(
        "Getting to know the requests",
        () -> {
          EngineSetting setting = service.engine().setting();
          int atOnce = setting.isEmulated() ? Math.max(1, setting.cores() / 2) : 1;
          served(WARM_UP, atOnce);
          demand = Demand.of(served(MEASURED, atOnce), service.engine().factor());
          plan();
          running = withLoad;
          applyRate();
        });
  }

  private List<Timeline> served(int count, int atOnce) throws InterruptedException {
    var room = new Semaphore(atOnce);
    var timelines = new ConcurrentLinkedQueue<Timeline>();
    long untilNanos = System.nanoTime() + MEASURING_NANOS;
    for (int i = 0; i < count && System.nanoTime() < untilNanos; i++) {
      room.acquire();
      submitted(i % queries.size(), System.nanoTime())
          .whenComplete((timeline, failure) -> {
            if (timeline != null) {
              timelines.add(timeline);
            }
            room.release();
          });
    }
    room.acquire(atOnce);
    return List.copyOf(timelines);
  }

  /** Plans for the present cores. */
  private void plan() {
    Demand known = demand;
    if (known == null || known.isEmpty()) {
      return;
    }
    int cores = service.engine().setting().cores();
    busy = "Planning for %d cores".formatted(cores);
    ingredients = known.ingredients(service.engine().factor(), cores);
    service.inputs(ingredients);
  }

  /** Changes the policy. */
  void policy(String name) {
    if (!isOffered(name)) {
      throw new IllegalArgumentException(
          "policy: expected one of those that the page offers, found '%s'".formatted(name));
    }
    change(
        "",
        () -> {
          endVersus();
          serveBy(name);
        });
  }

  private void serveBy(String policy) {
    EngineSetting setting = service.engine().setting();
    if (!setting.policy().equals(policy)) {
      service.change(setting.withPolicy(policy));
      changed.accept(title(policy), true);
    }
  }

  /** Changes the number of emulated cores. */
  void cores(int count) {
    if (!service.engine().setting().isEmulated()) {
      throw new IllegalArgumentException("cores: this server uses the cores of this machine");
    }
    if (count < 1 || count > EngineSetting.MOST_EMULATED) {
      throw new IllegalArgumentException(
          "cores: expected a number from 1 to %d, found %d"
              .formatted(EngineSetting.MOST_EMULATED, count));
    }
    change(
        "",
        () -> {
          endVersus();
          EngineSetting setting = service.engine().setting().onEmulatedCores(count);
          if (setting.cores() < 4 && setting.policy().equals("fixed-4")) {
            setting = setting.withPolicy("sequential");
          }
          LoadClient loading = client;
          if (loading != null) {
            loading.rate(0);
          }
          String policy = setting.policy();
          // Policies with a profile need the profile of the new cores first.
          service.change(setting.withPolicy("sequential"));
          plan();
          serveBy(policy);
          changed.accept(count == 1 ? "1 core" : count + " cores", true);
          applyRate();
        });
  }

  /** Changes the load, in percent of what the cores can do with one thread for each request. */
  void load(int percent) {
    if (percent < LEAST_LOAD || percent > MOST_LOAD) {
      throw new IllegalArgumentException(
          "load: expected a number from %d to %d, found %d"
              .formatted(LEAST_LOAD, MOST_LOAD, percent));
    }
    load = percent;
    applyRate();
  }

  /** Starts or stops the load. */
  void running(boolean isRunning) {
    if (isRunning && client == null) {
      throw new IllegalArgumentException("running: the built-in client has no queries");
    }
    running = isRunning;
    applyRate();
  }

  /** Says if somebody watches, or has watched lately: otherwise the client rests. */
  void watched(boolean isWatched) {
    if (watched != isWatched) {
      watched = isWatched;
      applyRate();
    }
  }

  private void applyRate() {
    LoadClient loading = client;
    if (loading != null) {
      loading.rate(running && watched && !comparing ? perSecond() : 0);
    }
  }

  /** Compares two policies. */
  void compare(String first, String second) {
    if (demand == null) {
      throw new IllegalArgumentException(
          client == null
              ? "versus: the built-in client has no queries"
              : "versus: expected after the first requests, whose demand is not known yet");
    }
    for (String name : List.of(first, second)) {
      if (!isOffered(name)) {
        throw new IllegalArgumentException(
            "versus: expected policies that the page offers, found '%s'".formatted(name));
      }
    }
    var setting =
        new Versus.Setting(
            first, title(first), second, title(second), perSecond(), load, queries.size(), 1);
    change(
        "",
        () -> {
          endVersus();
          stopVersus = false;
          comparing = true;
          applyRate();
          versusThread =
              Thread.ofPlatform().daemon().name("serve-versus").start(() -> runVersus(setting));
        });
  }

  private void runVersus(Versus.Setting setting) {
    String before = service.engine().setting().policy();
    var turns =
        new Versus.Turns() {
          @Override
          public void serveBy(String policy) {
            Stage.this.serveBy(policy);
          }

          @Override
          public CompletableFuture<Double> send(int query, long intendedNanos) {
            return Stage.this.send(query, intendedNanos);
          }
        };
    try {
      new Versus(setting, turns, () -> stopVersus, standing -> versus = Optional.of(standing))
          .run();
      serveBy(before);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      comparing = false;
      applyRate();
    }
  }

  /** Stops the comparison. */
  void stopComparing() {
    stopVersus = true;
  }

  /** Stops the comparison, and waits for its end. */
  private void endVersus() throws InterruptedException {
    Thread thread = versusThread;
    if (thread != null) {
      stopVersus = true;
      thread.join();
      versusThread = null;
    }
  }

  /** A change that takes its time. */
  @FunctionalInterface
  private interface Change {
    void make() throws InterruptedException, ExecutionException;
  }

  private void change(String words, Change change) {
    changes.execute(() -> {
      busy = words;
      try {
        change.make();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        LOG.log(System.Logger.Level.WARNING, "a change of the page failed", e);
      } finally {
        busy = "";
      }
    });
  }

  /** Returns the words of a rate. */
  static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%.0f", perSecond)
        + " requests a second";
  }

  @Override
  public void close() {
    stopVersus = true;
    changes.shutdownNow();
    LoadClient loading = client;
    if (loading != null) {
      loading.close();
    }
  }
}
