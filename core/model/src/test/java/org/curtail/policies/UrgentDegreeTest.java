package org.curtail.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.Progress;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UrgentDegreeTest {
  private static final Load LOAD = new Load(3, 1, 4, 6);
  private static final Progress NORMAL = new Progress(90_000_000, 60_000_000, 1);

  @ParameterizedTest
  @EnumSource(PriorityClass.class)
  void onlyUrgentRequestsGetMoreThreads(PriorityClass importance) {
    Policy plain = new FewToMany(PaperTables.figure5Table());
    Decision usual = plain.decide(NORMAL, LOAD);
    Decision decision = new UrgentDegree(plain, 5).decide(NORMAL.of(importance), LOAD);
    assertThat(decision.degree())
        .isEqualTo(importance == PriorityClass.URGENT ? 5 : usual.degree());
    assertThat(decision.askAgainNanos()).isEqualTo(usual.askAgainNanos());
  }

  @Test
  void aRequestThatWantsMoreThreadsKeepsThem() {
    Policy plain = new FixedDegree(4);
    Progress urgent = NORMAL.of(PriorityClass.URGENT);
    assertThat(new UrgentDegree(plain, 3).decide(urgent, LOAD)).isEqualTo(Decision.keep(4));
    assertThat(new UrgentDegree(plain, 3).maxDegree()).isEqualTo(4);
    assertThat(new UrgentDegree(plain, 6).maxDegree()).isEqualTo(6);
  }

  @Test
  void itIsThePolicyInsideInEveryOtherRespect() {
    Policy plain = new FewToMany(PaperTables.figure5Table());
    var urgent = new UrgentDegree(plain, 3);
    assertThat(urgent.traits()).isEqualTo(plain.traits());
    assertThat(urgent.threads(6)).isEqualTo(plain.threads(6));
    assertThat(urgent.admit(NORMAL, LOAD)).isEqualTo(plain.admit(NORMAL, LOAD));
  }

  @Test
  void aDegreeBelowOneIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new UrgentDegree(new Sequential(), 0))
        .withMessage("degree must be at least 1: 0");
  }
}
