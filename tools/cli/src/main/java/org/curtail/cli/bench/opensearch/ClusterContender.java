package org.curtail.cli.bench.opensearch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.curtail.Policy;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.policies.Policies;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;

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
  static final String POOL = "cluster.thread_pool.search.size";

  /** The mode of a stock contender, and the threads of its pool if they are not the usual ones. */
  private static final Pattern STOCK_NAME =
      Pattern.compile("stock-(none|all|auto)(?:\\+([1-9][0-9]{0,3})-threads)?");

  /** Ending of a plugin's name: slow shard queries are also sent to another copy. */
  private static final String HEDGED = "+hedged";

  /** Ending of a plugin's name: the mode for searches that the plugin leaves to OpenSearch. */
  private static final Pattern IN_MODE = Pattern.compile("(.+)\\+(none|all)");

  /** Modes, with OpenSearch's default last: others are compared with it first. */
  private static final List<String> MODES = List.of("none", "all", "auto");

  static final List<String> USUAL = List.of(STOCK + "none", STOCK + "all", STOCK + "auto", CURTAIL);

  /** Contenders beside a mix of short and long searches. */
  static final List<String> OF_MIX = List.of(STOCK + "auto", STOCK + "auto+24-threads", CURTAIL);

  private static final String OTHER_POLICY = CURTAIL + "-";
  private static final String AUTOMATIC = OTHER_POLICY + "automatic";

  /** Begin of the name of a contender in the simulator. */
  static final String SIMULATED = "simulated ";

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

  /** True for one that the simulator serves. */
  boolean isSimulated() {
    return name.startsWith(SIMULATED);
  }

  /** True if the simulator can serve as it does, which knows no policy beside the plugin's. */
  boolean canBeSimulated() {
    return !IN_MODE.matcher(unhedged()).matches();
  }

  /** The same contender in the simulator. */
  ClusterContender simulated() {
    return new ClusterContender(SIMULATED + name, settings);
  }

  /**
   * The policy that serves as this contender does; empty for one that learns.
   *
   * @throws UsageError if the policy is unknown, or needs a profile or a table
   */
  Optional<Policy> policy() {
    String served = isSimulated() ? unhedged().substring(SIMULATED.length()) : unhedged();
    Matcher stock = STOCK_NAME.matcher(served);
    if (stock.matches()) {
      return Optional.of(
          stock.group(1).equals("all")
              ? new FixedDegree(TimedSearches.SEGMENTS)
              : new Sequential());
    }
    if (learns(served)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          Policies.named(
              withoutMode(served).substring(OTHER_POLICY.length()), Policies.Ingredients.NONE));
    } catch (IllegalArgumentException e) {
      throw new UsageError("--policies: " + e.getMessage(), e);
    }
  }

  /** The name of the same contender without hedging. */
  String unhedged() {
    return isHedged() ? name.substring(0, name.length() - HEDGED.length()) : name;
  }

  /**
   * The contenders of these names, stock first.
   *
   * @param asked at least one
   * @throws UsageError if a contender is unknown, or two exclude each other
   */
  static List<ClusterContender> named(List<String> asked) {
    OptionRules.each("--policies", asked);
    List<String> plugin = asked.stream().filter(name -> !name.startsWith(STOCK)).toList();
    boolean hedges = asked.stream().anyMatch(name -> name.endsWith(HEDGED));
    var contenders = new ArrayList<ClusterContender>();
    for (String name : asked) {
      Matcher stock = STOCK_NAME.matcher(name);
      contenders.add(
          stock.matches() ? stock(stock, !plugin.isEmpty(), hedges) : ofPlugin(name, hedges));
    }
    contenders.sort(Comparator.comparingInt(ClusterContender::place));
    Set<String> policies =
        contenders.stream()
            .filter(one -> !one.isStock())
            .map(ClusterContender::unhedged)
            .collect(Collectors.toSet());
    if (policies.size() > 1 && policies.stream().anyMatch(ClusterContender::learns)) {
      throw new UsageError(
          "--policies: expected curtail and curtail-automatic without another policy or mode of the plugin, found %s: after each change of policy, automatic starts again from its latest plan"
              .formatted(String.join(", ", plugin)));
    }
    return List.copyOf(contenders);
  }

  private static boolean learns(String unhedged) {
    String policy = withoutMode(unhedged);
    return policy.equals(CURTAIL) || policy.equals(AUTOMATIC);
  }

  private static String withoutMode(String unhedged) {
    Matcher inMode = IN_MODE.matcher(unhedged);
    return inMode.matches() ? inMode.group(1) : unhedged;
  }

  /** Stock in the order of modes, each with other pools first; then the plugin. */
  private int place() {
    Matcher stock = STOCK_NAME.matcher(name);
    return stock.matches()
        ? 2 * MODES.indexOf(stock.group(1)) + (stock.group(2) == null ? 1 : 0)
        : 2 * MODES.size();
  }

  private static ClusterContender stock(Matcher name, boolean besidePlugin, boolean besideHedged) {
    var settings = new LinkedHashMap<>(Map.of(MODE, name.group(1)));
    String threads = name.group(2);
    if (threads != null) {
      settings.put(POOL, threads);
    }
    if (besidePlugin) {
      settings.put(ENABLED, "false");
    }
    if (besideHedged) {
      settings.put(HEDGE, "false");
    }
    return new ClusterContender(name.group(), settings);
  }

  /**
   * A contender with the plugin. For searches that the plugin leaves to OpenSearch it has the named
   * mode, or OpenSearch's default.
   */
  private static ClusterContender ofPlugin(String name, boolean besideHedged) {
    var settings = new LinkedHashMap<>(Map.of(MODE, "auto", ENABLED, "true"));
    var whole = new ClusterContender(name, settings);
    Matcher inMode = IN_MODE.matcher(whole.unhedged());
    if (inMode.matches()) {
      settings.put(MODE, inMode.group(2));
    }
    String policy = withoutMode(whole.unhedged());
    if (policy.startsWith(OTHER_POLICY) && policy.length() > OTHER_POLICY.length()) {
      settings.put(POLICY, policy.substring(OTHER_POLICY.length()));
    } else if (!policy.equals(CURTAIL)) {
      throw new UsageError(
          "--policies: expected stock-none, stock-all or stock-auto, which such as +24-threads may follow, or curtail or curtail-POLICY, which +none or +all and +hedged may follow, found '%s'"
              .formatted(name));
    }
    if (besideHedged) {
      settings.put(HEDGE, Boolean.toString(whole.isHedged()));
    }
    return new ClusterContender(name, settings);
  }
}
