package org.curtail.benchkit.standin;

import org.curtail.workflow.Workflow;

/**
 * Stand-ins for the workflows of Bing, whose traces were never published. They serve to reproduce
 * the Kwiken paper. {@code research/notes/kwiken.md} describes the fit. The same seeds give the
 * same workflows.
 */
public final class StandInWorkflows {
  /** Number of workflows in the paper. */
  public static final int COUNT = KwikenWorkflow.COUNT;

  private StandInWorkflows() {}

  /**
   * Returns the number of stages of a workflow.
   *
   * @param number 1 to {@value #COUNT}, from the smallest to the greatest
   */
  public static int stages(int number) {
    return KwikenShape.stages(requireNumber(number) - 1, COUNT);
  }

  /**
   * Returns a workflow with the times for planning.
   *
   * @param number 1 to {@value #COUNT}, from the smallest to the greatest
   * @param samples number of times per stage: at least 1
   * @param fit seed of the properties that the paper leaves open
   */
  public static Workflow one(int number, int samples, long fit) {
    return drawn(number, samples, fit).training();
  }

  /**
   * Returns the workflow with other measured times.
   *
   * @param sampleSeed seed of the times
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
