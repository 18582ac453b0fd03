package org.curtail.linux.energy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;

/**
 * The sysfs files of a machine, in memory, with the rules of cpufreq. A call can fail, or be the
 * last of a process that is killed, and another program can change files between two calls.
 */
final class FakeSysfs implements SystemFiles {
  /** The kinds of fault at a call. */
  enum Fault {
    NONE,
    FAILS,
    FAILS_FROM_NOW_ON,
    KILLED_BEFORE,
    KILLED_AFTER
  }

  /** The process was killed; nothing catches this. */
  static final class Killed extends Error {}

  static final String CPUS = "/sys/devices/system/cpu/";
  static final String UNSUPPORTED = "<unsupported>";
  private static final double CYCLES = 1e12;

  final Map<String, String> files = new TreeMap<>();
  final Set<String> readOnly = new HashSet<>();
  private final Map<Integer, Runnable> meanwhile = new HashMap<>();
  private int faultyCall = -1;
  private Fault fault = Fault.NONE;
  private boolean dead;
  private int calls;
  private long throttleKHz = Long.MAX_VALUE;

  FakeSysfs() {
    files.put("/proc/sys/kernel/random/boot_id", "0b5c6f0e-1111-4222-8333-444455556666");
  }

  /** Two domains of two cores each, with a table of clocks and the governor {@code userspace}. */
  static FakeSysfs withTable() {
    var tree = new FakeSysfs();
    tree.put(CPUS + "online", "0-3");
    for (int policy : List.of(0, 2)) {
      tree.policy(policy, "%d %d".formatted(policy, policy + 1), "acpi-cpufreq", "schedutil");
      tree.put(policy, "scaling_available_frequencies", "2400000 2000000 1600000 1200000 800000");
      tree.put(
          policy,
          "scaling_available_governors",
          "conservative ondemand userspace powersave performance schedutil");
      tree.put(policy, "scaling_setspeed", UNSUPPORTED);
      tree.put(policy, "cpuinfo_transition_latency", "10000");
    }
    return tree;
  }

  /** The same machine, whose clocks another program has already set. */
  static FakeSysfs withChosenClocks() {
    FakeSysfs tree = withTable();
    for (int policy : List.of(0, 2)) {
      tree.put(policy, "scaling_governor", "userspace");
      tree.put(policy, "scaling_setspeed", "1600000");
    }
    return tree;
  }

  /** Two domains of one core each, without a table, whose processor takes hints. */
  static FakeSysfs withLimits() {
    var tree = new FakeSysfs();
    tree.put(CPUS + "online", "0-1");
    for (int policy : List.of(0, 1)) {
      tree.policy(policy, "" + policy, "intel_pstate", "powersave");
      tree.put(policy, "scaling_available_governors", "performance powersave");
      tree.put(policy, "scaling_setspeed", UNSUPPORTED);
      tree.put(policy, "cpuinfo_transition_latency", "4294967295");
      tree.put(policy, "energy_performance_preference", "balance_performance");
      tree.put(
          policy,
          "energy_performance_available_preferences",
          "default performance balance_performance balance_power power");
    }
    return tree;
  }

  private void policy(int policy, String cores, String driver, String governor) {
    put(policy, "affected_cpus", cores);
    put(policy, "scaling_driver", driver);
    put(policy, "scaling_governor", governor);
    put(policy, "scaling_min_freq", "800000");
    put(policy, "scaling_max_freq", "2400000");
    put(policy, "cpuinfo_min_freq", "800000");
    put(policy, "cpuinfo_max_freq", "2400000");
  }

  void put(String path, String text) {
    files.put(path, text);
  }

  void put(int policy, String file, String text) {
    files.put(path(policy, file), text);
  }

  String get(int policy, String file) {
    return String.valueOf(files.get(path(policy, file)));
  }

  static String path(int policy, String file) {
    return CPUS + "cpufreq/policy" + policy + "/" + file;
  }

  /** Makes a call fail, counted from 0. */
  FakeSysfs failing(int call, Fault how) {
    faultyCall = call;
    fault = how;
    return this;
  }

  /** Makes a change by another program just before a call, counted from 0. */
  void meanwhile(int call, Runnable change) {
    meanwhile.put(call, change);
  }

  /** Sets the limit of a processor that is too hot. */
  void throttle(long kHz) {
    throttleKHz = kHz;
  }

  int calls() {
    return calls;
  }

  /** Ends all faults, as for a new process. */
  void heal() {
    failing(-1, Fault.NONE);
    dead = false;
    meanwhile.clear();
  }

  /** The clock of a domain's cores under load. */
  private long clockKHz(int policy) {
    long mostKHz = Math.min(throttleKHz, Long.parseLong(get(policy, "scaling_max_freq")));
    return get(policy, "scaling_governor").equals("userspace")
        ? Math.min(mostKHz, Long.parseLong(get(policy, "scaling_setspeed")))
        : mostKHz;
  }

