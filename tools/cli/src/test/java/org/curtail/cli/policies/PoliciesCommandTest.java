package org.curtail.cli.policies;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.curtail.benchkit.terminal.PolicyNames;
import org.curtail.cli.Terminal;
import org.curtail.policies.Policies;
import org.junit.jupiter.api.Test;

class PoliciesCommandTest {
  @Test
  void listsEveryPolicyOfTheRegistryWithALine() throws Exception {
    Terminal run = Terminal.curtail("policies", "--all");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines().takeWhile(line -> !line.isEmpty()))
        .hasSameSizeAs(PolicyNames.listed())
        .anyMatch(line -> line.startsWith(PolicyNames.AUTOMATIC + " "));
    assertThat(run.out()).contains("+boosting", "+sharing after any name, before +boosting");
    Policies.descriptions()
        .forEach((name, description) -> assertThat(run.out()).contains(name + " ", description));
  }

  @Test
  void fivePoliciesAreEnoughToBeginWithAndTheRestIsOneOptionAway() {
    Terminal run = Terminal.curtail("policies");
    assertThat(run.exitCode()).isZero();
    List<String> lines = run.out().lines().takeWhile(line -> !line.isEmpty()).toList();
    assertThat(lines.stream().map(line -> line.split(" ", 2)[0]))
        .containsExactly("sequential", "adaptive", "few-to-many", "tail-index", "automatic");
    assertThat(run.out()).contains((PolicyNames.listed().size() - 5) + " more", "policies --all");
  }

  @Test
  void noPolicyIsExplainedByAnother() {
    Policies.descriptions()
        .forEach((name, description) ->
            assertThat(description)
                .as(name)
                .doesNotStartWith("As ")
                .doesNotContain("tail-index", "few-to-many", "sequential,"));
  }

  @Test
  void printsAnObjectWhenAskedTo() throws Exception {
    Terminal run = Terminal.curtail("policies", "--json");
    assertThat(new ObjectMapper().readTree(run.out()).size())
        .isEqualTo(PolicyNames.listed().size());
  }
}
