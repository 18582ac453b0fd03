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
 * Sets the clocks of this machine and restores them: on close, or at the JVM's exit. After a kill,
 * the next process that takes the clocks restores them. Clocks belong to the whole machine, so only
 * one process at a time can have them. Thread-safe; virtual threads cannot take them.
 *
 * <p>Setting a clock takes some reads and writes of files, tens of microseconds and more, depending
 * on the driver. The clock itself may need another half a millisecond to change. Usually it
 * requires root.
 *
 * <p>A state file has the former content of each file before any change. Restoring writes it back.
 * If another program has changed the file since, it stays, with a warning. A restart of the machine
 * resets all clocks, so an older state file is ignored.
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
  /** Path that a restart of the machine deletes, as it resets clocks; only root can write there. */
  private static final Path STATE_FILE = Path.of("/run/curtail-clocks.state");

  private static final Logger LOGGER = System.getLogger("org.curtail");

  private final Clocks clocks;
  private final ClockSettings settings;
  private final StateFile state;
  private final double slowdown;
  private final Consumer<String> warnings;
  private final Thread hook = new Thread(this::restore, "curtail-clocks");
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
   * Takes the clocks of the cores that the process may use. This method first restores clocks of a
   * killed process. Then it sets all clocks to the highest, and checks that they have an effect.
   * The state file is {@code /run/curtail-clocks.state}. Takes some tenths of a second; meant for
   * startup.
   *
   * @return the clocks; unavailable, with the reason, and then nothing is changed
   */
  public static Availability<ClockControl> take() {
    return take(STATE_FILE);
  }

  /**
   * Takes the clocks with another state file; see {@link #take()}.
   *
   * @param stateFile the same for all processes that take the clocks of this machine. The state
   *     file must outlive the process, so it must not be in a container that ends with it. The
   *     state file's folder must exist
   */
  public static Availability<ClockControl> take(Path stateFile) {
    return ClockMachine.ofThisMachine()
        .then(machine -> take(machine, stateFile, ClockControl::warn));
  }

  /**
   * Restores the clocks of a killed process, and takes no clocks.
   *
   * @return a sentence for each restored file, none if nothing was changed; unavailable if a
   *     process has the clocks, or if a file cannot be restored; the state file then stays
   */
  public static Availability<List<String>> restoreAfterKill() {
    return restoreAfterKill(STATE_FILE);
  }

  /**
   * Restores the clocks with the state file of {@link #take(Path)}; see {@link
   * #restoreAfterKill()}.
   */
  public static Availability<List<String>> restoreAfterKill(Path stateFile) {
    return SystemFiles.ofThisMachine()
        .then(files -> restoreAfterKill(files, stateFile, ClockControl::warn));
  }

  private static void warn(String warning) {
    LOGGER.log(Level.WARNING, warning);
  }

  static Availability<List<String>> restoreAfterKill(
      SystemFiles files, Path stateFile, Consumer<String> warnings) {
    if (!StateFile.exists(stateFile)) {
      return new Available<>(List.of());
    }
    return StateRestore.bootId(files)
        .then(bootId ->
            StateFile.lock(stateFile)
                .then(state -> {
                  try (StateFile locked = state) {
                    return StateRestore.restore(files, locked, bootId, warnings);
                  }
                }));
  }

  static Availability<ClockControl> take(
      ClockMachine machine, Path stateFile, Consumer<String> warnings) {
    // Without a choice of clock there is nothing to restore, and no file is created.
    if (!StateFile.exists(stateFile)
        && machine.settable() instanceof Unavailable<Clocks>(String reason)) {
      return new Unavailable<>(reason);
    }
    return StateRestore.bootId(machine.files())
        .then(bootId ->
            StateFile.lock(stateFile)
                .then(state -> {
                  Availability<ClockControl> taken = new Unavailable<>("an error");
                  try {
                    taken =
                        StateRestore.restore(machine.files(), state, bootId, warnings)
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
    return TemporarySettings.borrow(machine.files(), state, bootId, clocks.domains())
        .then(borrowed -> {
          var settings = new ClockSettings(machine.files(), borrowed, clocks);
          Availability<ClockControl> started =
              settings
                  .start(machine.check())
                  .then(slowdown ->
                      hooked(new ClockControl(clocks, settings, state, slowdown, warnings)));
          if (started instanceof Unavailable<ClockControl>) {
            StateRestore.finish(settings.restore(), state, warnings);
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

  /** Clocks in their state before they were taken. */
  public Clocks clocks() {
    return clocks;
  }

  /**
   * Duration of work without memory access at the lowest clock relative to the highest, in the
   * domain with the widest range, measured when the clocks were taken.
   */
  public double slowdown() {
    return slowdown;
  }

  /**
   * Sets the clock of a domain.
   *
   * @param kHz a clock of {@link FrequencyDomain#stepsKHz}, or between the domain's lowest and
   *     highest if it has no steps
   * @return the kernel's resulting value in kHz, which is less while a hot processor throttles;
   *     unavailable if the kernel refuses, or if this is closed
   * @throws IllegalArgumentException if the domain is not one of {@link #clocks}, or lacks this
   *     clock
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
   * Sets the preference between speed and energy of a processor that chooses clocks itself.
   *
   * @param preference one of {@link FrequencyDomain#preferences}, such as {@code balance_power}
   * @return the kernel's resulting value; unavailable if the kernel refuses, or if this is closed
   * @throws IllegalArgumentException if the domain is not one of {@link #clocks}, or lacks this
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
    return closed ? new Unavailable<>("the clocks were restored") : new Available<>(this);
  }

  /**
   * Restores the clocks; a second call changes nothing. A warning names each value that cannot be
   * restored. Such a value stays in the state file for the next process.
   */
  @Override
  public void close() {
    restore();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is shutting down. The hook then has nothing to do.
    }
  }

  private synchronized void restore() {
    if (!closed) {
      closed = true;
      try (StateFile held = state) {
        StateRestore.finish(settings.restore(), held, warnings);
      }
    }
  }
}
