package org.curtail.cli.commandline;

import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * The options that benches of all kinds share.
 *
 * @param policies names; empty for the usual ones
 * @param loads shares of what the servers carry; null for the usual ones, or if there are rates
 * @param rps requests per second; null if not given
 * @param requests of all blocks of a policy and load
 */
public record AskedBlocks(
    List<String> policies,
    @Nullable List<Double> loads,
    @Nullable List<Double> rps,
    int requests,
    int blocks,
    long seed) {
  /** Share of the servers' capacity that the greatest rate may take. */
  private static final double HALF = 0.5;

  /** The loads, or the usual ones. */
  public List<Double> loadsOr(List<Double> usual) {
    return loads == null ? usual : loads;
  }

  /**
   * Rejects loads beside rates.
   *
   * @throws Misuse if there are both
   */
  public void requireOneOf() {
    OptionRules.excludes("--load", rps != null && loads != null, "--rps");
  }

  /**
   * Rejects rates that are none, if there are any.
   *
   * @throws Misuse if one is 0 or less
   */
  public void checkRates() {
    if (rps != null) {
      OptionRules.each("--rps", rps);
      rps.forEach(rate -> OptionRules.above("--rps", 0, rate, Double.MAX_VALUE));
    }
  }

  /**
   * The policies by their names, or the usual ones.
   *
   * @param named throws an {@link IllegalArgumentException} that says which there are
   */
  public <T> List<T> policiesOr(List<T> usual, Function<String, T> named) {
    if (policies.isEmpty()) {
      return usual;
    }
    OptionRules.each("--policies", policies);
    try {
      return policies.stream().map(named).toList();
    } catch (IllegalArgumentException e) {
      throw new Misuse("--policies: " + e.getMessage(), e);
    }
  }

  /** The rate that servers are to carry: twice the greatest one, or what is easy. */
  public double wantedPerSecond(double easy) {
    return rps == null || rps.isEmpty() ? easy : Collections.max(rps) / HALF;
  }

  /**
   * The loads, or the usual ones.
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

  /** The rates or these loads again, for a command line that measures the same. */
  public void write(List<Double> shares, CommandWords line) {
    line.option(
        rps == null ? "--load" : "--rps",
        rps == null ? shares : rps.stream().map(Numbers::exact).toList());
  }
}
