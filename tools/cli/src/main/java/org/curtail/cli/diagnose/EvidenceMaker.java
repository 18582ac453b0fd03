package org.curtail.cli.diagnose;

import java.util.List;
import org.curtail.benchkit.inject.InjectionPlan;
import org.curtail.benchkit.openloop.OpenLoop;
import org.curtail.benchkit.search.SearchAnswer;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.runtime.Ticket;
import org.curtail.runtime.Timeline;

/**
 * Makes evidence from the engine's timeline of a request and the due time of its client. The client
 * is a thread of this process, so it gets an answer at once.
 *
 * @param plan plan of the client
 * @param loop loop that sends the requests
 * @param first number of the first request of the block in the run
 */
record EvidenceMaker(InjectionPlan plan, OpenLoop<Ticket<SearchAnswer>> loop, int first) {
  /** Query of a request, for people. */
  static String group(int query) {
    return "query " + (query + 1);
  }

  /** Evidence of an ended request, by its number in the block. */
  RequestEvidence of(int request, Timeline timeline) {
    int query = plan.query(request);
    long intendedNanos = loop.beginNanos() + plan.intendedNanos(request);
    return new RequestEvidence(
        (long) first + request,
        group(query),
        intendedNanos,
        timeline.arrivalNanos(),
        timeline.admittedNanos(),
        timeline.endNanos(),
        timeline.endNanos(),
        timeline.stints(),
        List.of(),
        RequestEvidence.UNKNOWN);
  }
}
