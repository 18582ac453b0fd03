package org.curtail.benchkit.replicas;

import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;

/** Makes plans for copies. */
sealed interface CopyPlanner permits CopyPlanner.FromTimes, QueuePlanner {
  /** Returns a percentile of the latency without copies. */
  double percentileMillis(double percentile);

  ReissuePlan singleD(ReissueGoal goal);

  ReissuePlan singleR(ReissueGoal goal);

  /** Plans from recorded times as they are: without queues and noise. */
  record FromTimes(RecordedTimes times, AttemptTimes attempts) implements CopyPlanner {
    FromTimes(RecordedTimes times) {
      this(times, times.attempts());
    }

    @Override
    public double percentileMillis(double percentile) {
      return times.percentileMs(percentile);
    }

    @Override
    public ReissuePlan singleD(ReissueGoal goal) {
      return ReissuePlanner.singleD(attempts, goal);
    }

    @Override
    public ReissuePlan singleR(ReissueGoal goal) {
      return ReissuePlanner.singleR(attempts, goal);
    }
  }
}
