package org.curtail.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.OverloadedException;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
@SuppressWarnings("try") // Meters are closed by their blocks and not named in them.
class EngineMetersTest {
  private static final RequestOptions NONE = RequestOptions.NONE;
  private static final RequestOptions URGENT = NONE.of(PriorityClass.URGENT);

  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

  private static SharedWork<?, Integer> work(int chunks) {
    return SharedWork.of(chunks, chunk -> 1, Integer::sum);
  }

  private static SharedWork<?, Integer> failing() {
    return SharedWork.of(
        1,
        chunk -> {
          throw new IllegalStateException("expected");
        },
        (a, b) -> a);
  }

  /** Lets the next reading take a new snapshot. */
  private void later() {
    clock.add(1, TimeUnit.SECONDS);
  }

  private double value(String name, String... tags) {
    Meter meter = registry.get(name).tags(tags).meter();
    return meter.measure().iterator().next().getValue();
  }

  private long count(String name, String... tags) {
    return Math.round(value(name, tags));
  }

  private FunctionTimer timer(String... tags) {
    return registry.get("curtail.request").tags(tags).functionTimer();
  }

  @Test
  void prometheusReadsARequest() throws Exception {
    var prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (Curtail curtail = Curtail.with(new Sequential()).name("search").start();
        EngineMeters meters = EngineMeters.bind(curtail, prometheus)) {
      curtail.run(work(10));
      Scrape scrape = Scrape.of(prometheus);
      assertThat(
              scrape.value(
                  "curtail_request_seconds_count",
                  "engine",
                  "search",
                  "policy",
                  "sequential",
                  "class",
                  "normal",
                  "outcome",
                  "completed"))
          .isEqualTo(1);
    }
  }

