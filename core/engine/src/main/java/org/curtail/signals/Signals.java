package org.curtail.signals;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * What can be read of threads on this machine, how, and what it costs: a ladder from counters of
 * the processor down to tags and wall time. What is missing only makes a diagnosis less exact.
 *
 * <p>An engine is given one by {@code Setup.signals}; then its threads publish what they do in
 * {@link #tags}, and read themselves when they come to a request and leave it. Give each engine its
 * own, since requests are numbered per engine. Safe for all threads.
 */
public final class Signals {
  private final ThreadReadings readings;
  private final List<Rung> rungs;
  private final TagWords tags = new TagWords(TagWords.DEFAULT_SLOTS);

  private Signals(ThreadReadings readings, List<Rung> rungs) {
    this.readings = requireNonNull(readings, "readings");
    this.rungs = List.copyOf(rungs);
  }

  /**
   * What the JDK alone gives: CPU time by {@code ThreadMXBean}, run-queue delay where {@code
   * /proc/thread-self/schedstat} can be read. Takes some milliseconds.
   */
  public static Signals probe() {
    return JdkProbe.ofThisMachine().signals(false);
  }

  /** The same, and page faults of {@code /proc/thread-self/stat}: about 7 us more per reading. */
  public static Signals probeWithFaults() {
    return JdkProbe.ofThisMachine().signals(true);
  }

  /**
   * CPU time by {@code ThreadMXBean} and nothing else, for less than a microsecond per reading.
   * Where the JVM does not measure it there is only the time.
   */
  public static Signals cpuTime() {
    return JdkProbe.ofThisMachine().cpuTime();
  }

  /**
   * Readings of another kind; {@code curtail-linux} has some.
   *
   * @param rungs what they have and what is missing, from the top of the ladder down
   */
  public static Signals of(ThreadReadings readings, List<Rung> rungs) {
    return new Signals(readings, rungs);
  }

  /** How threads read themselves. */
  public ThreadReadings readings() {
    return readings;
  }

  /** From the top of the ladder down; the last one is always there. */
  public List<Rung> rungs() {
    return rungs;
  }

  /** The rung of a counter, if the ladder has one for it. */
  public Optional<Rung> rung(Counter counter) {
    return rungs.stream().filter(rung -> rung.name().equals(counter.label())).findFirst();
  }

  /** What threads that serve requests publish. */
  public TagWords tags() {
    return tags;
  }

  /** The ladder, a line for each rung. */
  @Override
  public String toString() {
    return String.join("\n", rungs.stream().map(Rung::toString).toList());
  }
}
