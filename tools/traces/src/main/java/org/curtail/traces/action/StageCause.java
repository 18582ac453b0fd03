package org.curtail.traces.action;

import org.curtail.traces.workflow.StageName;

/**
 * Causes of slow visits to a stage in a recording. A stage may have several causes.
 *
 * @param alike evidence of work, from the server's self time without the network
 * @param queueing evidence of a queue, from the self time with the network and the queue
 */
public record StageCause(StageName stage, RepeatedSlowness alike, Queueing queueing) {}
