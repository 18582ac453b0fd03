package org.curtail.cli.machine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.curtail.benchkit.text.Numbers;
import org.curtail.linux.energy.Clocks;
import org.curtail.linux.energy.CoreClass;
import org.curtail.linux.energy.CoreClasses;
import org.curtail.linux.energy.EnergyZone;
import org.curtail.linux.energy.FrequencyDomain;

/** Features of a machine for saving energy, in a few words. */
final class EnergyText {
  private static final double KHZ_PER_GHZ = 1e6;

  /** Power for which the text gives the interval of reading counters. */
  private static final double WATTS = 100;

  private EnergyText() {}

  static String classes(CoreClasses found) {
    return found.classes().stream().map(EnergyText::one).collect(Collectors.joining(", "))
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
  static String clocks(Clocks found) {
    Map<String, Integer> alike = new LinkedHashMap<>();
    found.domains().forEach(domain -> alike.merge(one(domain), 1, Integer::sum));
    return alike.entrySet().stream()
            .map(kind -> "%s of %s".formatted(counted(kind.getValue(), "domain"), kind.getKey()))
            .collect(Collectors.joining("; "))
        + (found.settable() ? "" : "; to set them takes root");
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

  static String zones(List<EnergyZone> zones) {
    double soonestSeconds =
        zones.stream().mapToDouble(zone -> zone.rangeSeconds(WATTS)).min().orElseThrow();
    return "%s; at %s W a counter begins again after %s"
        .formatted(
            zones.stream().map(EnergyZone::name).collect(Collectors.joining(", ")),
            Numbers.plain(WATTS),
            Numbers.duration(soonestSeconds));
  }
}
