package org.curtail.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.Test;

class MachineCommandTest {
  @Test
  void saysWhatTheMachineOffersALineEach() {
    Terminal run = Terminal.curtail("machine");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    List<String> names =
        List.of(
            "system",
            "architecture",
            "JVM",
            "cores",
            "boost",
            "affinity",
            "thread names",
            "System.nanoTime",
            "parkNanos of 1 ms",
            "core classes",
            "clocks",
            "energy counters");
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSameSizeAs(names);
    int width = "parkNanos of 1 ms".length() + 3;
    for (int i = 0; i < names.size(); i++) {
      assertThat(lines.get(i)).startsWith(names.get(i) + "   ");
      assertThat(lines.get(i).substring(0, width))
          .isEqualTo(names.get(i) + " ".repeat(width - names.get(i).length()));
      assertThat(lines.get(i).substring(width)).isNotBlank().doesNotStartWith(" ");
    }
    assertThat(lines.get(3)).endsWith("   " + Runtime.getRuntime().availableProcessors());
  }

  @Test
  void printsAnObjectWhenAskedTo() throws Exception {
    Terminal run = Terminal.curtail("machine", "--json");
    assertThat(run.exitCode()).isZero();
    JsonNode machine = new ObjectMapper().readTree(run.out());
    assertThat(machine.get("cores").intValue())
        .isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(machine.get("clock").get("stepNanos").longValue()).isPositive();
    assertThat(machine.has("boostCpuShare"))
        .isEqualTo(machine.get("boost").get("available").booleanValue());
    for (String offer : List.of("boost", "affinity", "threadNames")) {
      boolean available = machine.get(offer).get("available").booleanValue();
      assertThat(machine.get(offer).has("by")).isEqualTo(available);
      assertThat(machine.get(offer).has("reason")).isEqualTo(!available);
    }
    for (String offer : List.of("coreClasses classes", "clocks domains", "counters zones")) {
      String[] names = offer.split(" ", -1);
      JsonNode asked = machine.get("energy").get(names[0]);
      boolean available = asked.get("available").booleanValue();
      assertThat(asked.has("by")).isEqualTo(available);
      assertThat(asked.has("reason")).isEqualTo(!available);
      assertThat(machine.get("energy").has(names[1])).isEqualTo(available);
    }
  }
}
