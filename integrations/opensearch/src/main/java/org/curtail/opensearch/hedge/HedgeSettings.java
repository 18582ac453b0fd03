package org.curtail.opensearch.hedge;

import java.util.List;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.unit.TimeValue;

/** The settings of hedging. All are dynamic. */
public final class HedgeSettings {
  /** Whether slow queries of shards are sent to another copy too. */
  public static final Setting<Boolean> ENABLED =
      Setting.boolSetting("curtail.hedge.enabled", false, Property.NodeScope, Property.Dynamic);

  /** How many copies of a query a node may send for each query that it sends. */
  public static final Setting<Double> BUDGET =
      Setting.doubleSetting(
          "curtail.hedge.budget", 0.05, 0.001, 1, Property.NodeScope, Property.Dynamic);

  /** Which percentile of the times of queries is to be as low as can be. */
  public static final Setting<Double> PERCENTILE =
      Setting.doubleSetting(
          "curtail.hedge.percentile", 99, 50, 99.9, Property.NodeScope, Property.Dynamic);

  /** No copy is sent sooner. */
  public static final Setting<TimeValue> LEAST_DELAY =
      Setting.timeSetting(
          "curtail.hedge.least_delay",
          TimeValue.timeValueMillis(1),
          TimeValue.ZERO,
          Property.NodeScope,
          Property.Dynamic);

  /** Whether queries of an index may be hedged. */
  public static final Setting<Boolean> INDEX_ENABLED =
      Setting.boolSetting(
          "index.curtail.hedge.enabled", true, Property.IndexScope, Property.Dynamic);

  private HedgeSettings() {}

  /** All of them. */
  public static List<Setting<?>> all() {
    return List.of(ENABLED, BUDGET, PERCENTILE, LEAST_DELAY, INDEX_ENABLED);
  }
}
