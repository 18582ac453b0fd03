package org.curtail.traces.instances;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Visits to an instance of a service over time, beside those to the other instances of the service.
 *
 * @param service name of the service
 * @param instance name of the instance
 * @param slots visits in each slot of time
 * @param excess share of slow visits beyond that of the others; null without others
 */
public record InstanceVisits(
    String service, String instance, List<Slot> slots, @Nullable Excess excess) {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Two-sided level of all findings together. */
  private static final double LEVEL = 0.05;

  public InstanceVisits {
    slots = List.copyOf(slots);
  }

  /**
   * A slot of time.
   *
   * @param visits number of visits that began in the slot
   * @param slow number of slow visits
   * @param isHot true if more visits are slow than at the other instances in this slot
   */
  public record Slot(int visits, int slow, boolean isHot) {
    /** Share of slow visits; 0 without visits. */
    public double share() {
      return visits == 0 ? 0 : (double) slow / visits;
    }
  }

  /**
   * Share of slow visits in excess of the other instances, weighted by the visits of both in each
   * slot.
   *
   * @param ofOthers share of the others
   * @param more excess
   * @param low lower end of the 95 % interval of the excess
   * @param high upper end of the 95 % interval of the excess
   * @param isShown true if chance among as many instances does not explain the excess
   */
  public record Excess(double ofOthers, double more, double low, double high, boolean isShown) {}

  /** Number of visits. */
  public int visits() {
    return slots.stream().mapToInt(Slot::visits).sum();
  }

  /** Share of slow visits. */
  public double share() {
    return (double) slots.stream().mapToInt(Slot::slow).sum() / visits();
  }

  /** True if the instance is slow more often than the others, always or in some slots. */
  public boolean isFlaky() {
    return (excess != null && excess.isShown()) || slots.stream().anyMatch(Slot::isHot);
  }

  /** Returns the deviations beyond which one of so many figures is no chance. */
  static double deviations(int figures) {
    return NORMAL.inverseCumulativeProbability(1 - LEVEL / 2 / Math.max(1, figures));
  }
}
