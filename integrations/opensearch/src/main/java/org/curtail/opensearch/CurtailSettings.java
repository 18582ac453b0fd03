package org.curtail.opensearch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.curtail.PriorityClass;
import org.curtail.opensearch.hedge.HedgeSettings;
import org.curtail.policies.Policies;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.unit.TimeValue;

/** The plugin's settings. Those that are dynamic change while the cluster runs. */
public final class CurtailSettings {
  /** The policy that learns by itself. */
  public static final String AUTOMATIC = "automatic";

  /** The mode that takes the best that can be. */
  static final String AUTO = "auto";

  private static final Set<String> MODES = Set.of(AUTO, "searcher", "executor", "off");

  /** Each holds memory, and has waited for too long long before. */
  static final int MOST_WAITING = 10_000;

  /**
   * How searches come to the engine: {@code searcher}, {@code executor}, {@code off}, or {@code
   * auto}. Static.
   */
  public static final Setting<String> MODE =
      new Setting<>("curtail.mode", AUTO, CurtailSettings::mode, Property.NodeScope);

  /** Whether searches run on the engine now. Dynamic. */
  public static final Setting<Boolean> ENABLED =
      Setting.boolSetting("curtail.enabled", true, Property.NodeScope, Property.Dynamic);

  /**
   * Which policy gives threads to searches: {@link #AUTOMATIC}, or one of {@link Policies} that
   * needs no predictions. Dynamic.
   */
  public static final Setting<String> POLICY =
      new Setting<>(
          "curtail.policy",
          AUTOMATIC,
          CurtailSettings::policy,
          Property.NodeScope,
          Property.Dynamic);

  /**
   * A profile of the node's searches, for policies that are made of one: a file in {@code curtail}
   * of its folder of configuration; empty for none. Static.
   */
  public static final Setting<String> PROFILE =
      Setting.simpleString("curtail.profile", Property.NodeScope);

  /** An interval table, for policies that follow one; where {@link #PROFILE} is. Static. */
  public static final Setting<String> TABLE =
      Setting.simpleString("curtail.table", Property.NodeScope);

  /** Whether query phases wait in front of OpenSearch's thread pool. Dynamic. */
  public static final Setting<Boolean> ADMISSION =
      Setting.boolSetting("curtail.admission.enabled", true, Property.NodeScope, Property.Dynamic);

  /**
   * Whether the header {@code X-Curtail-Class} says the class of a search. If not, only settings of
   * its index do: a header may be sent by anybody. Dynamic.
   */
  public static final Setting<Boolean> CLASS_HEADER =
      Setting.boolSetting(
          "curtail.admission.class_header", true, Property.NodeScope, Property.Dynamic);

  /** How many query phases may wait on a node; more are rejected. Dynamic. */
  public static final Setting<Integer> WAITING =
      Setting.intSetting(
          "curtail.admission.max_waiting",
          1_000,
          0,
          MOST_WAITING,
          Property.NodeScope,
          Property.Dynamic);

  /** For how long a query phase may wait; then it is rejected. Dynamic. */
  public static final Setting<TimeValue> TIMEOUT =
      Setting.timeSetting(
          "curtail.admission.timeout",
          TimeValue.timeValueSeconds(30),
          TimeValue.timeValueMillis(1),
          Property.NodeScope,
          Property.Dynamic);

  /**
   * From which time on a shard's query is slow, and is written to the log; -1 for never. Dynamic.
   */
  public static final Setting<TimeValue> SLOW =
      Setting.timeSetting(
          "curtail.slowlog.threshold",
          TimeValue.MINUS_ONE,
          TimeValue.MINUS_ONE,
          Property.NodeScope,
          Property.Dynamic);

  /** The class of searches of an index whose requests do not say one. Dynamic. */
  public static final Setting<PriorityClass> INDEX_CLASS =
      new Setting<>(
          "index.curtail.class",
          "normal",
          name -> QueryTerms.priorityClass("index.curtail.class", name),
          Property.IndexScope,
          Property.Dynamic);

  /**
   * How many threads a search of a shard of an index has at most; 0 as the policy says. Dynamic.
   */
  public static final Setting<Integer> INDEX_MOST_THREADS =
      Setting.intSetting("index.curtail.max_threads", 0, 0, Property.IndexScope, Property.Dynamic);

  private CurtailSettings() {}

  static List<Setting<?>> all() {
    var all =
        new ArrayList<Setting<?>>(
            List.of(
                MODE,
                ENABLED,
                POLICY,
                PROFILE,
                TABLE,
                ADMISSION,
                CLASS_HEADER,
                WAITING,
                TIMEOUT,
                SLOW,
                INDEX_CLASS,
                INDEX_MOST_THREADS));
    all.addAll(HedgeSettings.all());
    return all;
  }

  private static String mode(String name) {
    if (MODES.contains(name)) {
      return name;
    }
    throw new IllegalArgumentException(
        "[curtail.mode]: expected auto, searcher, executor or off, found " + name);
  }

  /**
   * Numbers in the name of a policy that is made of a profile or a table are checked where those
   * are known: {@link PolicyChoice}.
   */
  private static String policy(String name) {
    if (name.equals(AUTOMATIC)) {
      return name;
    }
    try {
      if (!Policies.needsPrediction(name)) {
        if (Policies.needs(name).isEmpty()) {
          Policies.named(name, Policies.Ingredients.NONE);
        }
        return name;
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[curtail.policy]: " + e.getMessage(), e);
    }
    throw new IllegalArgumentException(
        "[curtail.policy]: expected automatic, or a policy that needs no predictions, found "
            + name);
  }
}
