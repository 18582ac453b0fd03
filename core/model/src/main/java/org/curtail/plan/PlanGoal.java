package org.curtail.plan;

import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Percentile;

/**
 * Goal of a plan and its limits (Few-to-Many paper, Table 1 and Figure 7).
 *
 * @param cores cores of the machine; at least 1. Part of the table only: {@code targetParallelism}
 *     limits the search
 * @param targetParallelism greatest mean number of threads of all requests together; at least 1. At
 *     higher loads, requests wait for an exit
 * @param maxDegree greatest degree; at least 1
 * @param degrees degrees that a request may pass through: ascending, from 1 to {@code maxDegree},
 *     both included. {1, 3} jumps from one thread to three; degree 2 then begins together with
 *     degree 3
 * @param percentile tail to minimise, 0 to 100
 * @param stepMs step of all times of the table; more than 0, finite
 * @param maxLoad number of rows, one for each load from 1 to this; at least 1
 */
public record PlanGoal(
    int cores,
    int targetParallelism,
    int maxDegree,
    List<Integer> degrees,
    double percentile,
    double stepMs,
    int maxLoad) {
  public PlanGoal {
    degrees = List.copyOf(degrees);
    requirePositive("cores", cores);
    requirePositive("targetParallelism", targetParallelism);
    requirePositive("maxDegree", maxDegree);
    requirePositive("maxLoad", maxLoad);
    Percentile.check(percentile);
    if (!(stepMs > 0) || Double.isInfinite(stepMs)) {
      throw new IllegalArgumentException("stepMs must be positive and finite: " + stepMs);
    }
    int previous = 0;
    for (int degree : degrees) {
      if (degree <= previous) {
        throw new IllegalArgumentException("degrees must ascend: " + degrees);
      }
      previous = degree;
    }
    if (degrees.isEmpty() || degrees.getFirst() != 1 || degrees.getLast() != maxDegree) {
      throw new IllegalArgumentException(
          "degrees must begin with 1 and end with maxDegree " + maxDegree + ": " + degrees);
    }
  }

  private static void requirePositive(String field, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(field + " must be at least 1: " + value);
    }
  }

  /** Returns all degrees from 1 to a greatest one, for {@link #degrees}. */
  public static List<Integer> degreesTo(int maxDegree) {
    return IntStream.rangeClosed(1, maxDegree).boxed().toList();
  }
}
