package org.curtail.cli.commandline;

import java.util.List;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OptionRules;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a bench in the options that benches of all kinds share.
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
}
