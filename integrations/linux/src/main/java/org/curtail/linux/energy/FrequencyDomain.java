package org.curtail.linux.energy;

import java.util.List;
import java.util.OptionalLong;
import org.curtail.linux.Cores;

/**
 * Cores that share a clock: a policy of cpufreq. Immutable.
 *
 * @param number of the policy, that of its first core as a rule
 * @param cores that are online
 * @param driver of cpufreq
 * @param governor who chose the clock when this was read
 * @param minKHz the lowest clock that could be chosen then, in kHz
 * @param maxKHz the highest, above {@code minKHz}
 * @param stepsKHz the clocks that there are from {@code minKHz} to {@code maxKHz}, ascending; empty
 *     if it can be any between them
 * @param changeNanos what a change of clock takes by the driver's word, in ns; empty if it says
 *     none
 * @param preferences what {@link ClockControl#prefer} takes; empty if the processor has no such
 *     thing
 * @param way how the clock can be set
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
    ClockWay way) {
  static final String FOLDER = "/sys/devices/system/cpu/cpufreq";

  public FrequencyDomain {
    stepsKHz = List.copyOf(stepsKHz);
    preferences = List.copyOf(preferences);
    if (minKHz < 1 || maxKHz <= minKHz) {
      throw new IllegalArgumentException(
          "minKHz must be at least 1 and maxKHz more than that: %d, %d".formatted(minKHz, maxKHz));
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

  /** The lowest clock that can be set, in kHz. */
  public long lowestKHz() {
    return stepsKHz.isEmpty() ? minKHz : stepsKHz.getFirst();
  }

  /** The highest, in kHz. */
  public long highestKHz() {
    return stepsKHz.isEmpty() ? maxKHz : stepsKHz.getLast();
  }

  /** Whether a clock can be set. */
  boolean has(long kHz) {
    return stepsKHz.isEmpty() ? kHz >= minKHz && kHz <= maxKHz : stepsKHz.contains(kHz);
  }
}
