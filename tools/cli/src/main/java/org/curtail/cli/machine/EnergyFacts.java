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
 * Features of this machine for saving energy.
 *
 * @param coreClasses available if its cores are of several classes
 * @param classes fastest first; absent without
 * @param clocks available if its clocks can be set
 * @param domains cores that share a clock; absent without
 * @param counters available if it counts the energy of its processors
 * @param zones the counters; absent without
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
   * @param speed relative to the fastest class; absent if unknown
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
   * @param stepsKHz possible clocks; empty if any within the limits is possible
   * @param changeNanos time of a change of clock according to the driver; absent if it gives none
   * @param preferences of speed or energy that the processor accepts
   * @param setBy the files to write
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
