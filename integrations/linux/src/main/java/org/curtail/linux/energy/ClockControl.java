package org.curtail.linux.energy;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * Sets the clocks of this machine, and gives them back: when it is closed, when the JVM exits, and
 * after a kill when the next process takes the clocks. Clocks belong to the whole machine, so one
 * process can have them at a time. Safe for all threads; a virtual one cannot take them.
 *
 * <p>To set a clock takes some writes and reads of files, tens of microseconds and more by the
 * driver; until the clock has changed can take half a millisecond more. It takes root as a rule.
 *
 * <p>What each file held before stands in a state file before anything is changed. A file gets that
 * back, unless somebody else has changed it since: then it stays as it is, and a warning says so. A
 * restart of the machine resets all clocks, so a state file from before it counts for nothing.
 *
 * <pre>{@code
 * switch (ClockControl.take()) {
 *   case Available<ClockControl>(ClockControl control) -> {
 *     FrequencyDomain domain = control.clocks().of(core).orElseThrow();
 *     control.set(domain, domain.lowestKHz());
 *   }
 *   case Unavailable<ClockControl>(String reason) -> log("no choice of clock, because " + reason);
 * }
 * }</pre>
 *
 * <p>Source: {@code Documentation/admin-guide/pm/cpufreq.rst} of the kernel.
 */
public final class ClockControl implements AutoCloseable {
  /** Emptied by a restart of the machine, which resets clocks too; only root writes there. */
  private static final Path STATE_FILE = Path.of("/run/curtail-clocks.state");

  private static final Logger LOGGER = System.getLogger("org.curtail");

  private final Clocks clocks;
  private final ClockSettings settings;
  private final StateFile state;
  private final double slowdown;
  private final Consumer<String> warnings;
  private final Thread hook = new Thread(this::giveBack, "curtail-clocks");
  private boolean closed;

  private ClockControl(
      Clocks clocks,
      ClockSettings settings,
      StateFile state,
      double slowdown,
      Consumer<String> warnings) {
    this.clocks = clocks;
    this.settings = settings;
    this.state = state;
    this.slowdown = slowdown;
    this.warnings = warnings;
  }

  /**
   * Gives back what a killed process left, takes the clocks of the cores that the process may use,
   * sets all to the highest, and tries whether they have an effect. Keeps the state in {@code
   * /run/curtail-clocks.state}. Takes some tenths of a second; for once at the start.
   *
   * @return the clocks; unavailable, with the reason, and then nothing is changed
   */
  public static Availability<ClockControl> take() {
    return take(STATE_FILE);
  }

  /**
   * As {@link #take()}, with the state file in another place.
   *
   * @param stateFile the same for all processes that take the clocks of this machine; must outlive
   *     the process, so it must not lie in a container that ends with it; its folder must be there
   */
  public static Availability<ClockControl> take(Path stateFile) {
    return ClockMachine.ofThisMachine()
        .then(machine -> take(machine, stateFile, ClockControl::warn));
  }

  /**
   * Gives back what a killed process left, and takes no clocks.
   *
   * @return a sentence for each file that was restored, none if nothing was left; unavailable if a
   *     process has the clocks, or if something cannot be given back, and then the state file stays
   */
  public static Availability<List<String>> restoreAfterKill() {
    return restoreAfterKill(STATE_FILE);
  }

  /** As {@link #restoreAfterKill()}, with the state file that was given to {@link #take(Path)}. */
  public static Availability<List<String>> restoreAfterKill(Path stateFile) {
    return SystemFiles.ofThisMachine()
        .then(files -> restoreAfterKill(files, stateFile, ClockControl::warn));
  }

  private static void warn(String warning) {
    LOGGER.log(Level.WARNING, warning);
  }

  static Availability<List<String>> restoreAfterKill(
      SystemFiles files, Path stateFile, Consumer<String> warnings) {
    if (!StateFile.isThere(stateFile)) {
      return new Available<>(List.of());
    }
    return LeftOver.bootId(files)
        .then(bootId ->
            StateFile.lock(stateFile)
                .then(state -> {
                  try (StateFile locked = state) {
                    return LeftOver.restore(files, locked, bootId, warnings);
                  }
                }));
  }

