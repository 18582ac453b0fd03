package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.curtail.IntervalTable;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.Policies;
import org.curtail.policy.FewToMany;
import org.curtail.policy.Sequential;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;

class CandidatesTest {
  private static final Profile PROFILE = SyntheticProfiles.luceneLike(300, 4);

  private static JudgeSetting setting(int cores) {
    return JudgeSetting.of(PROFILE, cores, Goal.byDefault(), 1);
  }

  private static List<String> names(Candidates candidates) {
    return candidates.all().stream().map(Candidate::name).toList();
  }

  @Test
  void theBaselineComesFirstAndIsOneThreadForEachRequest() {
    Candidates candidates = Candidates.of(setting(8));
    assertThat(candidates.baseline().policy()).isEqualTo(new Sequential());
    assertThat(candidates.baseline()).isEqualTo(Candidates.baseline(PROFILE, Goal.byDefault()));
    Candidate limited = Candidates.baseline(PROFILE, Goal.byDefault().atMostThreads(4));
    assertThat(limited.name()).isEqualTo("processor-sharing");
    assertThat(limited.policy().threads(8)).isEqualTo(4);
    assertThat(limited.policy().maxDegree()).isEqualTo(1);
  }

  @Test
  void allAreRegisteredAndNoneNeedsMissingInputs() {
    assertThat(names(Candidates.of(setting(8))))
        .allMatch(Policies::isKnown)
        .noneMatch(Policies::needsPrediction)
        .contains("tail-index-sharing", "tail-index-gittins-100", "fixed-2+sharing")
        .contains("fixed-4+sharing");
    assertThat(
            names(Candidates.of(setting(8).predictedWith(Optional.of(PredictionError.known(0.4))))))
        .contains("tail-index-predicted+sharing");
  }

  /**
   * A service with a thread for each request has no queue behind a long one, so no plan may have
   * one.
   */
  @Test
  void noCandidateKeepsThreadsToTheEndOfARequestWhileOthersWait() {
    var predicted = setting(8).predictedWith(Optional.of(PredictionError.known(0.4)));
    for (JudgeSetting setting :
        List.of(predicted, JudgeSetting.of(PROFILE, 8, Goal.byDefault().atMostThreads(3), 1))) {
      assertThat(Candidates.of(setting).all())
          .allSatisfy(candidate ->
              assertThat(
                      candidate.policy().threads(8) == Policy.UNLIMITED
                          || candidate.policy().traits().preemption().isUsed())
                  .as(candidate.name())
                  .isTrue());
    }
  }

  @Test
  void noDegreeIsFixedThatTheCoresDoNotHave() {
    assertThat(names(Candidates.of(setting(2))))
        .contains("fixed-2+sharing")
        .noneMatch(name -> name.startsWith("fixed-4"));
    assertThat(names(Candidates.of(setting(1)))).noneMatch(name -> name.startsWith("fixed-"));
  }

  @Test
  void aLimitOnThreadsHoldsForAllOfThem() {
    var limited = JudgeSetting.of(PROFILE, 8, Goal.byDefault().atMostThreads(3), 1);
    assertThat(Candidates.of(limited).all())
        .hasSizeGreaterThan(5)
        .allMatch(candidate -> candidate.policy().threads(8) <= 3);
  }

  @Test
  void aNameAndATableMakeTheSamePolicyAgain() {
    IntervalTable table = PaperTables.figure5Table();
    Candidate first =
        Candidate.named("few-to-many", PROFILE, Optional.of(table), OptionalInt.empty());
    assertThat(first.table()).contains(table);
    Policy again =
        Candidate.named(first.name(), PROFILE, first.table(), OptionalInt.empty()).policy();
    assertThat(((FewToMany) again).table()).isEqualTo(table);
    assertThat(
            Candidate.named("tail-index", PROFILE, Optional.of(table), OptionalInt.empty()).table())
        .isEmpty();
  }

  @Test
  void rejectsInvalidChoices() {
    Candidate baseline = Candidates.baseline(PROFILE, Goal.byDefault());
    assertThatIllegalArgumentException().isThrownBy(() -> new Candidates(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Candidates(List.of(baseline, baseline)))
        .withMessageContaining("sequential");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Candidate.named("few-to-many", PROFILE, Optional.empty(), OptionalInt.empty()))
        .withMessageContaining("needs an interval table");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Candidate.named("sequential", PROFILE, Optional.empty(), OptionalInt.of(0)));
  }

  @Test
  void tailIndexIsComparedByItsForm() {
    var random = new SplittableRandom(3);
    double[][] light = new double[2_000][];
    double[][] heavy = new double[2_000][];
    for (int r = 0; r < light.length; r++) {
      double erlang = -Math.log(random.nextDouble()) - Math.log(random.nextDouble());
      light[r] = new double[] {1 + erlang, 0.5 + erlang / 2};
      double pareto = Math.pow(random.nextDouble(), -0.5);
      heavy[r] = new double[] {pareto, pareto / 2};
    }
    for (Profile profile : List.of(Profile.of("light", light), Profile.of("heavy", heavy))) {
      Candidate any = named("tail-index", profile);
      assertThat(any.policy().traits()).isEqualTo(named(any.form(), profile).policy().traits());
      assertThat(named(any.form(), profile).form()).isEqualTo(any.form());
    }
    assertThat(named("tail-index", Profile.of("light", light)).form())
        .isEqualTo("tail-index-malleable");
    assertThat(named("tail-index", Profile.of("heavy", heavy)).form())
        .isEqualTo("tail-index-sharing");
  }

  private static Candidate named(String name, Profile profile) {
    return Candidate.named(name, profile, Optional.empty(), OptionalInt.empty());
  }
}
