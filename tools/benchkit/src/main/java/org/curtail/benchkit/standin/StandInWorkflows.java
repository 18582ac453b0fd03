package org.curtail.benchkit.standin;

import org.curtail.workflow.Workflow;

/**
 * Stand-ins for the workflows of Bing, whose traces were never published; the Kwiken paper is
 * reproduced on them. {@code research/notes/kwiken.md} describes the fit. The same seeds give the
 * same workflows.
 */
public final class StandInWorkflows {
  /** Number of the paper's workflows. */
  public static final int COUNT = KwikenWorkflow.COUNT;

  private StandInWorkflows() {}

  /**
   * Number of stages of a workflow.
   *
   * @param number 1 to {@value #COUNT}, from the smallest to the greatest
   */
  public static int stages(int number) {
    return KwikenShape.stages(requireNumber(number) - 1, COUNT);
  }

  /**
   * A workflow with the times from which the experiment plans.
   *
   * @param number 1 to {@value #COUNT}, from the smallest to the greatest
   * @param samples times per stage: at least 1
   * @param fit seed of the properties that the paper leaves open
   */
  public static Workflow one(int number, int samples, long fit) {
    return drawn(number, samples, fit).training();
  }

  /**
   * The same services, measured at another time.
   *
   * @param sampleSeed of the times alone
   */
  public static Workflow one(int number, int samples, long fit, long sampleSeed) {
    return drawn(number, samples, fit).measured(sampleSeed);
  }

  private static KwikenWorkflow drawn(int number, int samples, long fit) {
    if (samples < 1) {
      throw new IllegalArgumentException("samples must be at least 1: " + samples);
    }
    return KwikenWorkflow.draw(requireNumber(number) - 1, COUNT, KwikenFit.of(fit), fit, samples);
  }

  private static int requireNumber(int number) {
    if (number < 1 || number > COUNT) {
      throw new IllegalArgumentException(
          "number must be from 1 to %d: %d".formatted(COUNT, number));
    }
    return number;
  }
}
