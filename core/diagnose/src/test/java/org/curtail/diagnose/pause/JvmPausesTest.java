package org.curtail.diagnose.pause;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.curtail.diagnose.pause.Pause.Kind;
import org.curtail.signals.Counter;
import org.curtail.signals.Signals;
import org.curtail.signals.ThreadReading;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** On this JVM, and on another one that is stopped. */
@Timeout(300)
class JvmPausesTest {
  private static long nanosOf(List<Pause> pauses, Kind kind) {
    return pauses.stream().filter(one -> one.kind() == kind).mapToLong(Pause::nanos).sum();
  }

  @Test
  void aCollectionIsAPauseWithinTheTimeInWhichItHappened() throws Exception {
    try (JvmPauses pauses = JvmPauses.start()) {
      assertThat(pauses.awaitKnown()).isTrue();
      long fromNanos = System.nanoTime();
      System.gc();
      long toNanos = System.nanoTime();
      assertThat(pauses.awaitKnown()).isTrue();
      long collectorNanos = nanosOf(pauses.between(fromNanos, toNanos), Kind.COLLECTOR);
      assertThat(collectorNanos).isPositive();
      // With a second before and after nothing more is found: it is not told for another time.
      long around =
          nanosOf(pauses.between(fromNanos - 2_000_000, toNanos + 2_000_000), Kind.COLLECTOR);
      assertThat(around).isGreaterThanOrEqualTo(collectorNanos);
      assertThat(pauses.rungs())
          .extracting(Signals.Rung::name)
          .containsExactly("collector pauses", "safepoints", "stops");
      assertThat(pauses.rungs().get(1).available()).isTrue();
    }
  }

  @Test
  void withoutFlightRecorderTheCollectorsTellThemselves() {
    Signals signals = Signals.probe();
    try (JvmPauses pauses = JvmPauses.startWithoutFlightRecorder(signals)) {
      // The collectors count whole milliseconds, and so does what says when they started.
      long fromNanos = System.nanoTime() - 3_000_000;
      System.gc();
      long toNanos = System.nanoTime() + 3_000_000;
      Eventually.is(
          "a collection is told",
          () -> nanosOf(pauses.between(fromNanos, toNanos), Kind.COLLECTOR) > 0);
      assertThat(pauses.rungs().get(1).reason()).contains("no Flight Recorder");
    }
    assertThat(JvmPauses.CollectorPauses.stopsThreads("ZGC Minor Cycles")).isFalse();
    assertThat(JvmPauses.CollectorPauses.stopsThreads("ZGC Minor Pauses")).isTrue();
    assertThat(JvmPauses.CollectorPauses.stopsThreads("G1 Young Generation")).isTrue();
  }

  @Test
  void withoutRunQueueDelayNoStopIsClaimed() {
    Signals signals =
        Signals.of(
            () -> ThreadReading.ofWall(System.nanoTime()),
            List.of(
                Signals.Rung.missing(Counter.RUN_DELAY_NANOS.label(), "there is no schedstat")));
    try (JvmPauses pauses = JvmPauses.startWithoutFlightRecorder(signals)) {
      Signals.Rung stops = pauses.rungs().get(2);
      assertThat(stops.available()).isFalse();
      assertThat(stops.reason()).contains("there is no schedstat");
    }
  }

