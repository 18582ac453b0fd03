package org.curtail.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.curtail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.cli.Terminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class SimulateMistakesTest extends SimulateCommandCase {
  @Test
  void aRequestThatTakesNoTimeIsRefused() throws IOException {
    Path zero =
        Files.writeString(
            folder.resolve("zero.json"),
            "{\"format\":\"curtail-profile/1\",\"maxDegree\":1,\"source\":\"\",\"timesMs\":[[5],[0]]}");
    Terminal run = curtail("simulate", "--profile", zero);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).contains("zero.json", "timesMs[1][0]", "0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--policies fifo       | no policy is named 'fifo'; known are adaptive, automatic, automatic-predicted, binary-T",
        "--policies fixed-5    | expected at most the degree 4",
        "--policies few-to-many | needs an interval table (--table TABLE)",
        "--policies edf,edf   | expected each value once, found edf twice",
        "--policies tail-control,tail-control-60 --target-ms 60 | expected each value once",
        "--policies tail-control --target-ms 20000 | --target-ms: expected at most 9,999",
        "--target-ms 0        | --target-ms: expected a number above 0 and at most",
        "--target-ms NaN      | --target-ms: expected a number, found 'NaN'",
        "--prediction-error -1 | --prediction-error: expected a number from 0 to 5, found -1",
        "--policies sequential,sequential | expected each value once, found sequential twice",
        "--policies ,          | --policies: expected a value after the last comma",
        "--rps 0               | --rps: expected a number above 0 and at most 1,000,000,000, found 0",
        "--rps 30,-1           | --rps: expected a number above 0 and at most 1,000,000,000, found -1",
        "--rps NaN             | --rps: expected a number, found 'NaN'",
        "--rps many            | many",
        "--rps 30,30           | --rps: expected each value once, found 30 twice",
        "--rps ,               | --rps",
        "--rps 30 --load 0.5   | --load cannot be given together with --rps",
        "--load 0              | --load: expected a number above 0 and at most 1,000,000,000, found 0",
        "--rps 1e-9            | --requests: expected fewer",
        "--requests 0          | --requests: expected a whole number from 100 to 1,000,000, found 0",
        "--cores 0             | --cores: expected a whole number from 1 to 10,000, found 0",
        "--wake-up-us -1       | --wake-up-us: expected a number from 0",
        "--chunk-ms NaN        | --chunk-ms: expected a number",
        "--claim-ns 5         | --claim-ns works only with --chunk-ms above 0",
        "--speculation         | --speculation works only with --chunk-ms above 0",
        "--overhead-percent -1 | --overhead-percent: expected a number from 0",
        "--pause-ms 5          | --pause-ms works only with --pause-every-ms",
        "--pause-every-ms 5    | --pause-every-ms works only with --pause-ms",
        "--pause-ms 0 --pause-every-ms 5 | --pause-ms: expected a number from 0.001",
        "--pauses-vary         | --pauses-vary works only with --pause-ms",
        "--rps-steps 30        | --rps-steps: expected rate:duration as in 30:60s",
        "--rps-steps 30:0s     | --rps-steps: expected a duration above 0, found '30:0s'",
        "--rps-steps 0:5s      | --rps-steps: expected a rate above 0 in at least one step, found '0:5s'",
        "--rps-steps 5:1s,-5:5s | --rps-steps: expected a finite rate of at least 0, found '-5:5s'",
        "--rps-steps 30:5s --rps 3 | --rps-steps cannot be given together with --rps",
        "--rps-steps 30:5s --burst-factor 3 | --burst-factor cannot be given together with --rps-steps",
        "--burst-factor 0.5    | --burst-factor: expected a number from 1",
        "--burst-factor 2 --burst-ms 0 | --burst-ms: expected a number above 0",
        "--burst-ms 500       | --burst-ms works only with --burst-factor",
        "--load 0.5 --calm-ms 500 | --calm-ms works only with --burst-factor",
        "--policies nobody     | ; curtail policies explains each",
        "--pause-ms 0.001 --pause-every-ms 0.001 | --pause-every-ms: expected at most 1,000,000 pauses",
        "--pause-ms 1000 --pause-every-ms 0.001 | with --pause-ms 1000.0 and --pause-every-ms 0.001",
        "--arrivals nowhere.txt | nowhere.txt",
        "--warm-up 19901       | --warm-up: expected a whole number from 0 to 19,900",
        "--repeats 0           | --repeats: expected a whole number from 1 to 1,000, found 0",
        "--table nowhere.json  | nowhere.json: expected an interval table's file or one of",
      })
  void mistakesAreNamedAndLeaveNothing(String options, String complaint) {
    var words = new ArrayList<Object>(List.of("simulate", "--profile", profile, "--out", out));
    words.addAll(List.of(options.split(" ")));
    Terminal run = curtail(words.toArray());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.complaint()).contains(complaint);
    assertThat(run.out()).isEmpty();
    assertThat(out).doesNotExist();
  }

  @Test
  void anEmptyListIsAMistake() {
    Terminal run = simulate("--policies", "");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint())
        .contains("--policies: expected names of policies", "found an empty name");
    assertThat(simulate("--rps", "").complaint()).contains("--rps");
  }

  @Test
  void theProfileIsNeverReplaced() {
    Terminal run = simulate("--out", profile, "--overwrite");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.complaint()).contains("--out: expected another file than that of --profile");
  }

  @Test
  void aKnownDemandOfOtherDegreesIsRefused() throws IOException {
    Path other = folder.resolve("other.json");
    Files.writeString(
        other,
        """
        {"format":"curtail-profile/1","maxDegree":1,"source":"","timesMs":[[1.0]]}
        """);
    Terminal run = simulate("--known-profile", other, "--rps", "1");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("--known-profile: expected degrees up to 4")
        .contains("found up to 1");
  }
}
