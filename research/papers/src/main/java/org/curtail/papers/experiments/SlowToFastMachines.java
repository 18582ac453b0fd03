package org.curtail.papers.experiments;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.benchkit.files.PublishedMachines;
import org.curtail.benchkit.text.Numbers;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;

/**
 * The machines of the slow-to-fast experiment, in pairs of equal power with all cores busy at their
 * fastest. One machine of a pair has a clock for each core, the other fast and slow cores. The
 * paper's tables are not public. One pair is an assumption for servers. The other has the published
 * numbers of a mobile chip.
 */
final class SlowToFastMachines {
  /** Cost of a move to another core. */
  private static final long MIGRATION_NANOS = 100_000;

  private static final double SERVER_CORES = 8;
  private static final double FAST_WATTS = 10;
  private static final double FAST_IDLE_WATTS = 1;

  /** A core of half the speed has a quarter of the area, by Pollack's rule. */
  private static final double SLOW_SPEED = 0.5;

  private static final double SLOW_AREA = SLOW_SPEED * SLOW_SPEED;

  private SlowToFastMachines() {}

  /**
   * Two machines with equal power when all cores are busy at their fastest.
   *
   * @param name name, one word
   * @param words description for people
   */
  record Pair(String name, String words, SpeedMachine clocks, SpeedMachine cores) {
    String clocksName() {
      return name + ", clocks";
    }

    String coresName() {
      return name + ", core classes";
    }
  }

  static List<Pair> pairs() {
    return List.of(server(), mobile());
  }

  /**
   * The built-in server, and a server with four of its cores and sixteen cores of half their speed.
   * Pollack's rule: a core's speed is the square root of its area, and its power is proportional to
   * the area.
   */
  private static Pair server() {
    return new Pair(
        "server",
        "an assumption: 8 cores of the built-in server, or 4 of them and 16 of half the speed and a quarter of the power (Pollack's rule); 80 W",
        PublishedMachines.named("server"),
        SpeedMachine.ofCores(
                new SpeedClass(
                    "slow", 16, SLOW_SPEED, SLOW_AREA * FAST_WATTS, SLOW_AREA * FAST_IDLE_WATTS),
                new SpeedClass("fast", 4, 1, FAST_WATTS, FAST_IDLE_WATTS))
            .movingAt(MIGRATION_NANOS, 0));
  }

  /** Six fast cores of the RK3399, or four fast and ten slow cores. */
  private static Pair mobile() {
    SpeedMachine clocks = PublishedMachines.named("rk3399-clocks");
    SpeedMachine cores = PublishedMachines.named("rk3399");
    return new Pair(
        "RK3399",
        "the published table of the chip: 6 of its fast cores, or 4 of them and 10 of its slow ones; 6.65 W",
        new SpeedMachine(
            clocks.kind(),
            clocks.classes().stream().map(step -> withCount(step, 6)).toList(),
            clocks.moveNanos(),
            clocks.moveJoules(),
            clocks.unscaledShare(),
            clocks.budgetWatts()),
        SpeedMachine.ofCores(
                withCount(cores.classes().getFirst(), 10), withCount(cores.classes().getLast(), 4))
            .movingAt(cores.moveNanos(), cores.moveJoules()));
  }

  private static SpeedClass withCount(SpeedClass one, int count) {
    return new SpeedClass(one.name(), count, one.speed(), one.busyWatts(), one.idleWatts());
  }

  /** Returns the power of a machine with all cores busy at their fastest. */
  static double mostWatts(SpeedMachine machine) {
    return switch (machine.kind()) {
      case CLOCKS -> machine.cores() * machine.classes().getLast().busyWatts();
      case CORES ->
          machine.classes().stream().mapToDouble(one -> one.count() * one.busyWatts()).sum();
    };
  }

  /** Describes the energy of the slow core of a pair, compared with that of slow clocks. */
  static String thrift(Pair pair) {
    double clocks =
        IntStream.rangeClosed(0, pair.clocks().fastest())
            .mapToDouble(step -> joulesOfWork(pair.clocks(), step))
            .min()
            .orElseThrow();
    return "a slow core takes %s J for what a fast one does in a second, beyond what it draws idle, and a fast core at its thriftiest clock %s J; all cores idle, classes draw %s W and clocks %s W"
        .formatted(
            Numbers.significant(joulesOfWork(pair.cores(), 0)),
            Numbers.significant(clocks),
            Numbers.significant(pair.cores().idleWatts()),
            Numbers.significant(pair.clocks().idleWatts()));
  }

  /** Returns the energy of one second's work at speed 1, without idle power. */
  private static double joulesOfWork(SpeedMachine machine, int speedClass) {
    return machine.busyBeyondIdleWatts(speedClass) / machine.progress(speedClass);
  }

  /**
   * Returns the built-in server with another share of power that no clock changes.
   *
   * @param fixedWatts fixed part of the ten watts of a core at its fastest
   * @param idleWatts watts of an idle core; at most those of a busy core at the slowest clock
   */
  static SpeedMachine serverWith(double fixedWatts, double idleWatts) {
    SpeedMachine server = PublishedMachines.named("server");
    double serverFixedWatts = 2;
    double scale = (FAST_WATTS - fixedWatts) / (FAST_WATTS - serverFixedWatts);
    return new SpeedMachine(
        server.kind(),
        server.classes().stream()
            .map(step ->
                new SpeedClass(
                    step.name(),
                    (int) SERVER_CORES,
                    step.speed(),
                    fixedWatts + (step.busyWatts() - serverFixedWatts) * scale,
                    idleWatts))
            .toList(),
        server.moveNanos(),
        server.moveJoules(),
        server.unscaledShare(),
        server.budgetWatts());
  }
}
