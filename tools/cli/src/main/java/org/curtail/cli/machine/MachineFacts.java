package org.curtail.cli.machine;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.curtail.linux.Affinity;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.LinuxBoost;
import org.curtail.linux.ThreadNames;
import org.jspecify.annotations.Nullable;

/**
 * Features of this machine for a service.
 *
 * @param cores number of cores of the JVM, within the limits of a container
 * @param boost available if threads can run before others
 * @param boostCpuShare share of a contended core that a raised thread got, from 0 to 1; absent
 *     without boost
 * @param affinity available if threads can be tied to cores, with the cores
 * @param threadNames available if the kernel distinguishes threads by name
 * @param clock accuracy of the clock
 * @param energy features for saving energy
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MachineFacts(
    String system,
    String architecture,
    String jvm,
    int cores,
    SystemFeature boost,
    @Nullable Double boostCpuShare,
    SystemFeature affinity,
    SystemFeature threadNames,
    ClockFacts clock,
    EnergyFacts energy) {

  /**
   * Queries and measures; takes about a second.
   *
   * @param realTime true to try the real-time policy, which runs before other programs
   */
  public static MachineFacts measure(boolean realTime) {
    Availability<LinuxBoost> boost = realTime ? LinuxBoost.probeRealTime() : LinuxBoost.probe();
    return new MachineFacts(
        property("os.name") + " " + property("os.version"),
        property("os.arch"),
        "%s %s, %s"
            .formatted(
                property("java.vm.name"),
                property("java.runtime.version"),
                property("java.vm.vendor")),
        Runtime.getRuntime().availableProcessors(),
        SystemFeature.of(boost, LinuxBoost::description),
        cpuShare(boost),
        SystemFeature.of(pinning(), cores -> cores),
        SystemFeature.of(ThreadNames.current(), name -> "at most 15 bytes"),
        ClockFacts.measure(),
        EnergyFacts.ask());
  }

  private static String property(String key) {
    return System.getProperty(key, "unknown");
  }

  private static @Nullable Double cpuShare(Availability<LinuxBoost> boost) {
    return switch (boost) {
      case Available<LinuxBoost>(LinuxBoost found) -> found.cpuShare();
      case Unavailable<LinuxBoost> none -> null;
    };
  }

  /** Tests affinity without a change: with the thread's present cores. */
  private static Availability<String> pinning() {
    return Affinity.ofThread()
        .then(Affinity::pin)
        .then(pin -> {
          try (pin) {
            return new Available<>("cores " + pin.cores());
          }
        });
  }

  /** As JSON. */
  public String json() throws JsonProcessingException {
    return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this);
  }
}
