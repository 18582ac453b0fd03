package org.curtail.papers.experiments;

import java.util.List;
import org.curtail.benchkit.standin.KwikenRandom;
import org.curtail.workflow.Stage;
import org.curtail.workflow.Workflow;

/**
 * Requests that run through a workflow, stage by stage, without queues, as in the simulator of the
 * Kwiken paper (section 5.1). The times of a call and of its copy are drawn from the times of the
 * stage. Here copies may also begin at a time since the start of the whole request, so in the
 * middle of a call. The library's simulation has no such copies. All runs have the same times.
 */
final class KwikenRequests {
  private final int requests;
  private final long seed;
  private final double[][] times;
  private final int[][] before;

  /**
   * Requests to a workflow.
   *
   * @param workflow a workflow with true {@link #canRun}
   */
  KwikenRequests(Workflow workflow, int requests, long seed) {
    this.requests = requests;
    this.seed = seed;
    List<Stage> stages = workflow.stages();
    times = stages.stream().map(stage -> stage.times().firstMillis()).toArray(double[][]::new);
    before =
        stages.stream()
            .map(stage -> stage.after().stream().mapToInt(workflow::index).toArray())
            .toArray(int[][]::new);
  }

  /** Returns true if its stages ask one server each, call no others, and are independent. */
  static boolean canRun(Workflow workflow) {
    return workflow.joint() == null
        && workflow.stages().stream()
            .allMatch(stage ->
                stage.within() == null
                    && stage.responders().count() == 1
                    && !stage.times().arePairs());
  }

  /**
   * The times at which a stage sends copies of calls without an answer; infinite for never.
   *
   * @param localMillis time after the call
   * @param lateMillis time after the start of the whole request; for calls that begin later, at
   *     once
   */
  record Copies(double localMillis, double lateMillis) {
    static final Copies NONE = new Copies(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    Copies late(double millis) {
      return new Copies(localMillis, millis);
    }

    private double atMillis(double startMillis) {
      return Math.min(startMillis + localMillis, Math.max(startMillis, lateMillis));
    }
  }

  /** Creates a run before its first stage. */
  Run run() {
    return new Run();
  }

  /** The running requests. The requests visit stages in the order of the workflow. */
  final class Run {
    private final double[][] ends = new double[times.length][];

    /**
     * Lets all requests visit a stage.
     *
     * @return the share of calls with a copy
     */
    double visit(int stage, Copies copies) {
      ends[stage] = starts(stage);
      return sent(stage, copies, ends[stage]);
    }

    /** Returns the share of calls that would get a copy. */
    double sent(int stage, Copies copies) {
      return sent(stage, copies, starts(stage));
    }

    private double[] starts(int stage) {
      double[] starts = new double[requests];
      for (int earlier : before[stage]) {
        for (int i = 0; i < requests; i++) {
          starts[i] = Math.max(starts[i], ends[earlier][i]);
        }
      }
      return starts;
    }

    /** Changes the starts into ends. */
    private double sent(int stage, Copies copies, double[] now) {
      var chance = KwikenRandom.of(seed, 31, stage);
      double[] millis = times[stage];
      long sent = 0;
      for (int i = 0; i < requests; i++) {
        double end = now[i] + millis[chance.below(millis.length)];
        double second = millis[chance.below(millis.length)];
        double copied = copies.atMillis(now[i]);
        if (end > copied) {
          sent++;
          end = Math.min(end, copied + second);
        }
        now[i] = end;
      }
      return (double) sent / requests;
    }

    /** Returns latencies from end to end, over the stages so far. */
    double[] latenciesMillis() {
      double[] latest = new double[requests];
      for (double[] of : ends) {
        for (int i = 0; of != null && i < requests; i++) {
          latest[i] = Math.max(latest[i], of[i]);
        }
      }
      return latest;
    }

    /** No request takes longer. */
    double latestMillis() {
      double sum = 0;
      for (double[] of : times) {
        double longest = 0;
        for (double time : of) {
          longest = Math.max(longest, time);
        }
        sum += longest;
      }
      return sum;
    }
  }
}
