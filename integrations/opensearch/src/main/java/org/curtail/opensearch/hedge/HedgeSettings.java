package org.curtail.opensearch.hedge;

import java.util.List;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.unit.TimeValue;

/** The settings of hedging. All are dynamic. */
public final class HedgeSettings {
  /** True if slow queries of shards are also sent to another copy. */
  public static final Setting<Boolean> ENABLED =
      Setting.boolSetting("curtail.hedge.enabled", false, Property.NodeScope, Property.Dynamic);

  /** Maximum number of copies that a node sends per query. */
  public static final Setting<Double> BUDGET =
      Setting.doubleSetting(
          "curtail.hedge.budget", 0.05, 0.001, 1, Property.NodeScope, Property.Dynamic);

  /** Percentile of the query times that hedging minimizes. */
  public static final Setting<Double> PERCENTILE =
      Setting.doubleSetting(
          "curtail.hedge.percentile", 99, 50, 99.9, Property.NodeScope, Property.Dynamic);

  /** Minimum delay of a copy. */
  public static final Setting<TimeValue> LEAST_DELAY =
      Setting.timeSetting(
          "curtail.hedge.least_delay",
          TimeValue.timeValueMillis(1),
          TimeValue.ZERO,
          Property.NodeScope,
          Property.Dynamic);

  /** True if queries of an index may be hedged. */
  public static final Setting<Boolean> INDEX_ENABLED =
      Setting.boolSetting(
          "index.curtail.hedge.enabled", true, Property.IndexScope, Property.Dynamic);

  private HedgeSettings() {}

  /** All settings of hedging. */
  public static List<Setting<?>> all() {
    return List.of(ENABLED, BUDGET, PERCENTILE, LEAST_DELAY, INDEX_ENABLED);
  }
}
