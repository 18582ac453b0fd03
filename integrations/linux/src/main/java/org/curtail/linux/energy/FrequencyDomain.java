package org.curtail.linux.energy;

import java.util.List;
import java.util.OptionalLong;
import org.curtail.linux.Cores;

/**
 * Cores that share a clock: a policy of cpufreq. Immutable.
 *
 * @param number number of the policy, usually that of its first core
 * @param cores its online cores
 * @param driver driver of cpufreq
 * @param governor governor at the time of reading
 * @param minKHz lower limit of the clock at that time, in kHz
 * @param maxKHz upper limit, above {@code minKHz}
 * @param stepsKHz possible clocks from {@code minKHz} to {@code maxKHz}, ascending; empty if any
 *     clock between them is possible
 * @param changeNanos the driver's time for a change of clock, in ns; empty if unknown
 * @param preferences values for {@link ClockControl#prefer}; empty if the processor has none
 * @param method method to set the clock
 */
public record FrequencyDomain(
    int number,
    Cores cores,
    String driver,
    String governor,
    long minKHz,
    long maxKHz,
    List<Long> stepsKHz,
    OptionalLong changeNanos,
    List<String> preferences,
    ClockMethod method) {
  static final String FOLDER = "/sys/devices/system/cpu/cpufreq";

  public FrequencyDomain {
    stepsKHz = List.copyOf(stepsKHz);
    preferences = List.copyOf(preferences);
    if (minKHz < 1 || maxKHz <= minKHz) {
      throw new IllegalArgumentException(
          "minKHz must be at least 1 and less than maxKHz: %d, %d".formatted(minKHz, maxKHz));
    }
    long previous = minKHz - 1;
    for (long step : stepsKHz) {
      if (step <= previous || step > maxKHz) {
        throw new IllegalArgumentException(
            "stepsKHz must ascend from %d to at most %d: %s".formatted(minKHz, maxKHz, stepsKHz));
      }
      previous = step;
    }
  }

  static String folder(int number) {
    return FOLDER + "/policy" + number;
  }

  /** Lowest settable clock, in kHz. */
  public long lowestKHz() {
    return stepsKHz.isEmpty() ? minKHz : stepsKHz.getFirst();
  }

  /** Highest settable clock, in kHz. */
  public long highestKHz() {
    return stepsKHz.isEmpty() ? maxKHz : stepsKHz.getLast();
  }

  /** True if a clock can be set. */
  boolean has(long kHz) {
    return stepsKHz.isEmpty() ? kHz >= minKHz && kHz <= maxKHz : stepsKHz.contains(kHz);
  }
}
