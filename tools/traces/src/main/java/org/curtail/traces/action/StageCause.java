package org.curtail.traces.action;

import org.curtail.traces.workflow.StageName;

/**
 * Causes of slow visits to a stage, as a recording shows them. A stage may have several.
 *
 * @param alike evidence of work: in the server's self time, without the network to it
 * @param queueing evidence of waiting for others: in the self time with the network and queue to it
 */
public record StageCause(StageName stage, RepeatedSlowness alike, Queueing queueing) {}