  @Test
  void eachMeterHasTheEnginesOwnValue() throws Exception {
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    try (Curtail curtail =
            Curtail.with(new Sequential()).cores(1).threads(1).queueLimit(1).name("one").start();
        EngineMeters meters = EngineMeters.of(curtail).target(95, Duration.ofMillis(42))) {
      meters.bindTo(registry);
      for (int request = 0; request < 50; request++) {
        curtail.run(work(3), request % 5 == 0 ? URGENT : NONE);
      }
      assertThatThrownBy(() -> curtail.run(failing())).isInstanceOf(ExecutionException.class);
      Ticket<Integer> running =
          curtail.submit(
              SharedWork.of(
                  1,
                  chunk -> {
                    begun.countDown();
                    release.await();
                    return 1;
                  },
                  Integer::sum));
      begun.await();
      Ticket<Integer> cancelled = curtail.submit(work(1));
      assertThatThrownBy(() -> curtail.submit(work(1))).isInstanceOf(OverloadedException.class);

      later();
      Metrics.Gauges gauges = curtail.metrics().gauges();
      assertThat(value("curtail.waiting")).isEqualTo(gauges.waiting()).isEqualTo(1);
      assertThat(value("curtail.running")).isEqualTo(gauges.running()).isEqualTo(1);
      assertThat(value("curtail.load")).isEqualTo(2);
      assertThat(value("curtail.active")).isEqualTo(gauges.threadsBusy()).isEqualTo(1);
      assertThat(value("curtail.degree")).isEqualTo(1);
      assertThat(value("curtail.pool.size")).isEqualTo(gauges.threads());
      assertThat(value("curtail.cores")).isEqualTo(1);
      assertThat(value("curtail.queue.limit")).isEqualTo(gauges.queueLimit()).isEqualTo(1);

      cancelled.cancel();
      release.countDown();
      running.get();
      later();
      Metrics all = curtail.metrics();
      assertThat(count("curtail.arrived")).isEqualTo(all.counts().arrived()).isEqualTo(54);
      assertThat(count("curtail.refused")).isEqualTo(all.counts().refused()).isEqualTo(1);
      assertThat(count("curtail.started")).isEqualTo(all.counts().started()).isEqualTo(52);
      assertThat(value("curtail.policy.changes")).isZero();
      assertThat(value("curtail.preemptions")).isZero();
      assertThat(value("curtail.preempted")).isZero();
      assertThat(value("curtail.policy.failed")).isZero();
      assertThat(value("curtail.failed.listeners")).isZero();
      assertThat(value("curtail.thread.time")).isEqualTo(all.counts().threadNanos() / 1e9);
      assertThat(timer("class", "urgent", "outcome", "completed").count()).isEqualTo(10);
      assertThat(timer("class", "normal", "outcome", "completed").count()).isEqualTo(41);
      assertThat(timer("class", "normal", "outcome", "failed").count()).isEqualTo(1);
      assertThat(timer("class", "normal", "outcome", "cancelled").count()).isEqualTo(1);
      for (Outcome outcome : Outcome.values()) {
        double timed =
            registry
                .find("curtail.request")
                .tag("outcome", Binding.word(outcome))
                .functionTimers()
                .stream()
                .mapToDouble(FunctionTimer::count)
                .sum();
        assertThat(Math.round(timed)).as("%s", outcome).isEqualTo(all.counts().ended(outcome));
      }
      double totalNanos =
          registry.find("curtail.request").tag("outcome", "completed").functionTimers().stream()
              .mapToDouble(each -> each.totalTime(TimeUnit.NANOSECONDS))
              .sum();
      double engineNanos = all.responseNanos().mean() * all.responseNanos().count();
      assertThat(totalNanos).isCloseTo(engineNanos, within(engineNanos * 0.01 + 51 * 1_000));

      for (String phi : List.of("0.5", "0.9", "0.95", "0.99", "0.999")) {
        double percentile = Double.parseDouble(phi) * 100;
        assertThat(value("curtail.request.percentile", "phi", phi))
            .isEqualTo(all.responseNanos().percentile(percentile) / 1e9);
        assertThat(value("curtail.wait.percentile", "phi", phi))
            .isEqualTo(all.waitNanos().percentile(percentile) / 1e9);
      }
      assertThat(value("curtail.target", "phi", "0.95")).isEqualTo(0.042);
      for (String le : List.of("0.001", "0.002", "0.005", "0.042", "10")) {
        long nanos = Math.round(Double.parseDouble(le) * 1e9);
        assertThat(count("curtail.request.within", "le", le))
            .isEqualTo(all.responseNanos().countUpTo(nanos));
      }
      assertThat(value("curtail.request.within", "le", "+Inf")).isEqualTo(51);
      assertThat(registry.find("curtail.decisions").meters()).isEmpty();
      assertThat(curtail.metrics().gauges().listenersFailed()).isZero();
    }
  }

