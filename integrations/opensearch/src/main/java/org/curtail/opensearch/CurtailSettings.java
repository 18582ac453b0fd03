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

/** The plugin's settings. Dynamic settings can change while the cluster runs. */
public final class CurtailSettings {
  /** Name of the policy that learns by itself. */
  public static final String AUTOMATIC = "automatic";

  /** Name of the mode that chooses between searcher and executor. */
  static final String AUTO = "auto";

  private static final Set<String> MODES = Set.of(AUTO, "searcher", "executor", "off");

  /**
   * Upper limit of waiting query phases: each holds memory, and long before has waited too long.
   */
  static final int MOST_WAITING = 10_000;

  /**
   * The way from searches to the engine: {@code searcher}, {@code executor}, {@code off}, or {@code
   * auto}. Static.
   */
  public static final Setting<String> MODE =
      new Setting<>("curtail.mode", AUTO, CurtailSettings::mode, Property.NodeScope);

  /** True if searches run on the engine now. Dynamic. */
  public static final Setting<Boolean> ENABLED =
      Setting.boolSetting("curtail.enabled", true, Property.NodeScope, Property.Dynamic);

  /**
   * The policy that gives threads to searches: {@link #AUTOMATIC}, or one of {@link Policies} that
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
   * A profile of the node's searches, for policies made from one: a file in folder {@code curtail}
   * of the node's configuration; empty for none. Static.
   */
  public static final Setting<String> PROFILE =
      Setting.simpleString("curtail.profile", Property.NodeScope);

  /** An interval table, for policies that follow one; in the folder of {@link #PROFILE}. Static. */
  public static final Setting<String> TABLE =
      Setting.simpleString("curtail.table", Property.NodeScope);

  /** True if query phases wait in front of OpenSearch's thread pool. Dynamic. */
  public static final Setting<Boolean> ADMISSION =
      Setting.boolSetting("curtail.admission.enabled", true, Property.NodeScope, Property.Dynamic);

  /**
   * True if the header {@code X-Curtail-Class} sets the class of a search. If false, only settings
   * of its index do: any client can send a header. Dynamic.
   */
  public static final Setting<Boolean> CLASS_HEADER =
      Setting.boolSetting(
          "curtail.admission.class_header", true, Property.NodeScope, Property.Dynamic);

  /** Maximum number of query phases that wait on a node; more are rejected. Dynamic. */
  public static final Setting<Integer> WAITING =
      Setting.intSetting(
          "curtail.admission.max_waiting",
          1_000,
          0,
          MOST_WAITING,
          Property.NodeScope,
          Property.Dynamic);

  /** Maximum waiting time of a query phase; then it is rejected. Dynamic. */
  public static final Setting<TimeValue> TIMEOUT =
      Setting.timeSetting(
          "curtail.admission.timeout",
          TimeValue.timeValueSeconds(30),
          TimeValue.timeValueMillis(1),
          Property.NodeScope,
          Property.Dynamic);

  /** Duration from which a shard's query is slow and is logged; -1 for never. Dynamic. */
  public static final Setting<TimeValue> SLOW =
      Setting.timeSetting(
          "curtail.slowlog.threshold",
          TimeValue.MINUS_ONE,
          TimeValue.MINUS_ONE,
          Property.NodeScope,
          Property.Dynamic);

  /** Class of an index's searches whose requests name none. Dynamic. */
  public static final Setting<PriorityClass> INDEX_CLASS =
      new Setting<>(
          "index.curtail.class",
          "normal",
          name -> QueryOptions.priorityClass("index.curtail.class", name),
          Property.IndexScope,
          Property.Dynamic);

  /**
   * Maximum number of threads of a search of one shard of the index; 0 for the policy's number.
   * Dynamic.
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
   * Numbers in the name of a policy made from a profile or a table are checked by {@link
   * NodePolicies}, which knows the files.
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
