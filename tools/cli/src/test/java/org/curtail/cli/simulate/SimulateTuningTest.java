package org.curtail.cli.simulate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.curtail.benchkit.results.Results;
import org.curtail.benchkit.results.Run;
import org.curtail.cli.Terminal;
import org.curtail.tune.Tuner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

@Timeout(300)
class SimulateTuningTest extends SimulateCommandCase {
  @Test
  void numbersThatAreLeftOutAreFoundForEachRate() throws IOException {
    Object[] words = {"--policies", "interval,clairvoyant", "--load", "0.4,0.8", "--requests", 400};
    Results results = written(words);
    String first = Files.readString(out);
    written(words);
    assertThat(out).hasContent(first);
    assertThat(results.runs())
        .extracting(Run::policy)
        .containsExactly("interval", "clairvoyant", "interval", "clairvoyant");
    for (Run run : results.runs()) {
      String found = requireNonNull(run.tuned());
      assertThat(found).matches(run.policy() + "-[0-9]+");
      Run again =
          written("--policies", found, "--load", run.load(), "--requests", 400).runs().getFirst();
      assertThat(again.percentiles()).isEqualTo(run.percentiles());
      assertThat(again.tuned()).isNull();
      assertThat(again.knowsDemand()).isEqualTo(run.knowsDemand());
    }
  }

  @Test
  void numbersThatWholeMillisecondsMayMissAreNoted() throws IOException {
    Files.writeString(
        profile,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\","
            + "\"timesMs\":[[1,0.6],[2,1.1],[5,2.6]]}");
    Terminal coarse =
        simulate("--policies", "sequential,tpc", "--load", "0.3,0.6", "--requests", 1000);
    assertDone(coarse);
    assertThat(coarse.err())
        .containsOnlyOnce("whole milliseconds are coarse")
        .containsPattern("note: tpc-[0-9-]+: whole");
    Files.writeString(
        profile,
        "{\"format\":\"curtail-profile/1\",\"maxDegree\":2,\"source\":\"test\","
            + "\"timesMs\":[[50000,49000],[60000,59000]]}");
    Terminal great = simulate("--policies", "edf", "--load", "0.3", "--requests", 1000);
    assertThat(great.err()).contains("edf-9999: 9,999 ms is the greatest possible number");
    assertThat(simulate("--policies", "binary", "--load", "0.3", "--requests", 1000).err())
        .doesNotContain("note:");
  }

  @Test
  void whatWasFoundAndWhoKnowsTheDemandIsSaid() {
    Terminal run =
        simulate("--policies", "clairvoyant,fixed-2", "--load", "0.4", "--requests", 1000);
    assertDone(run);
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(4)).startsWith("clairvoyant ^ ").doesNotContain("*");
    assertThat(lines.get(5)).startsWith("fixed-2 ").contains("*");
    assertThat(run.out())
        .containsPattern("tuned for this rate, on other arrivals: clairvoyant-[0-9]+\\R")
        .contains("^ knows the time of each request in advance");
    assertThat(lines).last().asString().contains("fixed-2").doesNotContain("clairvoyant");
  }

  @Test
  void theHelpNamesWhatCanBeTuned() {
    // Lines break behind hyphens too.
    String help = new CommandLine(new SimulateCommand()).getUsageMessage().replaceAll("\\s+", "");
    assertThat(Tuner.names()).allSatisfy(name -> assertThat(help).contains(name));
  }
}
