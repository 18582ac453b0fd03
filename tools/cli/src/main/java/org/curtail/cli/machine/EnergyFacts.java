package org.curtail.cli.machine;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
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
 * What this machine offers to a service that wants to spend less energy.
 *
 * @param coreClasses whether its cores are of several classes
 * @param classes which, fastest first; absent without
 * @param clocks whether its clocks can be set
 * @param domains which cores share a clock; absent without
 * @param counters whether it counts the energy that its processors take
 * @param zones what is counted; absent without
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EnergyFacts(
    SystemFeature coreClasses,
    @Nullable List<ClassFacts> classes,
    SystemFeature clocks,
    @Nullable List<DomainFacts> domains,
    SystemFeature counters,
    @Nullable List<ZoneFacts> zones) {

  /**
   * A class of cores.
   *
   * @param cores as Linux writes lists of them
   * @param speed relative to the fastest class; absent if it is not known
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
   * Cores that share a clock.
   *
   * @param policy its number in cpufreq
   * @param cores as Linux writes lists of them
   * @param stepsKHz the clocks that there are; empty if it can be any within the limits
   * @param changeNanos what a change of clock takes by the driver's word; absent if it says none
   * @param preferences of speed or energy that the processor takes
   * @param setBy the files that are written
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
   * A part of the machine whose energy is counted.
   *
   * @param rangeJoules after which its counter begins at 0 again
   */
  public record ZoneFacts(String name, double rangeJoules) {
    static ZoneFacts of(EnergyZone zone) {
      return new ZoneFacts(zone.name(), zone.rangeJoules());
    }
  }

  /** Asks; changes nothing. */
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
        SystemFeature.of(classes, EnergyText::classes),
        switch (classes) {
          case Available<CoreClasses>(CoreClasses found) ->
              found.classes().stream().map(ClassFacts::of).toList();
          case Unavailable<CoreClasses> none -> null;
        },
        SystemFeature.of(clocks, EnergyText::clocks),
        switch (clocks) {
          case Available<Clocks>(Clocks found) ->
              found.domains().stream().map(DomainFacts::of).toList();
          case Unavailable<Clocks> none -> null;
        },
        SystemFeature.of(zones, EnergyText::zones),
        switch (zones) {
          case Available<List<EnergyZone>>(List<EnergyZone> found) ->
              found.stream().map(ZoneFacts::of).toList();
          case Unavailable<List<EnergyZone>> none -> null;
        });
  }
}
