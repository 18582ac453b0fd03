package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Profile;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.policies.Policies.Need;
import org.curtail.policy.Adaptive;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.FixedInterval;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.sim.SyntheticProfiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoliciesTest {
  private static final Ingredients ALL =
      new Ingredients(
          Optional.of(PaperTables.figure5Profile()), Optional.of(PaperTables.figure5Table()));

  private static Ingredients from(Profile profile) {
    return new Ingredients(Optional.of(profile), Optional.empty());
  }

  @Test
  void makesEveryPolicyByItsName() {
    assertThat(Policies.named("sequential", Ingredients.NONE)).isEqualTo(new Sequential());
    assertThat(Policies.named("fixed-12", Ingredients.NONE)).isEqualTo(new FixedDegree(12));
    assertThat(Policies.named("adaptive", ALL))
        .isEqualTo(Adaptive.of(PaperTables.figure5Profile()));
    assertThat(Policies.named("protected-3", Ingredients.NONE)).isEqualTo(new ProtectedDegree(3));
    assertThat(Policies.named("binary-7", ALL)).isEqualTo(new Binary(7, 3));
    assertThat(Policies.named("linear-5", ALL)).isEqualTo(new Linear(5, 3));
    assertThat(Policies.named("interval-100", ALL)).isEqualTo(new FixedInterval(100, 3));
    assertThat(Policies.named("clairvoyant-225", ALL)).isEqualTo(new RequestClairvoyant(225, 3));
    assertThat(Policies.named("predictive-225", ALL)).isEqualTo(new RequestClairvoyant(225, 3));
    assertThat(Policies.named("dds-0-225-80", ALL)).isEqualTo(new DelayedSelective(0, 225, 80, 3));
    assertThat(Policies.named("edf-250", ALL))
        .isInstanceOfSatisfying(
            EarliestDeadline.class, policy -> assertThat(policy.targetMs()).isEqualTo(250));
    assertThat(Policies.named("tail-control-400", ALL))
        .isInstanceOfSatisfying(
            TailControl.class, policy -> assertThat(policy.targetMs()).isEqualTo(400));
    assertThat(Policies.named("tpc-100-250-400", ALL))
        .isInstanceOfSatisfying(
            TargetDriven.class,
            policy -> assertThat(policy.targetsMs()).containsExactly(100, 250, 400));
  }

  @Test
  void fewToManyHasThreeVariants() {
    assertThat(Policies.named("few-to-many", ALL))
        .isInstanceOfSatisfying(
            FewToMany.class,
            policy -> {
              assertThat(policy.table()).isEqualTo(PaperTables.figure5Table());
              assertThat(policy.isLiteral()).isFalse();
            });
    assertThat(Policies.named("few-to-many-literal", ALL))
        .isInstanceOfSatisfying(
            FewToMany.class,
            policy -> {
              assertThat(policy.table()).isEqualTo(PaperTables.figure5Table());
              assertThat(policy.isLiteral()).isTrue();
            });
    assertThat(Policies.named("few-to-many-published", Ingredients.NONE))
        .isInstanceOfSatisfying(
            FewToMany.class,
            policy -> {
              assertThat(policy.table()).isEqualTo(IntervalTable.published("few-to-many-lucene"));
              assertThat(policy.isLiteral()).isFalse();
            });
  }

  @Test
  void tailIndexQueuesSimilarDemandsAndSharesDifferentOnes() {
    assertThat(Policies.named("tail-index", from(SyntheticProfiles.named("few-to-many-lucene"))))
        .hasToString("TailIndex[SurvivalWeight, malleable]");
    assertThat(Policies.named("tail-index", from(SyntheticProfiles.named("adaptive-bing"))))
        .hasToString("TailIndex[SurvivalWeight, malleable, turns]");
  }

  @Test
  void theNameHasTheWeightOfAgeInPercent() {
    assertThat(Policies.named("tail-index-gittins-250", ALL))
        .hasToString("TailIndex[AgedGittinsWeight of 250 %, malleable, by priority]");
    assertThat(Policies.named("tail-index-sharing", ALL))
        .hasToString("TailIndex[SurvivalWeight, malleable, turns]");
    assertThat(Policies.named("tail-index-gittins-0", ALL).toString()).contains("of 0 %");
    assertThat(Policies.isKnown("tail-index-gittins-00")).isFalse();
    assertThat(Policies.isKnown("tail-index-gittins")).isFalse();
    assertThat(Policies.named("gittins", ALL)).hasToString("Gittins");
  }

  @Test
  void aRejectedNumberIsReportedWithTheAllowedOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.named("tail-index-gittins-00", ALL))
        .withMessage(
            "no policy is named 'tail-index-gittins-00'; expected tail-index-gittins-W, with whole numbers from 0 to 9999 for the capital letters");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.named("fifo", ALL))
        .withMessageStartingWith("no policy is named 'fifo'; known are adaptive, ");
  }

  @Test
  void anyPolicyCanBeBoosted() {
    assertThat(Policies.named("fixed-3+boosting", ALL)).isEqualTo(new Boosted(new FixedDegree(3)));
    assertThat(Policies.needs("few-to-many+boosting")).containsExactly(Need.TABLE);
    assertThat(Policies.isKnown("adaptive+boosting")).isTrue();
    assertThat(Policies.isKnown("+boosting")).isFalse();
    assertThat(Policies.isKnown("fixed-3+boosting+boosting")).isFalse();
  }

  @Test
  void anyPolicyCanShareInsteadOfQueueing() {
    assertThat(Policies.named("fixed-3+sharing", ALL)).isEqualTo(new Sharing(new FixedDegree(3)));
    assertThat(Policies.named("fixed-3+sharing+boosting", ALL))
        .isEqualTo(new Boosted(new Sharing(new FixedDegree(3))));
    assertThat(Policies.needs("few-to-many+sharing")).containsExactly(Need.TABLE);
    assertThat(Policies.needsPrediction("tpc-100+sharing+boosting")).isTrue();
    assertThat(Policies.isKnown("adaptive+sharing")).isTrue();
    assertThat(Policies.isKnown("+sharing")).isFalse();
    assertThat(Policies.isKnown("fixed-3+sharing+sharing")).isFalse();
    assertThat(Policies.isKnown("fixed-3+boosting+sharing")).isFalse();
    for (String name : Policies.names()) {
      Policy policy = Policies.named(withNumber(name) + Policies.SHARING, ALL);
      assertThat(policy.threads(2)).isBetween(1, 2);
      assertThat(policy.traits().preemption().order()).isEqualTo(Preemption.Order.TURNS);
    }
  }

  @Test
  void additionsToANameCanBeRemoved() {
    for (String addition : new String[] {"", "+sharing", "+boosting", "+sharing+boosting"}) {
      assertThat(Policies.withoutAdditions("tpc-1-2" + addition)).isEqualTo("tpc-1-2");
    }
    assertThat(Policies.withoutAdditions("fixed-3+boosting+sharing")).isEqualTo("fixed-3+boosting");
  }

  /** A name in place of the listed pattern. */
  private static String withNumber(String pattern) {
    return pattern.replaceAll("[A-Z]", "2");
  }

  @Test
  void everyListedNameIsKnown() {
    for (String name : Policies.names()) {
      assertThat(Policies.named(withNumber(name), ALL)).isNotNull();
    }
  }

  @Test
  void aDescriptionIsOneSentenceThatEndsWithThePolicysNeeds() {
    assertThat(Policies.descriptions().keySet()).containsExactlyElementsOf(Policies.names());
    assertThat(Policies.descriptions())
        .containsEntry("fixed-N", "N threads a request from its start.")
        .hasEntrySatisfying(
            "clairvoyant-T",
            sentence -> assertThat(sentence).endsWith("; needs a profile and every true demand."))
        .allSatisfy((name, sentence) -> assertThat(sentence).matches("[A-Z][^.\\n]*\\."));
  }

  @Test
  void theInputsOfAPolicyAreKnownBeforeItIsMade() {
    assertThat(Policies.needs("fixed-2")).isEmpty();
    assertThat(Policies.needs("few-to-many")).containsExactly(Need.TABLE);
    for (String pattern : Policies.names()) {
      String name = withNumber(pattern);
      assertThat(Policies.needsPrediction(name))
          .as(name)
          .isEqualTo(Policies.named(name, ALL).traits().needsPrediction());
    }
    assertThat(Policies.needs("clairvoyant-9")).contains(Need.DEMAND);
    assertThat(Policies.needs("predictive-9")).contains(Need.PREDICTIONS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.needs("fifo"))
        .withMessageContaining("'fifo'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fixed", "fixed-x", "Sequential", "edf", "clairvoyant"})
  void anUnknownNameIsRejectedWithTheKnownOnes(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.named(name, ALL))
        .withMessageContaining("'" + name + "'")
        .withMessageContaining("few-to-many")
        .withMessageContaining("fixed-N");
  }

  @ParameterizedTest
  @CsvSource({
    "fixed-, fixed-N, 1",
    "fixed-0, fixed-N, 1",
    "fixed-02, fixed-N, 1",
    "interval-0.5, interval-T, 1",
    "dds-1-2, dds-D-T-E, 0",
    "dds-1-2-3-4, dds-D-T-E, 0",
    "dds-01-2-3, dds-D-T-E, 0",
    "tpc-0, tpc-E, 1",
    "tpc-, tpc-E, 1",
    "tpc-1-, tpc-E, 1",
  })
  void aNameWithWrongNumbersIsRejectedWithItsForm(String name, String form, int least) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.named(name, ALL))
        .withMessage(
            "no policy is named '%s'; expected %s, with whole numbers from %d to 9999 for the capital letters"
                .formatted(name, form, least));
  }

  @Test
  void aMissingIngredientIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.named("adaptive", Ingredients.NONE))
        .withMessage("policy 'adaptive' needs a profile");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.named("few-to-many", Ingredients.NONE))
        .withMessage("policy 'few-to-many' needs an interval table");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Policies.named("clairvoyant-225", Ingredients.NONE))
        .withMessage("policy 'clairvoyant-225' needs a profile");
  }
}
