package org.curtail.linux.energy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * Meter of the processors' energy by their own counters (RAPL), which Intel's and AMD's processors
 * have. The counters count whole processors, not single cores, and update about every millisecond.
 * Usually it requires root. Thread-safe.
 *
 * <p>A counter wraps to 0 after some minutes to an hour. The meter corrects this if it is read at
 * least once per round; see {@link EnergyZone#rangeSeconds}. If the machine sleeps meanwhile,
 * counters may restart, and the reading is then too large.
 *
 * <p>Source: {@code Documentation/power/powercap/powercap.rst} of the kernel.
 */
public final class EnergyMeter {
  static final String FOLDER = "/sys/class/powercap";
  private static final double MICRO = 1e-6;

  private final SystemFiles files;
  private final Map<EnergyZone, Long> greatest;
  private final Map<EnergyZone, WrappingCounter> counters = new LinkedHashMap<>();

  private EnergyMeter(SystemFiles files, Map<EnergyZone, Long> greatest) {
    this.files = files;
    this.greatest = greatest;
  }

  /**
   * Finds the counters and starts measuring.
   *
   * @return the meter; unavailable, with the reason, if there are no counters or they cannot be
   *     read
   */
  public static Availability<EnergyMeter> probe() {
    return SystemFiles.ofThisMachine().then(EnergyMeter::probe);
  }

  static Availability<EnergyMeter> probe(SystemFiles files) {
    return files.list(FOLDER).then(names -> probe(files, names));
  }

  private static Availability<EnergyMeter> probe(SystemFiles files, List<String> names) {
    // Excludes intel-rapl-mmio, which counts the same processor again.
    List<String> zones = names.stream().filter(name -> name.matches("intel-rapl(:\\d+)+")).toList();
    if (zones.isEmpty()) {
      return new Unavailable<>(FOLDER + " has no counter of energy (intel-rapl:0)");
    }
    Map<EnergyZone, Long> greatest = new LinkedHashMap<>();
    for (String zone : zones) {
      String folder = FOLDER + "/" + zone;
      Availability<Long> known =
          name(files, zone)
              .then(name ->
                  KernelNumber.read(files, folder + "/max_energy_range_uj", 1)
                      .then(range -> {
                        greatest.put(new EnergyZone(name, folder, range * MICRO), range);
                        return new Available<>(range);
                      }));
      if (known instanceof Unavailable<Long>(String reason)) {
        return new Unavailable<>(reason);
      }
    }
    var meter = new EnergyMeter(files, greatest);
    return meter.read().then(zero -> new Available<>(meter));
  }

  /**
   * Returns the names of the zone's parents and then its own name: {@code intel-rapl:0:1} is part
   * of {@code intel-rapl:0}.
   */
  private static Availability<String> name(SystemFiles files, String zone) {
    int parent = zone.lastIndexOf(':');
    Availability<String> own = files.read(FOLDER + "/" + zone + "/name");
    return zone.indexOf(':') == parent
        ? own
        : name(files, zone.substring(0, parent))
            .then(whole -> own.then(part -> new Available<>(whole + "/" + part)));
  }

  /** Measured zones: at least one, each before its parts. */
  public List<EnergyZone> zones() {
    return new ArrayList<>(greatest.keySet());
  }

  /**
   * Returns the energy since the meter was created.
   *
   * @return a value for each zone; unavailable if one cannot be read or is invalid; a retry loses
   *     nothing if it comes before a counter has passed its range
   */
  public synchronized Availability<EnergyReading> read() {
    Map<EnergyZone, Long> now = new LinkedHashMap<>();
    for (Map.Entry<EnergyZone, Long> zone : greatest.entrySet()) {
      String path = zone.getKey().folder() + "/energy_uj";
      switch (KernelNumber.read(files, path, 0)) {
        case Available<Long>(Long microjoules) when microjoules <= zone.getValue() ->
            now.put(zone.getKey(), microjoules);
        case Available<Long>(Long microjoules) -> {
          return new Unavailable<>(
              "%s: expected at most %d, found %d".formatted(path, zone.getValue(), microjoules));
        }
        case Unavailable<Long>(String reason) -> {
          return new Unavailable<>(reason);
        }
      }
    }
    Map<EnergyZone, Double> joules = new LinkedHashMap<>();
    now.forEach((zone, microjoules) ->
        joules.put(zone, MICRO * counter(zone, microjoules).advance(microjoules)));
    return new Available<>(new EnergyReading(joules));
  }

  private WrappingCounter counter(EnergyZone zone, long now) {
    return counters.computeIfAbsent(
        zone, first -> new WrappingCounter(greatest.getOrDefault(zone, 1L), now));
  }
}
