package org.curtail.workflow;

import java.util.List;

/**
 * Workflows that stand in for those of Bing, whose traces were never published: fitted to what
 * Kwiken (sections 2.2 and 5.1, Figures 1 to 6) states of them. Deterministic.
 */
public final class StandInWorkflows {
  /** As many as the paper has. */
  public static final int COUNT = 45;

  private StandInWorkflows() {}

  /**
   * All workflows; the fit draws what the paper leaves open.
   *
   * @param samples times per stage: at least 1
   * @param fit which of the many fits: a seed
   * @param sampleSeed of the times alone, so that plans can be tried on times they have not seen
   */
  public static List<Workflow> all(int samples, long fit, long sampleSeed) {
    throw new UnsupportedOperationException("follows");
  }

  /** The web search workflow of Figure 1, with a stage of many responders. */
  public static Workflow webSearch(int samples, long fit, long sampleSeed) {
    throw new UnsupportedOperationException("follows");
  }
}
