package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.curtail.automatic.learn.SpeedupModel;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Test;

class PlainSearchesTest {
  private final PlainSearches searches = new PlainSearches();
  private final List<Timeline> ended = new ArrayList<>();
  private final ArrayDeque<Long> cpuOfOthers = new ArrayDeque<>(List.of(0L, 0L));

  private boolean run(PlainSearches.Search search) throws IOException {
    return searches.run(
        Optional.empty(), RequestOptions.NONE, cpuOfOthers::remove, ended::add, search);
  }

  @Test
  void aSearchIsUnderWayUntilItEnds() throws IOException {
    assertThat(run(() -> searches.running() == 1)).isTrue();
    assertThat(searches.running()).isZero();
    assertThat(ended.getFirst().outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(ended.getFirst().peakDegree()).isEqualTo(1);
  }

  @Test
  void soIsOneThatFails() {
    assertThatThrownBy(() ->
            run(() -> {
              throw new IOException("broken");
            }))
        .hasMessage("broken");
    assertThat(searches.running()).isZero();
    assertThat(ended.getFirst().outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void aSearchOnSeveralThreadsHasTheDemandOfOneThread() throws IOException {
    cpuOfOthers.clear();
    cpuOfOthers.addAll(List.of(0L, 3_000_000_000L));
    run(() -> true);
    Timeline search = ended.getFirst();
    assertThat(SpeedupModel.of(List.of()).demandNanos(search)).isBetween(3.0e9, 4.0e9);
    assertThat(search.responseNanos()).isLessThan(3_000_000_000L);
  }

  @Test
  void whatOtherThreadsDidForItCountsToItsDemand() throws IOException {
    cpuOfOthers.clear();
    cpuOfOthers.addAll(List.of(7_000_000_000L, 9_000_000_000L));
    run(() -> true);
    assertThat(ended.getFirst().cpuNanos()).isPresent();
    assertThat(ended.getFirst().demandNanos()).isBetween(2_000_000_000L, 3_000_000_000L);
    assertThat(ended.getFirst().threadNanos()).isGreaterThanOrEqualTo(2_000_000_000L);
  }
}
