package org.curtail.traces.action;

import org.curtail.traces.workflow.StageName;

/**
 * Why visits to a stage are slow, as far as a recording tells. A stage may be slow for several
 * reasons.
 *
 * @param alike whether slow visits are work: the server's own time, without the network to it
 * @param queueing whether they wait for others: the own time, with the network and queue to it
 */
public record StageCause(StageName stage, SlowAlike alike, Queueing queueing) {}
