package org.curtail.cli.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.openloop.ContenderName;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.trust.ProfileRemarks;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.policies.Policies;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The inputs of policies: a profile, an interval table. */
final class DemandAndTableOptions implements CommandWords.Options {
  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "Profile, for policies that need one (see curtail policies) and for the bound; emulated, also one like a paper's: few-to-many-lucene, few-to-many-bing, adaptive-bing.")
  private @Nullable Path profile;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "Interval table, for few-to-many and few-to-many-literal.")
  private @Nullable Path table;

  /** File or name of the profile; null without one. */
  @Nullable Path profile() {
    return profile;
  }

  /** File of the table; null without one. */
  @Nullable Path table() {
    return table;
  }

  /**
   * Reads the inputs of policies from files.
   *
   * @param cores that serve
   * @throws UsageError if a file is invalid, or the profile and the table exclude each other
   */
  Policies.Ingredients ingredients(int cores, Console console) {
    Optional<Profile> demand = Optional.ofNullable(profile).map(JsonFile.PROFILE::read);
    Optional<IntervalTable> intervals = readTable();
    demand.ifPresent(measured -> intervals.ifPresent(planned -> checkDegrees(measured, planned)));
    intervals.ifPresent(planned -> warnOfCores(planned, cores, console));
    return new Policies.Ingredients(demand, intervals);
  }

  /** Returns remarks on the profile of the policies, and prints them. */
  List<String> remarks(Profile demand, List<String> policies, Console console) {
    List<String> remarks = ProfileRemarks.lines(String.valueOf(profile), demand, policies);
    remarks.forEach(console::warn);
    return remarks;
  }

  /** The table, if one was given. */
  Optional<IntervalTable> readTable() {
    return Optional.ofNullable(table).map(JsonFile.TABLE::read);
  }

  /**
   * Rejects a table with degrees that were not measured.
   *
   * @throws UsageError if the table has such a degree
   */
  void checkDegrees(Profile measured, IntervalTable intervals) {
    if (intervals.maxDegree() > measured.maxDegree()) {
      throw new UsageError(
          "%s: expected a table of at most the degree %d that %s has measured, found %d"
              .formatted(table, measured.maxDegree(), profile, intervals.maxDegree()));
    }
  }

  /** Warns if the table was planned for another number of cores. */
  void warnOfCores(IntervalTable planned, int serving, Console console) {
    if (planned.cores() != serving) {
      console.warn(
          "%s was planned for %d cores, this bench serves with %d"
              .formatted(table, planned.cores(), serving));
    }
  }

  /**
   * The policies of a live bench; each can be started.
   *
   * @param wanted names; empty for the default ones
   * @throws UsageError if a policy is unknown, is there twice, or lacks an input
   */
  List<String> names(List<String> wanted, Policies.Ingredients ingredients, int cores) {
    List<String> names = wanted.isEmpty() ? Contenders.usual(ingredients, cores) : wanted;
    OptionRules.each("--policies", names);
    for (String name : names) {
      try {
        Contenders.check(name, ingredients, cores);
      } catch (IllegalArgumentException e) {
        String hint = hint(ContenderName.of(name).policy());
        throw new UsageError("--policies: " + e.getMessage() + hint, e);
      }
    }
    return names;
  }

  /**
   * Rejects both options together with another.
   *
   * @param option the other option
   * @throws UsageError if such an option is given
   */
  void requireNone(String option) {
    OptionRules.excludes(
        profile != null ? "--profile" : "--table", profile != null || table != null, option);
  }

  /** The options that give a policy its missing inputs; empty if none is missing. */
  String hint(String policy) {
    if (!Policies.isKnown(policy) || Policies.needs(policy).contains(Policies.Need.DEMAND)) {
      return "";
    }
    boolean lacksProfile =
        Policies.needs(policy).contains(Policies.Need.PROFILE) && profile == null;
    boolean lacksTable = Policies.needs(policy).contains(Policies.Need.TABLE) && table == null;
    return (lacksProfile ? " (--profile FILE)" : "") + (lacksTable ? " (--table FILE)" : "");
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven("--profile", profile).ifGiven("--table", table);
  }
}
