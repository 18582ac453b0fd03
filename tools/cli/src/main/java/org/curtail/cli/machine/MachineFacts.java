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
 * What this machine offers to a service.
 *
 * @param cores that the JVM may use, limits of a container included
 * @param boost whether threads can go before others
 * @param boostCpuShare what a raised thread got of a core that another wanted too, from 0 to 1;
 *     absent without boost
 * @param affinity whether threads can be tied to cores, and to which
 * @param threadNames whether the kernel tells threads apart by name
 * @param clock that tells the time
 * @param energy what there is to save some
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
   * Asks and measures; takes about a second.
   *
   * @param realTime whether to try the real-time policy, which goes before other programs
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

  /** Tries what changes nothing: the cores that the thread has anyway. */
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
