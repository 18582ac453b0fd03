package org.curtail.signals;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The readings of threads that this machine allows, with their costs. The readings form a ladder,
 * from counters of the processor down to tags and wall time. A missing rung only makes a diagnosis
 * less exact.
 *
 * <p>{@code Setup.signals} gives signals to an engine. The engine's threads then publish their
 * activity in {@link #tags}. Threads also read themselves when they come to a request and when they
 * leave it. Give each engine its own signals, because each engine numbers its own requests. Safe
 * for all threads.
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

  /**
   * As {@link #probe()}, and also page faults from {@code /proc/thread-self/stat}. A reading takes
   * about 7 us more.
   */
  public static Signals probeWithFaults() {
    return JdkProbe.ofThisMachine().signals(true);
  }

  /**
   * Returns signals with CPU time by {@code ThreadMXBean} only. A reading takes less than a
   * microsecond. If the JVM does not measure CPU time, a reading has only the moment.
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
   * Returns readings of counters. Each reading belongs to one moment: a thread that was interrupted
   * while it read itself reads again.
   *
   * @param ofThread makes a reader of counters for the current thread alone. The reader writes each
   *     {@link Counter} at its {@link Counter#place}; an unavailable one stays -1. The reader
   *     throws nothing and, if possible, allocates nothing
   * @param nanoClock {@code System::nanoTime}, except in tests
   * @param rungs available and missing ones, from the top of the ladder down
   */
  public static Signals ofCounters(
      Supplier<? extends Consumer<long[]>> ofThread, LongSupplier nanoClock, List<Rung> rungs) {
    return new Signals(new BracketedReadings(ofThread, nanoClock), rungs);
  }

  /**
   * Readings of the current thread. A reading throws nothing. On a virtual thread it has only the
   * moment.
   */
  public Supplier<ThreadReading> readings() {
    return readings;
  }

  /** The rungs from the top of the ladder down; the last one is always available. */
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

  /** Describes the ladder, in a line for each rung. */
  @Override
  public String toString() {
    return String.join("\n", rungs.stream().map(Rung::toString).toList());
  }

  /**
   * One kind of signal, with its availability on this machine and the cost of a reading.
   *
   * @param name the name in words, for example {@code CPU time}
   * @param reason source of an available signal; otherwise the reason why it is missing
   * @param costNanos approximate cost of one reading; -1 if unavailable or not measured
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

    /** An available rung. */
    public static Rung available(String name, String source, long costNanos) {
      return new Rung(name, true, source, costNanos);
    }

    /** A missing rung. */
    public static Rung missing(String name, String reason) {
      return new Rung(name, false, reason, -1);
    }

    /** Describes this rung in one line. */
    @Override
    public String toString() {
      String cost = costNanos < 0 ? "" : " (%,d ns)".formatted(costNanos);
      return available
          ? "%s: %s%s".formatted(name, reason, cost)
          : "%s: not available, because %s".formatted(name, reason);
    }
  }
}
