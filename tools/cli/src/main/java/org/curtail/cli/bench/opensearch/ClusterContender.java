package org.curtail.cli.bench.opensearch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;

/**
 * A contender of a cluster: its settings during a block.
 *
 * @param name on the command line
 * @param settings dynamic ones of the cluster; every contender sets the settings of all
 */
record ClusterContender(String name, Map<String, String> settings) {
  static final String STOCK = "stock-";
  static final String CURTAIL = "curtail";

  static final String MODE = "search.concurrent_segment_search.mode";
  static final String ENABLED = "curtail.enabled";
  static final String POLICY = "curtail.policy";
  static final String HEDGE = "curtail.hedge.enabled";

  /** Ending of a plugin's name: slow shard queries are also sent to another copy. */
  private static final String HEDGED = "+hedged";

  /** Modes, with OpenSearch's default last: others are compared with it first. */
  private static final List<String> MODES = List.of("none", "all", "auto");

  private static final List<String> USUAL =
      List.of(STOCK + "none", STOCK + "all", STOCK + "auto", CURTAIL);

  private static final String OTHER_POLICY = CURTAIL + "-";
  private static final String AUTOMATIC = OTHER_POLICY + "automatic";

  ClusterContender {
    if (settings.isEmpty()) {
      throw new IllegalArgumentException(name + " has no settings");
    }
    settings = Map.copyOf(settings);
  }

  /** True for OpenSearch without the plugin. */
  boolean isStock() {
    return name.startsWith(STOCK);
  }

  /** True if slow shard queries are also sent to another copy. */
  boolean isHedged() {
    return name.endsWith(HEDGED);
  }

  /** The name of the same contender without hedging. */
  String unhedged() {
    return isHedged() ? name.substring(0, name.length() - HEDGED.length()) : name;
  }

  /**
   * The contenders of these names, stock first.
   *
   * @param names empty for the default ones
   * @throws UsageError if a contender is unknown, or two exclude each other
   */
  static List<ClusterContender> named(List<String> names) {
    List<String> asked = names.isEmpty() ? USUAL : names;
    OptionRules.each("--policies", asked);
    List<String> plugin = asked.stream().filter(name -> !name.startsWith(STOCK)).toList();
    boolean hedges = asked.stream().anyMatch(name -> name.endsWith(HEDGED));
    var contenders = new ArrayList<ClusterContender>();
    for (String mode : MODES) {
      if (asked.contains(STOCK + mode)) {
        contenders.add(stock(mode, !plugin.isEmpty(), hedges));
      }
    }
    for (String name : asked) {
      boolean known = contenders.stream().anyMatch(one -> one.name.equals(name));
      if (!known) {
        contenders.add(ofPlugin(name, hedges));
      }
    }
    Set<String> policies =
        contenders.stream()
            .filter(one -> !one.isStock())
            .map(ClusterContender::unhedged)
            .collect(Collectors.toSet());
    if (policies.size() > 1 && (policies.contains(CURTAIL) || policies.contains(AUTOMATIC))) {
      throw new UsageError(
          "--policies: expected curtail and curtail-automatic without another policy of the plugin, found %s: after each change of policy, automatic starts again from its latest plan"
              .formatted(String.join(", ", plugin)));
    }
    return List.copyOf(contenders);
  }

  private static ClusterContender stock(String mode, boolean besidePlugin, boolean besideHedged) {
    var settings = new LinkedHashMap<>(Map.of(MODE, mode));
    if (besidePlugin) {
      settings.put(ENABLED, "false");
    }
    if (besideHedged) {
      settings.put(HEDGE, "false");
    }
    return new ClusterContender(STOCK + mode, settings);
  }

  /**
   * A contender with the plugin, and with OpenSearch's default for settings that the plugin leaves
   * to OpenSearch.
   */
  private static ClusterContender ofPlugin(String name, boolean besideHedged) {
    var settings = new LinkedHashMap<>(Map.of(MODE, "auto", ENABLED, "true"));
    var whole = new ClusterContender(name, settings);
    String policy = whole.unhedged();
    if (policy.startsWith(OTHER_POLICY) && policy.length() > OTHER_POLICY.length()) {
      settings.put(POLICY, policy.substring(OTHER_POLICY.length()));
    } else if (!policy.equals(CURTAIL)) {
      throw new UsageError(
          "--policies: expected stock-none, stock-all, stock-auto, curtail or curtail-POLICY, which +hedged may follow, found '%s'"
              .formatted(name));
    }
    if (besideHedged) {
      settings.put(HEDGE, Boolean.toString(whole.isHedged()));
    }
    return new ClusterContender(name, settings);
  }
}