  @Test
  void stolenTimeIsThatOfTheKernel(@TempDir Path procRoot) throws Exception {
    Path stat = procRoot.resolve("stat");
    Files.writeString(stat, "cpu  1 2 3 4 5 6 7 80 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
    var stolen = new JvmPauses.StolenTime(procRoot);
    assertThat(stolen.nanos()).isZero();
    Files.writeString(stat, "cpu  1 2 3 4 5 6 7 83 9 10\n");
    assertThat(stolen.nanos()).isEqualTo(30_000_000);
    assertThat(new JvmPauses.StolenTime(procRoot.resolve("none")).nanos()).isEqualTo(-1);
  }

  /**
   * Says that it is ready, is stopped, and prints its pauses when it gets a line. If it has any
   * argument, a thread wants one safepoint after the other, which take some milliseconds since
   * there are many frames to go through.
   */
  static final class Stopped {
    private static final int THREADS = 100;
    private static final int FRAMES = 300;

    private Stopped() {}

    public static void main(String[] args) throws Exception {
      if (args.length > 0) {
        for (int i = 0; i < THREADS; i++) {
          Thread.ofPlatform().daemon().start(() -> sleepDeep(FRAMES));
        }
        Thread.ofPlatform().daemon().start(Stopped::stopAllThreads);
      }
      try (JvmPauses pauses = JvmPauses.start()) {
        long fromNanos = System.nanoTime();
        System.out.println("ready");
        int go = System.in.read();
        if (go >= 0 && pauses.awaitKnown()) {
          List<Pause> all = pauses.between(fromNanos, System.nanoTime());
          for (Pause one : all) {
            System.out.println(one.kind() + " " + one.fromNanos() + " " + one.toNanos());
          }
        }
      }
    }

    private static void sleepDeep(int frames) {
      if (frames > 0) {
        sleepDeep(frames - 1);
      }
      LockSupport.park();
    }

    private static void stopAllThreads() {
      while (!Thread.getAllStackTraces().isEmpty()) {
        Thread.onSpinWait();
      }
    }
  }

  /**
   * A stop by the clock of this JVM, which on Linux is that of the other one, too. The other one
   * stood still for all of it.
   */
  private record Stop(long fromNanos, long toNanos) {
    long nanos() {
      return toNanos - fromNanos;
    }
  }

  private record Noticed(List<Stop> stops, List<Pause> pauses) {
    long stoppedNanos() {
      return stops.stream().mapToLong(Stop::nanos).sum();
    }

    long nanosOf(Kind kind) {
      return pauses.stream()
          .filter(one -> one.kind() == kind)
          .mapToLong(one -> one.toNanos() - one.fromNanos())
          .sum();
    }
  }

  /** Stops another JVM so often, and returns what it says of that. */
  private static Noticed noticedStops(int stops, long eachMs, String... args) throws Exception {
    var command =
        new ArrayList<String>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                Stopped.class.getName()));
    command.addAll(List.of(args));
    Process jvm =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var said = jvm.inputReader();
        var to = jvm.outputWriter()) {
      assertThat(said.readLine()).isEqualTo("ready");
      var truth = new ArrayList<Stop>();
      for (int i = 0; i < stops; i++) {
        signal("STOP", jvm);
        long fromNanos = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(eachMs);
        long toNanos = System.nanoTime();
        signal("CONT", jvm);
        truth.add(new Stop(fromNanos, toNanos));
        TimeUnit.MILLISECONDS.sleep(eachMs);
      }
      to.write('\n');
      to.flush();
      List<Pause> pauses = said.lines().map(JvmPausesTest::pause).toList();
      assertThat(jvm.waitFor(120, TimeUnit.SECONDS)).isTrue();
      return new Noticed(truth, pauses);
    } finally {
      jvm.destroyForcibly();
    }
  }

  private static Pause pause(String line) {
    String[] parts = line.split(" ", 3);
    return new Pause(Long.parseLong(parts[1]), Long.parseLong(parts[2]), Kind.valueOf(parts[0]));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessThatIsStoppedNoticesForHowLong() throws Exception {
    Noticed noticed = noticedStops(1, 300);
    // Who is to stop, or to go on, may have to wait for a core before, and counts that as waiting.
    assertThat(2 * noticed.nanosOf(Kind.STOPPED))
        .as("%s", noticed)
        .isGreaterThan(noticed.stoppedNanos());
  }

  /**
   * Most of these stops fall into a safepoint, which then lasts as long as they do. They are told
   * apart from it, but for those in the midst of a collection, which count as a part of that. Only
   * lengths are compared: where a thread also waited for a core between two beats, nobody knows
   * which came first.
   */
  @Test
  @Tag("long")
  @EnabledOnOs(OS.LINUX)
  void aStopThatFallsIntoASafepointIsNoSafepoint() throws Exception {
    Noticed noticed = noticedStops(10, 200, "with-safepoints");
    long toldNanos = noticed.nanosOf(Kind.STOPPED) + noticed.nanosOf(Kind.COLLECTOR);
    assertThat(2 * toldNanos).as("%s", noticed).isGreaterThan(noticed.stoppedNanos());
    assertThat(10 * noticed.nanosOf(Kind.STOPPED))
        .as("%s", noticed)
        .isGreaterThan(noticed.stoppedNanos());
  }

  private static void signal(String name, Process to) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(to.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }
}
