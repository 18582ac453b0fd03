package org.curtail.runtime;

import org.openjdk.jcstress.infra.results.II_Result;

/** Common state of tests with one raced request. */
class EndedRequestState {
  final RacedRequest raced;

  EndedRequestState(RacedRequest raced) {
    this.raced = raced;
  }

  /** First: announcements of the end; second: the submitter's result. */
  void report(II_Result r) {
    r.r1 = raced.announced();
    r.r2 = raced.result();
  }
}
