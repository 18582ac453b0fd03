package org.curtail.hedge;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** No token is given twice or lost: one exists, another is added meanwhile. */
@JCStressTest
@Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "The first taker got one.")
@Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "The second taker got one.")
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "Both did.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A token was lost or doubled.")
@State
public class BudgetStress {
  private final HedgeBudget budget = HedgeBudget.of(1);

  public BudgetStress() {
    budget.first();
  }

  @Actor
  public void pays() {
    budget.first();
  }

  @Actor
  public void takes(III_Result r) {
    r.r1 = budget.take() ? 1 : 0;
  }

  @Actor
  public void takesToo(III_Result r) {
    r.r2 = budget.take() ? 1 : 0;
  }

  @Arbiter
  public void end(III_Result r) {
    r.r3 = (int) Math.round(budget.tokens());
  }
}
