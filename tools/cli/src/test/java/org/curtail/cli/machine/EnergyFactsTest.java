package org.curtail.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;
import org.curtail.linux.energy.ClockMethod;
import org.curtail.linux.energy.Clocks;
import org.curtail.linux.energy.CoreClass;
import org.curtail.linux.energy.CoreClasses;
import org.curtail.linux.energy.EnergyZone;
import org.curtail.linux.energy.FrequencyDomain;
import org.junit.jupiter.api.Test;

class EnergyFactsTest {
  private static final Path GUIDE =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("../../docs/energy.md");

  private static Cores cores(int from, int to) {
    return new Cores(IntStream.rangeClosed(from, to).boxed().toList());
  }

  private static FrequencyDomain domain(
      int number, int last, List<Long> stepsKHz, ClockMethod way) {
    return new FrequencyDomain(
        number,
        cores(number, last),
        way == ClockMethod.SETSPEED ? "acpi-cpufreq" : "intel_pstate",
        "powersave",
        800_000,
        2_450_000,
        stepsKHz,
        stepsKHz.isEmpty() ? OptionalLong.empty() : OptionalLong.of(40_000),
        List.of(),
        way);
  }

  private static EnergyFacts offering(boolean settable, FrequencyDomain... domains) {
    return EnergyFacts.of(
        new Available<>(
            new CoreClasses(
                List.of(
                    new CoreClass("cpu_core", cores(0, 3), OptionalDouble.of(1)),
                    new CoreClass("cpu_atom", cores(4, 7), OptionalDouble.of(0.7351))),
                "cpu_capacity")),
        new Available<>(new Clocks(List.of(domains), settable)),
        new Available<>(
            List.of(
                new EnergyZone("package-0", "/sys/0", 262_143.3),
                new EnergyZone("package-0/dram", "/sys/0:0", 65_713))));
  }

  @Test
  void whatThereIsIsSaidInAFewWords() {
    List<Long> stepsKHz = List.of(800_000L, 1_600_000L, 2_400_000L);
    EnergyFacts facts =
        offering(
            true,
            domain(0, 1, stepsKHz, ClockMethod.SETSPEED),
            domain(2, 3, stepsKHz, ClockMethod.SETSPEED),
            domain(4, 4, List.of(), ClockMethod.LIMITS));
    assertThat(facts.coreClasses())
        .hasToString(
            "cpu_core cores 0-3 (speed 1.00), cpu_atom cores 4-7 (speed 0.74); by cpu_capacity");
    assertThat(facts.clocks())
        .hasToString(
            "2 domains of 2 cores, 0.80 to 2.40 GHz in 3 steps, by scaling_setspeed (acpi-cpufreq, now powersave); "
                + "1 domain of 1 core, 0.80 to 2.45 GHz, by scaling_min_freq and scaling_max_freq (intel_pstate, now powersave)");
    assertThat(facts.counters())
        .hasToString("package-0, package-0/dram; at 100 W a counter restarts after 11 min");
  }

  @Test
  void theGuideShowsWhatAHybridDesktopWouldSay() throws IOException {
    List<FrequencyDomain> domains =
        IntStream.range(0, 16)
            .mapToObj(core ->
                new FrequencyDomain(
                    core,
                    Cores.only(core),
                    "intel_pstate",
                    "powersave",
                    800_000,
                    core < 8 ? 5_200_000 : 3_900_000,
                    List.of(),
                    OptionalLong.empty(),
                    List.of("performance", "power"),
                    ClockMethod.LIMITS))
            .toList();
    EnergyFacts facts =
        EnergyFacts.of(
            new Available<>(
                new CoreClasses(
                    List.of(
                        new CoreClass("cpu_core", cores(0, 7), OptionalDouble.of(1)),
                        new CoreClass("cpu_atom", cores(8, 15), OptionalDouble.of(0.75))),
                    "the lists of kinds of cores, speeds from cpufreq/cpuinfo_max_freq")),
            new Available<>(new Clocks(domains, true)),
            new Available<>(
                List.of(
                    new EnergyZone("package-0", "/sys/0", 262_143.3),
                    new EnergyZone("package-0/core", "/sys/0:0", 262_143.3))));
    assertThat(GUIDE)
        .content()
        .contains(
            "    core classes        %s\n    clocks              %s\n    energy counters     %s\n"
                .formatted(facts.coreClasses(), facts.clocks(), facts.counters()));
  }

  @Test
  void whoHasNoRightToSetClocksIsTold() {
    assertThat(offering(false, domain(0, 1, List.of(), ClockMethod.LIMITS)).clocks().toString())
        .endsWith("; setting them needs root");
  }

  @Test
  void machinesGetEveryFigure() throws Exception {
    EnergyFacts facts =
        offering(true, domain(0, 1, List.of(800_000L, 2_400_000L), ClockMethod.SETSPEED));
    JsonNode json = new ObjectMapper().valueToTree(facts);
    assertThat(json.at("/classes/1/name").textValue()).isEqualTo("cpu_atom");
    assertThat(json.at("/classes/1/cores").textValue()).isEqualTo("4-7");
    assertThat(json.at("/classes/1/speed").doubleValue()).isEqualTo(0.7351);
    assertThat(json.at("/domains/0/cores").textValue()).isEqualTo("0-1");
    assertThat(json.at("/domains/0/stepsKHz/1").longValue()).isEqualTo(2_400_000);
    assertThat(json.at("/domains/0/maxKHz").longValue()).isEqualTo(2_450_000);
    assertThat(json.at("/domains/0/changeNanos").longValue()).isEqualTo(40_000);
    assertThat(json.at("/domains/0/setBy").textValue()).isEqualTo("scaling_setspeed");
    assertThat(json.at("/zones/0/rangeJoules").doubleValue()).isEqualTo(262_143.3);
  }

  @Test
  void whatIsNotThereHasAReasonAndNoList() {
    EnergyFacts none =
        EnergyFacts.of(
            new Unavailable<>("one kind"),
            new Unavailable<>("fixed"),
            new Unavailable<>("no RAPL"));
    JsonNode json = new ObjectMapper().valueToTree(none);
    assertThat(json.fieldNames()).toIterable().containsExactly("coreClasses", "clocks", "counters");
    assertThat(json.at("/counters/reason").textValue()).isEqualTo("no RAPL");
    assertThat(none.clocks()).hasToString("unavailable, because fixed");
  }

  @Test
  void restoringSaysEachFileOrThatThereIsNoneOrWhyNot() throws Exception {
    assertThat(said(List.of("governor is schedutil again", "clock is 5 again"), false).lines())
        .containsExactly("governor is schedutil again", "clock is 5 again");
    assertThat(said(List.of(), false)).startsWith("No clock needed restoring");
    assertThat(new ObjectMapper().readTree(said(List.of("x is 5 again"), true)).at("/restored/0"))
        .hasToString("\"x is 5 again\"");
    var nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    assertThatThrownBy(() ->
            MachineCommand.reportRestored(
                new Unavailable<>("process 5 has taken the clocks"),
                new Console(nowhere, nowhere, false),
                false))
        .isInstanceOf(UsageError.class)
        .hasMessage(
            "--restore-clocks: no clock can be restored, because process 5 has taken the clocks");
  }

  private static String said(List<String> restored, boolean asJson) throws Exception {
    var out = new ByteArrayOutputStream();
    var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    MachineCommand.reportRestored(
        new Available<>(restored), new Console(stream, stream, false), asJson);
    return out.toString(StandardCharsets.UTF_8);
  }
}
