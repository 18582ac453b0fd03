package org.curtail.runtime;

import org.openjdk.jcstress.infra.results.II_Result;

/** What tests of one raced request begin with, and what they tell of its end. */
class RacedEnd {
  final Raced raced;

  RacedEnd(Raced raced) {
    this.raced = raced;
  }

  /** First: how often the end was announced; second: what its submitter gets. */
  void tell(II_Result r) {
    r.r1 = raced.announced();
    r.r2 = raced.result();
  }
}
