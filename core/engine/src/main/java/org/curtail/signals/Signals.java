package org.curtail.signals;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The readings of threads that this machine allows, with their costs: a ladder from counters of the
 * processor down to tags and wall time. A missing rung only makes a diagnosis less exact.
 *
 * <p>An engine is given one by {@code Setup.signals}; then its threads publish their activity in
 * {@link #tags}, and read themselves when they come to a request and leave it. Give each engine its
 * own, since requests are numbered per engine. Safe for all threads.
 */
public final class Signals {
  private final Supplier<ThreadReading> readings;
  private final List<Rung> rungs;
  private final TagWords tags = new TagWords(TagWords.DEFAULT_SLOTS);

  private Signals(Supplier<ThreadReading> readings, List<Rung> rungs) {
    this.readings = requireNonNull(readings, "readings");
    this.rungs = List.copyOf(rungs);
  }

  /**
   * Returns the signals of the JDK alone: CPU time by {@code ThreadMXBean}, run-queue delay where
   * {@code /proc/thread-self/schedstat} can be read. Takes some milliseconds.
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
   * Returns signals of another kind; {@code curtail-linux} has some.
   *
   * @param rungs available and missing ones, from the top of the ladder down
   */
  public static Signals of(Supplier<ThreadReading> readings, List<Rung> rungs) {
    return new Signals(readings, rungs);
  }

  /**
   * Returns readings of counters, each of which belongs to one moment: a thread that was
   * interrupted while it read itself reads again.
   *
   * @param ofThread makes, on the current thread and for it alone, the reader of all its counters:
   *     each {@link Counter} into its {@link Counter#place}; an unavailable one stays -1. It throws
   *     nothing and, where possible, allocates nothing
   * @param nanoClock {@code System::nanoTime}, but in tests
   * @param rungs available and missing ones, from the top of the ladder down
   */
  public static Signals ofCounters(
      Supplier<? extends Consumer<long[]>> ofThread, LongSupplier nanoClock, List<Rung> rungs) {
    return new Signals(new BracketedReadings(ofThread, nanoClock), rungs);
  }

  /**
   * Readings of the current thread. Each throws nothing, and of a virtual thread has the time only.
   */
  public Supplier<ThreadReading> readings() {
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

  /** Tags of the threads that serve requests. */
  public TagWords tags() {
    return tags;
  }

  /** The ladder, a line for each rung. */
  @Override
  public String toString() {
    return String.join("\n", rungs.stream().map(Rung::toString).toList());
  }

  /**
   * One kind of signal: whether this machine gives it, and what one reading costs.
   *
   * @param name in words, for example {@code CPU time}
   * @param reason why it is not available; where it is, where it comes from
   * @param costNanos of one reading, about; -1 if it is not available or was not measured
   */
  public record Rung(String name, boolean available, String reason, long costNanos) {
    public Rung {
      requireNonNull(name, "name");
      if (reason.isBlank()) {
        throw new IllegalArgumentException("reason must say something: \"" + reason + "\"");
      }
      if (costNanos < -1) {
        throw new IllegalArgumentException("costNanos must be at least -1: " + costNanos);
      }
    }

    /** One that there is. */
    public static Rung available(String name, String source, long costNanos) {
      return new Rung(name, true, source, costNanos);
    }

    /** One that is missing. */
    public static Rung missing(String name, String reason) {
      return new Rung(name, false, reason, -1);
    }

    /** One line for people. */
    @Override
    public String toString() {
      String cost = costNanos < 0 ? "" : " (%,d ns)".formatted(costNanos);
      return available
          ? "%s: %s%s".formatted(name, reason, cost)
          : "%s: not available, because %s".formatted(name, reason);
    }
  }
}
