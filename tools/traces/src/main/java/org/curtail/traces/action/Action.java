package org.curtail.traces.action;

import org.curtail.traces.workflow.Forecast;

/**
 * Something to do about a workflow, and what it is expected to bring.
 *
 * @param why it is the right thing to do
 * @param forecast of whole requests
 */
public record Action(Reason why, Forecast forecast) {
  /** What recorded requests say of a stage that is to be changed. */
  public enum Reason {
    /** Slow visits are slow by chance: a second attempt is not slow as well. */
    NOISE,
    /** Whether a second attempt would be slow as well is not known. */
    UNKNOWN,
    /** A request that is slow once is slow again: it asks for much. */
    WORK,
    /** Visits wait for those of other requests. */
    QUEUE,
    /** A caller waits for each call before it makes the next one like it. */
    LOOP
  }
}
