package org.curtail.linux.energy;

import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;

/**
 * The files of a cpufreq policy.
 *
 * @param number number of the policy
 */
record DomainFiles(SystemFiles files, int number) {
  static final String USERSPACE = "userspace";

  /** Value of drivers that do not report the time of a change: CPUFREQ_ETERNAL. */
  private static final long UNKNOWN_NANOS = 0xffff_ffffL;

  private String path(String file) {
    return FrequencyDomain.folder(number) + "/" + file;
  }

  private Availability<String> text(String file) {
    return files.read(path(file));
  }

  /** The words of a file; empty if it is missing. */
  private List<String> words(String file) {
    return switch (text(file)) {
      case Available<String>(String text) ->
          Stream.of(text.split("\\s+")).filter(word -> !word.isEmpty()).toList();
      case Unavailable<String> none -> List.of();
    };
  }

  private Availability<Long> kHz(String file) {
    return KernelNumber.read(files, path(file), 1);
  }

  /** True if all its cores are offline. The domain's other files are then unreadable. */
  boolean isOffline() {
    return text("affected_cpus").equals(new Available<>(""));
  }

  /** Reads the domain. */
  Availability<FrequencyDomain> domain() {
    return CoreList.read(files, path("affected_cpus"))
        .then(cores ->
            text("scaling_driver")
                .then(driver ->
                    text(Setting.GOVERNOR.file())
                        .then(governor ->
                            kHz(Setting.LEAST.file())
                                .then(minKHz ->
                                    kHz(Setting.MOST.file())
                                        .then(maxKHz ->
                                            domain(cores, driver, governor, minKHz, maxKHz))))));
  }

  private Availability<FrequencyDomain> domain(
      Cores cores, String driver, String governor, long minKHz, long maxKHz) {
    if (maxKHz <= minKHz) {
      return new Unavailable<>(
          "%s leaves no choice of clock: the limits are %d and %d kHz"
              .formatted(FrequencyDomain.folder(number), minKHz, maxKHz));
    }
    return steps(minKHz, maxKHz)
        .then(stepsKHz ->
            new Available<>(
                new FrequencyDomain(
                    number,
                    cores,
                    driver,
                    governor,
                    minKHz,
                    maxKHz,
                    stepsKHz,
                    changeNanos(),
                    preferences(),
                    method(governor))));
  }

  /**
   * Preferences without "default". The preference "default" reads back as another word, so that its
   * writer would be unknown.
   */
  private List<String> preferences() {
    return words("energy_performance_available_preferences").stream()
        .filter(preference -> !preference.equals("default"))
        .toList();
  }

  /** Clocks of the driver's table within the limits; empty without a table. */
  private Availability<List<Long>> steps(long minKHz, long maxKHz) {
    String file = "scaling_available_frequencies";
    var stepsKHz = new TreeSet<Long>();
    List<String> words = words(file);
    for (String word : words) {
      switch (KernelNumber.parse(path(file), word, 1)) {
        case Available<Long>(Long kHz) -> stepsKHz.add(kHz);
        case Unavailable<Long>(String reason) -> {
          return new Unavailable<>(reason);
        }
      }
    }
    stepsKHz.removeIf(kHz -> kHz < minKHz || kHz > maxKHz);
    return words.isEmpty() || stepsKHz.size() > 1
        ? new Available<>(List.copyOf(stepsKHz))
        : new Unavailable<>(
            "%s leaves no choice of clock: within %d and %d kHz its table has %s"
                .formatted(FrequencyDomain.folder(number), minKHz, maxKHz, stepsKHz));
  }

  private OptionalLong changeNanos() {
    return switch (KernelNumber.read(files, path("cpuinfo_transition_latency"), 1)) {
      case Available<Long>(Long nanos) when nanos != UNKNOWN_NANOS -> OptionalLong.of(nanos);
      case Available<Long> unknown -> OptionalLong.empty();
      case Unavailable<Long> none -> OptionalLong.empty();
    };
  }

  private ClockMethod method(String governor) {
    return governor.equals(USERSPACE) || words("scaling_available_governors").contains(USERSPACE)
        ? ClockMethod.SETSPEED
        : ClockMethod.LIMITS;
  }
}