  @Test
  void percentilesForgetWhatIsOlderThanTwoMinutes() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).start();
        EngineMeters meters = EngineMeters.bind(curtail, registry)) {
      curtail.run(work(1));
      later();
      assertThat(value("curtail.request.percentile", "phi", "0.5")).isPositive();
      clock.add(61, TimeUnit.SECONDS);
      assertThat(value("curtail.request.percentile", "phi", "0.5")).isPositive();
      clock.add(61, TimeUnit.SECONDS);
      assertThat(value("curtail.request.percentile", "phi", "0.5")).isZero();
      assertThat(value("curtail.request.within", "le", "+Inf")).isEqualTo(1);
    }
  }

  @Test
  void anotherPolicyHasTimersOfItsOwnAndItsNumbersHaveNone() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).threads(4).start();
        EngineMeters meters = EngineMeters.bind(curtail, registry)) {
      curtail.run(work(1));
      curtail.policy(new FixedDegree(2));
      curtail.run(work(1));
      curtail.run(work(1));
      curtail.policy(new Sequential());
      curtail.run(work(1));
      curtail.policy(new Sharing(new Sequential(), Duration.ofMillis(1)));
      curtail.run(work(1));
      assertThat(timer("policy", "sequential").count()).isEqualTo(2);
      assertThat(timer("policy", "fixed-2").count()).isEqualTo(2);
      assertThat(timer("policy", "sequential+sharing").count()).isEqualTo(1);
    }
  }

  @Test
  void twoEnginesShareARegistryUnderNamesOfTheirOwn() throws Exception {
    try (Curtail first = Curtail.with(new Sequential()).name("first").start();
        Curtail second = Curtail.with(new Sequential()).name("second").start();
        Curtail sameName = Curtail.with(new Sequential()).name("first").start();
        EngineMeters ofFirst = EngineMeters.bind(first, registry);
        EngineMeters ofSecond = EngineMeters.bind(second, registry)) {
      first.run(work(1));
      second.run(work(1));
      second.run(work(1));
      later();
      assertThat(value("curtail.arrived", "engine", "first")).isEqualTo(1);
      assertThat(value("curtail.arrived", "engine", "second")).isEqualTo(2);
      assertThat(timer("engine", "second").count()).isEqualTo(2);
      assertThatIllegalStateException()
          .isThrownBy(() -> EngineMeters.bind(sameName, registry))
          .withMessageContaining("name of its own");
      ofFirst.close();
      assertThat(registry.getMeters())
          .isNotEmpty()
          .allMatch(meter -> "second".equals(meter.getId().getTag("engine")));
      try (EngineMeters again = EngineMeters.bind(sameName, registry)) {
        assertThat(value("curtail.arrived", "engine", "first")).isZero();
      }
    }
  }

  @Test
  void closingLeavesNothingBehind() throws Exception {
    var other = new SimpleMeterRegistry(SimpleConfig.DEFAULT, Clock.SYSTEM);
    try (Curtail curtail = Curtail.with(new Sequential()).start()) {
      EngineMeters meters = EngineMeters.bind(curtail, registry);
      curtail.run(work(1));
      meters.bindTo(other);
      curtail.run(work(1), URGENT);
      assertThat(timer("class", "urgent").count()).isEqualTo(1);
      assertThat(other.get("curtail.request").functionTimers()).hasSize(2);
      meters.close();
      meters.close();
      curtail.run(work(1));
      assertThat(registry.getMeters()).isEmpty();
      assertThat(other.getMeters()).isEmpty();
      meters.bindTo(registry);
      curtail.run(work(1));
      assertThat(timer("class", "normal").count()).isEqualTo(1);
      meters.close();
    }
  }

  @Test
  void metersLiveAsLongAsTheRegistry() throws Exception {
    var composite = new CompositeMeterRegistry(clock, List.of(registry));
    try (Curtail curtail = Curtail.with(new Sequential()).start()) {
      EngineMeters.bind(curtail, composite);
      curtail.run(work(1));
      System.gc();
      later();
      assertThat(value("curtail.arrived")).isEqualTo(1);
      assertThat(value("curtail.load")).isZero();
      assertThat(value("curtail.request.within", "le", "+Inf")).isEqualTo(1);
      assertThat(timer("outcome", "completed").count()).isEqualTo(1);
    }
  }

  @Test
  void noRequestIsLostWhileThreadsAndPoliciesChange() throws Exception {
    List<Policy> policies =
        List.of(new Sequential(), new FixedDegree(2), new Sharing(new Sequential()));
    try (Curtail curtail = Curtail.with(new Sequential()).threads(8).start();
        EngineMeters meters = EngineMeters.bind(curtail, registry)) {
      var tickets = new ConcurrentLinkedQueue<Ticket<Integer>>();
      var threads = new ArrayList<Thread>();
      for (int thread = 0; thread < 4; thread++) {
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (int request = 0; request < 300; request++) {
                    tickets.add(curtail.submit(work(2), request % 3 == 0 ? URGENT : NONE));
                  }
                }));
      }
      for (int change = 0; change < 60; change++) {
        curtail.policy(policies.get(change % policies.size()));
        registry.getMeters().forEach(Meter::measure);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      for (Ticket<Integer> ticket : tickets) {
        ticket.get();
      }
      double urgent =
          registry.find("curtail.request").tag("class", "urgent").functionTimers().stream()
              .mapToDouble(FunctionTimer::count)
              .sum();
      double all =
          registry.find("curtail.request").functionTimers().stream()
              .mapToDouble(FunctionTimer::count)
              .sum();
      assertThat(urgent).isEqualTo(400);
      assertThat(Math.round(all)).isEqualTo(curtail.metrics().counts().allEnded()).isEqualTo(1_200);
      assertThat(curtail.metrics().gauges().listenersFailed()).isZero();
    }
  }

  @Test
  void aConventionOfTheUserReplacesNamesAndTags() throws Exception {
    var convention =
        new MeterConvention() {
          @Override
          public String name(String standard) {
            return "acme." + standard;
          }

          @Override
          public Tags engineTags(String name) {
            return Tags.of("team", "search", "pool", name);
          }

          @Override
          public Tags requestTags(Policy policy, PriorityClass priorityClass, Outcome outcome) {
            return Tags.of("ok", Boolean.toString(outcome == Outcome.COMPLETED));
          }
        };
    try (Curtail curtail = Curtail.with(new Sequential()).name("a").start();
        EngineMeters meters = EngineMeters.of(curtail).convention(convention)) {
      meters.bindTo(registry);
      curtail.run(work(1));
      curtail.run(work(1), URGENT);
      assertThat(registry.getMeters())
          .allSatisfy(meter -> {
            assertThat(meter.getId().getName()).startsWith("acme.curtail.");
            assertThat(meter.getId().getTag("pool")).isEqualTo("a");
            assertThat(meter.getId().getTag("engine")).isNull();
          });
      assertThat(registry.get("acme.curtail.request").tag("ok", "true").functionTimer().count())
          .isEqualTo(2);
    }
  }

  @Test
  void settingsComeFirstAndAreChecked() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).start();
        EngineMeters meters = EngineMeters.of(curtail).bounds(Duration.ofMillis(7))) {
      assertThatIllegalArgumentException().isThrownBy(() -> meters.target(100, Duration.ZERO));
      assertThatIllegalArgumentException().isThrownBy(() -> meters.target(99, Duration.ZERO));
      assertThatIllegalArgumentException().isThrownBy(() -> meters.bounds(Duration.ofNanos(-1)));
      meters.bindTo(registry);
      var bounds = new ArrayList<String>();
      registry
          .get("curtail.request.within")
          .meters()
          .forEach(meter -> bounds.add(meter.getId().getTag("le")));
      assertThat(bounds).containsExactlyInAnyOrder("0.007", "+Inf");
      assertThatIllegalStateException().isThrownBy(() -> meters.bounds(Duration.ofMillis(1)));
      assertThatIllegalStateException()
          .isThrownBy(() -> meters.convention(MeterConvention.STANDARD));
    }
  }

  @Test
  void requestsAllocateNothingMore() throws Exception {
    var threads =
        (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().threadId();
    var meter = new SimpleMeterRegistry();
    try (Curtail plain = Curtail.with(new Sequential()).name("plain").start();
        Curtail metered = Curtail.with(new Sequential()).name("metered").start();
        EngineMeters meters = EngineMeters.bind(metered, meter)) {
      long[] bytes = new long[2];
      for (int round = 0; round < 3; round++) {
        for (int of = 0; of < 2; of++) {
          Curtail curtail = of == 0 ? plain : metered;
          long before = threads.getThreadAllocatedBytes(thread);
          for (int request = 0; request < 2_000; request++) {
            curtail.run(work(1));
          }
          bytes[of] = threads.getThreadAllocatedBytes(thread) - before;
        }
      }
      assertThat((double) bytes[1] / 2_000).isCloseTo((double) bytes[0] / 2_000, within(8.0));
    }
  }
}
