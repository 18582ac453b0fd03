package org.curtail.papers.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.papers.experiments.KwikenLateSearch.From;
import org.curtail.papers.experiments.KwikenLateSearch.Outcome;
import org.junit.jupiter.api.Test;

/** Queries that all take the same time, so that all can be reckoned by hand. */
class KwikenLateSearchTest {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  private static KwikenSearch.Part part(String name, double work, double safe, double timeOut) {
    return new KwikenSearch.Part(name, new double[] {work}, new double[] {safe}, timeOut);
  }

  private static KwikenSearch.Part lookup(double work, double timeOut) {
    return part(KwikenSearch.LOOKUP + "-1", work, work, timeOut);
  }

  private static KwikenLateSearch search(KwikenSearch.Part... parts) {
    return new KwikenLateSearch(List.of(parts), 100, 1);
  }

  @Test
  void whatRemainsOfALookupTakesHalfTheTimeOnThreeThreads() {
    Outcome half = search(lookup(100, NEVER)).run(From.NEVER.threads(40));
    assertThat(half.p99Millis()).isEqualTo(40 + 60 / 2.0);
    // One thread for 40 ms and three for 30 ms, in place of one for 100 ms.
    assertThat(half.moreThreads()).isCloseTo((40 + 3 * 30) / 100.0 - 1, within(1e-12));
    Outcome all = search(lookup(100, NEVER)).run(From.NEVER.threads(0));
    assertThat(all.p99Millis()).isEqualTo(50);
    assertThat(all.moreThreads()).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void aLookupUnderWayIsNotSpedUpIfOnlyWholeVisitsAre() {
    KwikenLateSearch two = search(lookup(100, NEVER), lookup(60, NEVER));
    From late = From.NEVER.ofWholeVisits().threads(40);
    assertThat(two.run(late).p99Millis()).isEqualTo(100 + 30);
    assertThat(two.run(late).moreThreads()).isCloseTo(190 / 160.0 - 1, within(1e-12));
  }

  @Test
  void timeOutsEndLookupsThatAreSpedUpToo() {
    assertThat(search(lookup(100, 80)).run(From.NEVER).p99Millis()).isEqualTo(80);
    assertThat(search(lookup(100, 80)).run(From.NEVER.threads(40)).p99Millis()).isEqualTo(70);
    Outcome late = search(lookup(100, 80)).run(From.NEVER.threads(70));
    assertThat(late.p99Millis()).isEqualTo(80);
    assertThat(late.moreThreads()).isCloseTo((70 + 3 * 10) / 80.0 - 1, within(1e-12));
    assertThat(search(lookup(100, 80)).run(From.NEVER.threads(90)))
        .isEqualTo(search(lookup(100, 80)).run(From.NEVER));
  }

  @Test
  void packetsOfQueriesThatAreLateBeforeAreNotLost() {
    KwikenLateSearch search =
        search(
            part(KwikenSearch.NETWORK + "-1", 70, 5, NEVER),
            part(KwikenSearch.NETWORK + "-2", 70, 5, NEVER),
            part("end", 8, 8, NEVER));
    Outcome late = search.run(From.NEVER.network(10));
    assertThat(late.p99Millis()).isEqualTo(70 + 5 + 8);
    assertThat(late.firstOnNetwork()).isEqualTo(0.5);
  }

  @Test
  void theEarliestTimeKeepsItsBudgetAndALittleEarlierDoesNot() {
    KwikenSearch of = KwikenSearch.draw(3, 2_000);
    var search = new KwikenLateSearch(of.trainingParts(), 2_000, 5);
    From found = search.earliest(From.NEVER::threads, Outcome::moreThreads, 0.063);
    assertThat(search.run(found).moreThreads()).isBetween(0.06, 0.063);
    assertThat(search.run(From.NEVER.threads(0.97 * found.threadsMillis())).moreThreads())
        .isGreaterThan(0.063);
  }
}
