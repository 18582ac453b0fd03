package org.curtail.cli.commandline;

import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * The options of all kinds of benches.
 *
 * @param policies names; empty for the default ones
 * @param loads shares of the servers' capacity; null for the default ones, or if there are rates
 * @param rps requests per second; null if not given
 * @param requests requests of all blocks of a policy and load
 */
public record AskedBlocks(
    List<String> policies,
    @Nullable List<Double> loads,
    @Nullable List<Double> rps,
    int requests,
    int blocks,
    long seed) {
  /** Greatest rate as a share of the servers' capacity. */
  private static final double HALF = 0.5;

  /** The loads, or the default ones. */
  public List<Double> loadsOr(List<Double> usual) {
    return loads == null ? usual : loads;
  }

  /**
   * Rejects loads together with rates.
   *
   * @throws UsageError if loads and rates are given
   */
  public void requireOneOf() {
    OptionRules.excludes("--load", rps != null && loads != null, "--rps");
  }

  /**
   * Rejects rates that are not positive.
   *
   * @throws UsageError if a rate is 0 or less
   */
  public void checkRates() {
    if (rps != null) {
      OptionRules.each("--rps", rps);
      rps.forEach(rate -> OptionRules.above("--rps", 0, rate, Double.MAX_VALUE));
    }
  }

  /**
   * The policies by their names, or the default ones.
   *
   * @param named throws an {@link IllegalArgumentException} that lists the known names
   */
  public <T> List<T> policiesOr(List<T> usual, Function<String, T> named) {
    if (policies.isEmpty()) {
      return usual;
    }
    OptionRules.each("--policies", policies);
    try {
      return policies.stream().map(named).toList();
    } catch (IllegalArgumentException e) {
      throw new UsageError("--policies: " + e.getMessage(), e);
    }
  }

  /** The rate that servers should carry: twice the greatest given one, or an easy one. */
  public double wantedPerSecond(double easy) {
    return rps == null || rps.isEmpty() ? easy : Collections.max(rps) / HALF;
  }

  /**
   * The loads, or the default ones.
   *
   * @param capacityPerSecond the rate of a load of 1
   */
  public List<Double> loadsOr(List<Double> usual, double capacityPerSecond) {
    if (rps == null) {
      return loadsOr(usual);
    }
    checkRates();
    return rps.stream().map(rate -> (Double) (rate / capacityPerSecond)).toList();
  }

  /** Writes the rates or these loads to a command line that repeats the measurement. */
  public void write(List<Double> shares, CommandWords line) {
    line.option(
        rps == null ? "--load" : "--rps",
        rps == null ? shares : rps.stream().map(Numbers::exact).toList());
  }
}
