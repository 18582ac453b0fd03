package org.curtail.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SimulateCostsTest extends SimulateCommandCase {
  @Test
  void costsAreFelt() {
    Object[] free = {"--policies", "adaptive", "--load", "0.5", "--requests", 2000};
    Object[] dear = {
      "--policies", "adaptive", "--load", "0.5", "--requests", 2000, "--wake-up-us", 3000
    };
    assertThat(written(dear).runs().getFirst().latency().meanMs())
        .isGreaterThan(written(free).runs().getFirst().latency().meanMs());
  }

  @Test
  void switchesBetweenRequestsThatTakeTurnsAreFeltNamedAndRepeated() {
    Object[] inSlices = {
      "--policies", "processor-sharing", "--rps", "1000", "--requests", 400, "--chunk-ms", 1
    };
    var switching = new ArrayList<Object>(List.of(inSlices));
    switching.addAll(List.of("--switch-us", 250));
    Results free = written(inSlices);
    Results costly = written(switching.toArray());
    assertThat(costly.runs().getFirst().latency().meanMs())
        .isGreaterThan(free.runs().getFirst().latency().meanMs());
    assertThat(costly.settings()).containsEntry("switch, us", 250.0);
    assertThat(costly.command()).contains("--switch-us 250");
    assertThat(free.settings()).doesNotContainKey("switch, us");
    assertThat(free.command()).doesNotContain("--switch-us");
  }

  @Test
  void everyCostIsFeltNamedAndRepeated() {
    Object[] quiet = {"--policies", "fixed-2", "--rps", "0.001", "--requests", 200};
    assertThat(written(quiet).runs().getFirst().latency().p99Ms()).isEqualTo(52);
    Results claims =
        written(
            "--policies",
            "fixed-2",
            "--rps",
            "0.001",
            "--requests",
            200,
            "--chunk-ms",
            1,
            "--claim-ns",
            250_000,
            "--overhead-percent",
            20,
            "--speculation");
    assertThat(claims.runs().getFirst().latency().p99Ms()).isEqualTo(52 * 1.25 * 1.2);
    assertThat(claims.settings())
        .containsEntry("claim, ns", 250_000L)
        .containsEntry("overhead of each further thread, %", 20.0)
        .containsEntry("speculation", true);
    assertThat(claims.command())
        .contains("--claim-ns 250000 --overhead-percent 20.0 --speculation");
    Results pauses =
        written(
            "--policies",
            "fixed-2",
            "--rps",
            "0.001",
            "--requests",
            200,
            "--pause-ms",
            500,
            "--pause-every-ms",
            500,
            "--pauses-vary");
    assertThat(pauses.runs().getFirst().latency().meanMs()).isGreaterThan(100);
    assertThat(pauses.settings()).containsEntry("pauses, ms", 500.0);
    assertThat(pauses.command()).contains("--pause-ms 500.0 --pause-every-ms 500.0 --pauses-vary");
  }
}
