package org.curtail.benchkit.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClaimTest {
  private static Claim number(double paper, double ours, @Nullable Boolean sameSign) {
    return new Claim(
        "Figure 1", "gain", "%", paper, ours, ours, ours, ours - paper, sameSign, "", "", null);
  }

  @Test
  void aNumberWithinAFifthOfThePapersIsAYes() {
    assertThat(number(25, 20, true).agreement()).hasValue(Agreement.YES);
    assertThat(number(25, 30, true).agreement()).hasValue(Agreement.YES);
    assertThat(number(-25, -20, true).agreement()).hasValue(Agreement.YES);
    assertThat(number(25, 30, null).agreement()).hasValue(Agreement.YES);
  }

  @Test
  void theSameSignAloneIsTheSameDirection() {
    assertThat(number(26, 4.1, true).agreement()).hasValue(Agreement.SAME_DIRECTION);
    assertThat(number(25, 19.9, true).agreement()).hasValue(Agreement.SAME_DIRECTION);
    assertThat(number(25, 30.1, true).agreement()).hasValue(Agreement.SAME_DIRECTION);
  }

  @Test
  void anotherSignOrAnotherSizeOfWhatHasNoDirectionIsANo() {
    assertThat(number(26, -4.1, false).agreement()).hasValue(Agreement.NO);
    assertThat(number(62, 94, null).agreement()).hasValue(Agreement.NO);
  }

  @Test
  void aNumberOfThePaperStandsForWhatItIsRoundedFrom() {
    assertThat(number(0, 0.4, null).agreement()).hasValue(Agreement.YES);
    assertThat(number(0, -0.6, null).agreement()).hasValue(Agreement.NO);
    assertThat(number(1.29, 1.7, null).agreement()).hasValue(Agreement.NO);
  }

  @Test
  void aNumberThatCouldNotBeMeasuredIsANoAndOneThatNoPaperGivesIsNoClaim() {
    var lost = new Claim("Figure 1", "gain", "%", 5.0, null, null, null, null, null, "", "", null);
    var own = new Claim("Figure 1", "gain", "%", null, 5.0, 4.0, 6.0, null, null, "", "", null);
    assertThat(lost.agreement()).hasValue(Agreement.NO);
    assertThat(own.agreement()).isEmpty();
  }

  @Test
  void onlyAYesCountsAsAClaimThatHolds() {
    List<Claim> claims = new ArrayList<>();
    claims.add(number(25, 24, true));
    claims.add(number(26, 4.1, true));
    claims.add(number(26, -4.1, false));
    claims.add(Claim.answered("Figure 1", "a below b", Answer.NOT_DECIDED, "", ""));
    assertThat(Claim.summary(claims, "here"))
        .isEqualTo(
            "1 of 4 claims hold here; 1 more has the same direction, not the size; 1 is not decided");
  }
}