  /** The duration of the work at the clock of these cores. */
  private Availability<Double> workNanos(Cores cores) {
    return Stream.of(0, 1, 2, 3)
        .filter(policy ->
            List.of(get(policy, "affected_cpus").split(" "))
                .contains("" + cores.numbers().getFirst()))
        .findFirst()
        .<Availability<Double>>map(policy -> new Available<>(CYCLES / clockKHz(policy)))
        .orElseGet(() -> new Unavailable<>("no such core: " + cores));
  }

  /** The machine; the process may use all cores. */
  ClockMachine machine() {
    return machine(this::workNanos);
  }

  /** The machine, with the test's own measure of speed. */
  ClockMachine machine(SpeedCheck check) {
    return new ClockMachine(this, new Unavailable<>("it is not asked"), check);
  }

  private <T> Availability<T> call(Supplier<Availability<T>> effect) {
    int call = calls++;
    if (dead) {
      return new Unavailable<>("the process is gone");
    }
    meanwhile.getOrDefault(call, () -> {}).run();
    boolean isFaulty = call == faultyCall;
    return switch (fault) {
      case NONE -> effect.get();
      case FAILS -> isFaulty ? new Unavailable<>("call %d failed".formatted(call)) : effect.get();
      case FAILS_FROM_NOW_ON ->
          faultyCall >= 0 && call >= faultyCall
              ? new Unavailable<>("call %d failed".formatted(call))
              : effect.get();
      case KILLED_BEFORE -> {
        if (isFaulty) {
          throw killed();
        }
        yield effect.get();
      }
      case KILLED_AFTER -> {
        Availability<T> answer = effect.get();
        if (isFaulty) {
          throw killed();
        }
        yield answer;
      }
    };
  }

  private Killed killed() {
    dead = true;
    return new Killed();
  }

  @Override
  public Availability<String> read(String path) {
    return call(() -> present(path).then(text -> new Available<>(throttled(path, text))));
  }

  private Availability<String> present(String path) {
    String text = files.get(path);
    return text == null ? new Unavailable<>(path + " is not there") : new Available<>(text);
  }

  /** The text of a file, in which limits are those in force. */
  private String throttled(String path, String text) {
    boolean isLimit = path.endsWith("scaling_max_freq") || path.endsWith("scaling_min_freq");
    return isLimit && text.matches("\\d+")
        ? "" + Math.min(throttleKHz, Long.parseLong(text))
        : text;
  }

  @Override
  public Availability<String> write(String path, String value) {
    return call(() ->
        present(path)
            .then(before -> {
              if (readOnly.contains(path)) {
                return new Unavailable<>(path + ": Read-only file system; the value was " + value);
              }
              if (!isAccepted(path, value)) {
                return new Unavailable<>(path + ": Invalid argument; the value was " + value);
              }
              accept(path, value);
              return new Available<>(value);
            }));
  }

  /** Applies a write and its consequences. */
  void accept(String path, String value) {
    files.put(path, value);
    if (path.endsWith("/scaling_governor")) {
      files.put(
          sibling(path, "scaling_setspeed"),
          value.equals("userspace") ? beside(path, "scaling_min_freq") : UNSUPPORTED);
      if (value.equals("performance")) {
        files.computeIfPresent(
            sibling(path, "energy_performance_preference"), (file, before) -> "performance");
      }
    }
  }

  private static String sibling(String path, String file) {
    return path.substring(0, path.lastIndexOf('/') + 1) + file;
  }

  private String beside(String path, String file) {
    return String.valueOf(files.get(sibling(path, file)));
  }

  private boolean isAccepted(String path, String value) {
    return switch (path.substring(path.lastIndexOf('/') + 1)) {
      case "scaling_governor" ->
          List.of(beside(path, "scaling_available_governors").split(" ")).contains(value);
      case "scaling_setspeed" ->
          value.matches("\\d+") && beside(path, "scaling_governor").equals("userspace");
      case "scaling_min_freq" ->
          value.matches("\\d+")
              && Long.parseLong(value) <= Long.parseLong(beside(path, "scaling_max_freq"));
      case "scaling_max_freq" ->
          value.matches("\\d+")
              && Long.parseLong(value) >= Long.parseLong(beside(path, "scaling_min_freq"));
      case "energy_performance_preference" ->
          !beside(path, "scaling_governor").equals("performance")
              && List.of(beside(path, "energy_performance_available_preferences").split(" "))
                  .contains(value);
      default -> false;
    };
  }

  @Override
  public Availability<List<String>> list(String folder) {
    return call(() -> {
      List<String> names =
          files.keySet().stream()
              .filter(path -> path.startsWith(folder + "/"))
              .map(path -> path.substring(folder.length() + 1).split("/", 2)[0])
              .distinct()
              .toList();
      return names.isEmpty() ? new Unavailable<>(folder + " is not there") : new Available<>(names);
    });
  }

  @Override
  public boolean isWritable(String path) {
    return call(() -> readOnly.contains(path) ? new Unavailable<>("no") : present(path))
        instanceof Available<String>;
  }

  /** Writes these files below a folder. */
  void writeTo(Path root) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path place = root.resolve(file.getKey().substring(1));
      Files.createDirectories(place.getParent());
      Files.writeString(place, file.getValue() + "\n");
    }
  }
}