  static Availability<ClockControl> take(
      ClockMachine machine, Path stateFile, Consumer<String> warnings) {
    // Without a choice of clock nothing can be left over either, and no file need be made.
    if (!StateFile.isThere(stateFile)
        && machine.settable() instanceof Unavailable<Clocks>(String reason)) {
      return new Unavailable<>(reason);
    }
    return LeftOver.bootId(machine.files())
        .then(bootId ->
            StateFile.lock(stateFile)
                .then(state -> {
                  Availability<ClockControl> taken = new Unavailable<>("an error");
                  try {
                    taken =
                        LeftOver.restore(machine.files(), state, bootId, warnings)
                            .then(restored -> machine.settable())
                            .then(clocks -> take(machine, state, bootId, clocks, warnings));
                  } finally {
                    if (taken instanceof Unavailable<ClockControl>) {
                      state.close();
                    }
                  }
                  return taken;
                }));
  }

  private static Availability<ClockControl> take(
      ClockMachine machine,
      StateFile state,
      String bootId,
      Clocks clocks,
      Consumer<String> warnings) {
    return BorrowedSettings.borrow(machine.files(), state, bootId, clocks.domains())
        .then(borrowed -> {
          var settings = new ClockSettings(machine.files(), borrowed, clocks);
          Availability<ClockControl> started =
              settings
                  .start(machine.check())
                  .then(slowdown ->
                      hooked(new ClockControl(clocks, settings, state, slowdown, warnings)));
          if (started instanceof Unavailable<ClockControl>) {
            LeftOver.finish(settings.giveBack(), state, warnings);
          }
          return started;
        });
  }

  private static Availability<ClockControl> hooked(ClockControl control) {
    try {
      Runtime.getRuntime().addShutdownHook(control.hook);
      return new Available<>(control);
    } catch (IllegalStateException e) {
      return new Unavailable<>("the JVM is shutting down");
    }
  }

  /** The clocks that were taken, as they were found. */
  public Clocks clocks() {
    return clocks;
  }

  /**
   * How many times as long work without memory took at the lowest clock of the domain with the
   * widest range as at its highest, when the clocks were taken.
   */
  public double slowdown() {
    return slowdown;
  }

  /**
   * Sets the clock of a domain.
   *
   * @param kHz a clock of {@link FrequencyDomain#stepsKHz}, or between the domain's lowest and
   *     highest if it has no steps
   * @return what the kernel has then, in kHz, which is less while a hot processor throttles;
   *     unavailable if it refuses, or if this is closed
   * @throws IllegalArgumentException if the domain is none of {@link #clocks}, or has no such clock
   */
  public synchronized Availability<Long> set(FrequencyDomain domain, long kHz) {
    check(domain);
    if (!domain.has(kHz)) {
      throw new IllegalArgumentException(
          "kHz must be a clock of policy %d, %s: %d"
              .formatted(
                  domain.number(),
                  domain.stepsKHz().isEmpty()
                      ? "from %d to %d".formatted(domain.minKHz(), domain.maxKHz())
                      : "one of " + domain.stepsKHz(),
                  kHz));
    }
    return open().then(open -> settings.set(domain, kHz));
  }

  /**
   * Tells a processor that chooses clocks itself how it shall weigh speed against energy.
   *
   * @param preference one of {@link FrequencyDomain#preferences}, such as {@code balance_power}
   * @return what the kernel has then; unavailable if it refuses, or if this is closed
   * @throws IllegalArgumentException if the domain is none of {@link #clocks}, or has no such
   *     preference
   */
  public synchronized Availability<String> prefer(FrequencyDomain domain, String preference) {
    check(domain);
    if (!domain.preferences().contains(preference)) {
      throw new IllegalArgumentException(
          "preference must be one of policy %d, %s: %s"
              .formatted(domain.number(), domain.preferences(), preference));
    }
    return open().then(open -> settings.prefer(domain, preference));
  }

  private void check(FrequencyDomain domain) {
    if (!clocks.domains().contains(domain)) {
      throw new IllegalArgumentException("domain must be one of these clocks: " + domain);
    }
  }

  private Availability<ClockControl> open() {
    return closed ? new Unavailable<>("the clocks were given back") : new Available<>(this);
  }

  /**
   * Gives the clocks back; a second time changes nothing. What cannot be restored is said by a
   * warning, and stays in the state file for the next process.
   */
  @Override
  public void close() {
    giveBack();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook finds nothing left to do.
    }
  }

  private synchronized void giveBack() {
    if (!closed) {
      closed = true;
      try (StateFile held = state) {
        LeftOver.finish(settings.giveBack(), held, warnings);
      }
    }
  }
}
