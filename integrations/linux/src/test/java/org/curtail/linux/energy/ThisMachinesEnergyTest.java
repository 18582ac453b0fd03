package org.curtail.linux.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.linux.energy.Answers.reason;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.linux.Affinity;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Compares the results for this machine with its own /sys. Changes no clock. */
@EnabledOnOs(OS.LINUX)
class ThisMachinesEnergyTest {
  private static final Path CPUS = Path.of("/sys/devices/system/cpu");

  @TempDir private Path folder;

  private static List<Path> entries(String place, String name) throws IOException {
    if (!Files.isDirectory(Path.of(place))) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(Path.of(place))) {
      return entries.filter(entry -> entry.getFileName().toString().matches(name)).toList();
    }
  }

  private static boolean isEmpty(Path file) {
    try {
      return Files.readString(file).isBlank();
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void clocksAreThoseOfTheFolderOfCpufreq() throws IOException {
    List<Path> policies =
        entries("/sys/devices/system/cpu/cpufreq", "policy\\d+").stream()
            .filter(policy -> !isEmpty(policy.resolve("affected_cpus")))
            .toList();
    Availability<Clocks> clocks = Clocks.discover();
    if (policies.isEmpty()) {
      assertThat(reason(clocks)).startsWith("/sys/devices/system/cpu/cpufreq ");
      Path stateFile = folder.resolve("state");
      assertThat(reason(ClockControl.take(stateFile))).isEqualTo(reason(clocks));
      assertThat(stateFile).doesNotExist();
    } else {
      switch (clocks) {
        case Available<Clocks>(Clocks found) -> assertThat(found.domains()).hasSameSizeAs(policies);
        case Unavailable<Clocks>(String reason) ->
            assertThat(policies).anyMatch(policy -> reason.contains(policy.toString()));
      }
    }
  }

  @Test
  void countersOfEnergyAreThoseOfTheFolderOfPowercap() throws IOException {
    List<Path> zones = entries("/sys/class/powercap", "intel-rapl(:\\d+)+");
    switch (EnergyMeter.probe()) {
      case Available<EnergyMeter>(EnergyMeter meter) ->
          assertThat(meter.zones()).hasSameSizeAs(zones);
      case Unavailable<EnergyMeter>(String reason) -> {
        assertThat(reason).startsWith("/sys/class/powercap");
        assertThat(zones).noneMatch(zone -> Files.isReadable(zone.resolve("energy_uj")));
      }
    }
  }

  @Test
  void classesAreThereOnlyWhereCoresDiffer() throws IOException {
    Availability<CoreClasses> classes = CoreClasses.discover();
    List<String> capacities =
        IntStream.range(0, 8192)
            .mapToObj(core -> CPUS.resolve("cpu" + core))
            .takeWhile(Files::isDirectory)
            .map(core -> core.resolve("cpu_capacity"))
            .filter(Files::isReadable)
            .map(ThisMachinesEnergyTest::text)
            .toList();
    boolean areAlike = capacities.stream().distinct().count() == 1;
    boolean hasOtherFiles =
        Files.exists(Path.of("/sys/devices/cpu_atom/cpus"))
            || Files.exists(CPUS.resolve("cpu0/acpi_cppc"))
            || Files.exists(CPUS.resolve("cpu0/cpufreq"));
    switch (classes) {
      case Available<CoreClasses>(CoreClasses found) -> {
        assertThat(areAlike && !hasOtherFiles).isFalse();
        assertThat(Answers.<Cores>available(Affinity.ofProcess()).numbers())
            .containsAll(
                found.classes().stream().flatMap(one -> one.cores().numbers().stream()).toList());
      }
      case Unavailable<CoreClasses>(String reason) -> {
        assertThat(reason).isNotBlank();
        if (areAlike && capacities.size() > 1 && reason.startsWith("nothing")) {
          assertThat(reason).contains("cpu_capacity is %s for".formatted(capacities.getFirst()));
        }
      }
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
