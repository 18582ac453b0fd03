package org.curtail.signals;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.Eventually;
import org.curtail.signals.Pause.Kind;
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
          .extracting(Rung::name)
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
    assertThat(CollectorPauses.stopsThreads("ZGC Minor Cycles")).isFalse();
    assertThat(CollectorPauses.stopsThreads("ZGC Minor Pauses")).isTrue();
    assertThat(CollectorPauses.stopsThreads("G1 Young Generation")).isTrue();
  }

  @Test
  void withoutRunQueueDelayNoStopIsClaimed() {
    Signals signals =
        Signals.of(
            () -> ThreadReading.ofWall(System.nanoTime()),
            List.of(Rung.missing(Counter.RUN_DELAY_NANOS.label(), "there is no schedstat")));
    try (JvmPauses pauses = JvmPauses.startWithoutFlightRecorder(signals)) {
      Rung stops = pauses.rungs().get(2);
      assertThat(stops.available()).isFalse();
      assertThat(stops.reason()).contains("there is no schedstat");
    }
  }

  @Test
  void stolenTimeIsThatOfTheKernel(@TempDir Path procRoot) throws Exception {
    Path stat = procRoot.resolve("stat");
    Files.writeString(stat, "cpu  1 2 3 4 5 6 7 80 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
    var stolen = new StolenTime(procRoot);
    assertThat(stolen.nanos()).isZero();
    Files.writeString(stat, "cpu  1 2 3 4 5 6 7 83 9 10\n");
    assertThat(stolen.nanos()).isEqualTo(30_000_000);
    assertThat(new StolenTime(procRoot.resolve("none")).nanos()).isEqualTo(-1);
  }

  /** Says when it begins to spin, stops being looked at, and prints the stops that it noticed. */
  static final class Stopped {
    private Stopped() {}

    public static void main(String[] args) throws Exception {
      try (JvmPauses pauses = JvmPauses.start()) {
        long fromNanos = System.nanoTime();
        System.out.println("ready");
        int go = System.in.read();
        if (go >= 0 && pauses.awaitKnown()) {
          List<Pause> all = pauses.between(fromNanos, System.nanoTime());
          System.out.println(nanosOf(all, Kind.STOPPED));
        }
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessThatIsStoppedNoticesForHowLong() throws Exception {
    Process jvm =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                Stopped.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var said = jvm.inputReader();
        var to = jvm.outputWriter()) {
      assertThat(said.readLine()).isEqualTo("ready");
      signal("STOP", jvm);
      long fromNanos = System.nanoTime();
      TimeUnit.MILLISECONDS.sleep(300);
      long leastNanos = System.nanoTime() - fromNanos;
      signal("CONT", jvm);
      long mostNanos = System.nanoTime() - fromNanos + 500_000_000;
      to.write('\n');
      to.flush();
      long stoppedNanos = Long.parseLong(said.readLine());
      // To half a period of the heartbeat.
      assertThat(stoppedNanos).isBetween(leastNanos - 10_000_000, mostNanos);
      assertThat(jvm.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      jvm.destroyForcibly();
    }
  }

  private static void signal(String name, Process to) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(to.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }
}
