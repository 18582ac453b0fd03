package org.curtail.benchkit.emulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.autopilot.AutomaticJson;
import org.curtail.benchkit.policyruns.PredictionError;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.policies.Policies.Ingredients;
import org.junit.jupiter.api.Test;

class KnownDemandTest {
  private static final Profile PROFILE =
      Profile.weighted("test", new double[][] {{8, 5, 4}, {12, 7, 6}}, new double[] {3, 1});

  @Test
  void timesAreThoseOfThisMachineUpToTheDegreesThatAreTried() {
    Profile known = AutomaticRun.knownDemand(PROFILE, 2, 0.1).profile().orElseThrow();
    assertThat(known.maxDegree()).isEqualTo(2);
    assertThat(known.timeMs(0, 1)).isEqualTo(8 * 0.1);
    assertThat(known.timeMs(1, 2)).isEqualTo(7 * 0.1);
    assertThat(known.weight(0) / known.weight(1)).isEqualTo(3);
    assertThat(AutomaticRun.knownDemand(PROFILE, 8, 0.1).profile().orElseThrow().maxDegree())
        .isEqualTo(3);
  }

  @Test
  void theEngineReadsExactlyWhatTheSimulatedPilotIsGiven() throws Exception {
    PilotKnowledge known = AutomaticRun.knownDemand(PROFILE, 3, 1 / 3.0);
    AutomaticJson.Saved read =
        AutomaticJson.read(new StringReader(AutomaticRun.text(known, 6)), "text");
    assertThat(read).isEqualTo(new AutomaticJson.Saved(6, known));
  }

  @Test
  void aSettingWithoutAutomaticOrWithDegreesThatNobodyMeasuredIsRefused() {
    Profile deeper = Profile.of("deeper", new double[][] {{8, 5, 4, 3}});
    assertThat(setting("automatic").beginningWith(PROFILE).known()).contains(PROFILE);
    assertThatThrownBy(() -> setting("automatic").beginningWith(deeper))
        .hasMessageContaining("degrees up to 4, expected at most 3");
    assertThatThrownBy(() -> setting("sequential").beginningWith(PROFILE))
        .hasMessageContaining("[sequential]");
  }

  private static EmulationSetting setting(String policy) {
    var ingredients = new Ingredients(Optional.of(PROFILE), Optional.empty());
    return new EmulationSetting(
        PROFILE,
        Optional.empty(),
        List.of(EmulatedPolicy.named(policy, ingredients, 3, 6)),
        List.of(Rate.ofPerSecond(150, PROFILE, 6)),
        Optional.empty(),
        20,
        1,
        6,
        Optional.empty(),
        1,
        0.5,
        new PredictionError(0.3),
        Optional.empty(),
        1);
  }
}
