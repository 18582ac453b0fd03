package org.curtail.linux.energy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;

/** The kernel's values for the speed of single cores, most informative first. */
enum CoreValue {
  /**
   * Work per second, 1024 for the fastest core: from the device tree, in newer kernels on x86 too.
   */
  CAPACITY("cpu_capacity", "capacity"),

  /** The firmware's own scale, which includes the kind of core and its clock. */
  PERFORMANCE("acpi_cppc/highest_perf", "performance"),

  /** Clock in kHz. Cores of another kind do more or less work per cycle. */
  CLOCK("cpufreq/cpuinfo_max_freq", "clock");

  /**
   * Ratio of neighbours in the order of speed below which they are in different classes. Some cores
   * of a kind are faster than others by a few percent, as the kernel reports. Kinds differ by 15
   * percent and more.
   */
  private static final double SAME_CLASS = 0.9;

  private final String file;
  private final String label;

  CoreValue(String file, String label) {
    this.file = file;
    this.label = label;
  }

  /** Path of the value's file of a core. */
  String path(int core) {
    return "/sys/devices/system/cpu/cpu%d/%s".formatted(core, file);
  }

  /** Returns the value of each core, greatest first. */
  Availability<Map<Integer, Long>> of(SystemFiles files, Cores cores) {
    Map<Integer, Long> values = new LinkedHashMap<>();
    for (int core : cores.numbers()) {
      switch (KernelNumber.read(files, path(core), 1)) {
        case Available<Long>(Long value) -> values.put(core, value);
        case Unavailable<Long>(String reason) -> {
          return new Unavailable<>(reason);
        }
      }
    }
    Map<Integer, Long> ordered = new LinkedHashMap<>();
    values.entrySet().stream()
        .sorted(Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder()))
        .forEachOrdered(entry -> ordered.put(entry.getKey(), entry.getValue()));
    return new Available<>(ordered);
  }

  /** Returns the classes by this value, fastest first, if there is more than one. */
  Availability<CoreClasses> classes(SystemFiles files, Cores cores) {
    return of(files, cores).then(values -> classes(values, cores));
  }

  private Availability<CoreClasses> classes(Map<Integer, Long> values, Cores cores) {
    var groups = new ArrayList<List<Integer>>();
    long previous = 0;
    for (Map.Entry<Integer, Long> one : values.entrySet()) {
      if (groups.isEmpty() || one.getValue() < SAME_CLASS * previous) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().add(one.getKey());
      previous = one.getValue();
    }
    if (groups.size() == 1) {
      return new Unavailable<>(alike(values, cores));
    }
    double fastest = mean(values, groups.getFirst());
    List<CoreClass> classes =
        groups.stream()
            .map(group ->
                new CoreClass(
                    label + "-" + values.get(group.getFirst()),
                    new Cores(group.stream().sorted().toList()),
                    OptionalDouble.of(mean(values, group) / fastest)))
            .toList();
    return new Available<>(new CoreClasses(classes, file));
  }

  private String alike(Map<Integer, Long> values, Cores cores) {
    long greatest = values.values().stream().mapToLong(Long::longValue).max().orElse(0);
    long least = values.values().stream().mapToLong(Long::longValue).min().orElse(0);
    return greatest == least
        ? "%s is %d for each of the cores %s".formatted(file, least, cores)
        : "%s of the cores %s, from %d to %d, has no gap between classes"
            .formatted(file, cores, least, greatest);
  }

  /** Mean value of some cores. */
  static double mean(Map<Integer, Long> values, List<Integer> cores) {
    return cores.stream().mapToLong(values::get).average().orElseThrow();
  }

  /** File name below the folder of a core. */
  String file() {
    return file;
  }
}
