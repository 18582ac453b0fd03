package org.curtail.cli.machine;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.curtail.benchkit.text.Numbers;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.energy.Clocks;
import org.curtail.linux.energy.CoreClass;
import org.curtail.linux.energy.CoreClasses;
import org.curtail.linux.energy.EnergyMeter;
import org.curtail.linux.energy.EnergyZone;
import org.curtail.linux.energy.FrequencyDomain;
import org.jspecify.annotations.Nullable;

/**
 * Features of this machine for saving energy.
 *
 * @param coreClasses available if the machine's cores are of several classes
 * @param classes classes, the fastest first; absent for one class
 * @param clocks available if the machine's clocks can be set
 * @param domains cores with a common clock; absent if clocks cannot be set
 * @param counters available if the machine counts the energy of its processors
 * @param zones the counters; absent without counters
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EnergyFacts(
    SystemFeature coreClasses,
    @Nullable List<ClassFacts> classes,
    SystemFeature clocks,
    @Nullable List<DomainFacts> domains,
    SystemFeature counters,
    @Nullable List<ZoneFacts> zones) {
  private static final double KHZ_PER_GHZ = 1e6;

  /** Power for which the text gives the interval of reading counters. */
  private static final double WATTS = 100;

  /**
   * A class of cores.
   *
   * @param cores list of the cores in the format of Linux
   * @param speed speed relative to the fastest class; absent if unknown
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ClassFacts(String name, String cores, @Nullable Double speed) {
    static ClassFacts of(CoreClass one) {
      OptionalDouble speed = one.speed();
      return new ClassFacts(
          one.name(), one.cores().toString(), speed.isPresent() ? speed.getAsDouble() : null);
    }
  }

  /**
   * Cores with a common clock.
   *
   * @param policy number of the policy in cpufreq
   * @param cores list of the cores in the format of Linux
   * @param stepsKHz possible clocks; empty if any within the limits is possible
   * @param changeNanos time of a change of clock according to the driver; absent if it gives none
   * @param preferences preferences for speed or energy that the processor accepts
   * @param setBy files that set the clock
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record DomainFacts(
      int policy,
      String cores,
      String driver,
      String governor,
      long minKHz,
      long maxKHz,
      List<Long> stepsKHz,
      @Nullable Long changeNanos,
      List<String> preferences,
      String setBy) {
    static DomainFacts of(FrequencyDomain one) {
      OptionalLong changeNanos = one.changeNanos();
      return new DomainFacts(
          one.number(),
          one.cores().toString(),
          one.driver(),
          one.governor(),
          one.minKHz(),
          one.maxKHz(),
          one.stepsKHz(),
          changeNanos.isPresent() ? changeNanos.getAsLong() : null,
          one.preferences(),
          one.method().description());
    }
  }

  /**
   * A part of the machine with its own energy counter.
   *
   * @param rangeJoules energy after which its counter restarts at 0
   */
  public record ZoneFacts(String name, double rangeJoules) {
    static ZoneFacts of(EnergyZone zone) {
      return new ZoneFacts(zone.name(), zone.rangeJoules());
    }
  }

  /** Queries the system; changes nothing. */
  static EnergyFacts ask() {
    return of(
        CoreClasses.discover(),
        Clocks.discover(),
        EnergyMeter.probe().then(meter -> new Available<>(meter.zones())));
  }

  static EnergyFacts of(
      Availability<CoreClasses> classes,
      Availability<Clocks> clocks,
      Availability<List<EnergyZone>> zones) {
    return new EnergyFacts(
        SystemFeature.of(classes, EnergyFacts::classes),
        switch (classes) {
          case Available<CoreClasses>(CoreClasses found) ->
              found.classes().stream().map(ClassFacts::of).toList();
          case Unavailable<CoreClasses> none -> null;
        },
        SystemFeature.of(clocks, EnergyFacts::clocks),
        switch (clocks) {
          case Available<Clocks>(Clocks found) ->
              found.domains().stream().map(DomainFacts::of).toList();
          case Unavailable<Clocks> none -> null;
        },
        SystemFeature.of(zones, EnergyFacts::zones),
        switch (zones) {
          case Available<List<EnergyZone>>(List<EnergyZone> found) ->
              found.stream().map(ZoneFacts::of).toList();
          case Unavailable<List<EnergyZone>> none -> null;
        });
  }

  // ---- The facts in words.

  private static String classes(CoreClasses found) {
    return found.classes().stream().map(EnergyFacts::one).collect(Collectors.joining(", "))
        + "; by "
        + found.source();
  }

  private static String one(CoreClass one) {
    return "%s cores %s (%s)"
        .formatted(
            one.name(),
            one.cores(),
            one.speed().isPresent()
                ? "speed " + Numbers.decimal(one.speed().getAsDouble())
                : "speed not known");
  }

  /** The clocks; equal domains are joined. */
  private static String clocks(Clocks found) {
    Map<String, Integer> alike = new LinkedHashMap<>();
    found.domains().forEach(domain -> alike.merge(one(domain), 1, Integer::sum));
    return alike.entrySet().stream()
            .map(kind -> "%s of %s".formatted(counted(kind.getValue(), "domain"), kind.getKey()))
            .collect(Collectors.joining("; "))
        + (found.settable() ? "" : "; setting them needs root");
  }

  private static String one(FrequencyDomain domain) {
    return "%s, %s to %s GHz%s, by %s (%s, now %s)"
        .formatted(
            counted(domain.cores().count(), "core"),
            gigahertz(domain.lowestKHz()),
            gigahertz(domain.highestKHz()),
            domain.stepsKHz().isEmpty() ? "" : " in " + counted(domain.stepsKHz().size(), "step"),
            domain.method().description(),
            domain.driver(),
            domain.governor());
  }

  private static String counted(int count, String what) {
    return Numbers.count(count) + " " + what + (count == 1 ? "" : "s");
  }

  private static String gigahertz(long kHz) {
    return Numbers.decimal(kHz / KHZ_PER_GHZ);
  }

  private static String zones(List<EnergyZone> zones) {
    double soonestSeconds =
        zones.stream().mapToDouble(zone -> zone.rangeSeconds(WATTS)).min().orElseThrow();
    return "%s; at %s W a counter restarts after %s"
        .formatted(
            zones.stream().map(EnergyZone::name).collect(Collectors.joining(", ")),
            Numbers.plain(WATTS),
            Numbers.duration(soonestSeconds));
  }
}
