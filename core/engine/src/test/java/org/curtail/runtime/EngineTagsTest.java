package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.policy.Sequential;
import org.curtail.signals.Signals;
import org.curtail.signals.TagWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tags of an engine's threads. */
@Timeout(300)
class EngineTagsTest {
  @Test
  void aThreadSaysWhatItDoesAndWhenItHasDoneNothing() throws Exception {
    Signals signals = Signals.probe();
    var words = Collections.synchronizedList(new ArrayList<TagWords.Words>());
    Runnable note = () -> words.add(signals.tags().ofThread().words());
    var work =
        new RecordedWork(3, chunk -> note.run()) {
          @Override
          public void begin(int degree) {
            note.run();
          }

          @Override
          public Integer complete(List<List<Integer>> workers) {
            note.run();
            return super.complete(workers);
          }
        };
    try (Curtail curtail = Curtail.with(new Sequential()).cores(1).signals(signals).start()) {
      Ticket<Integer> ticket = curtail.submit(work);
      ticket.get();
      assertThat(words)
          .extracting(TagWords.Words::phase)
          .containsExactly(
              WorkerSignals.Phase.BEGIN.number(),
              WorkerSignals.Phase.CHUNKS.number(),
              WorkerSignals.Phase.CHUNKS.number(),
              WorkerSignals.Phase.CHUNKS.number(),
              WorkerSignals.Phase.RESULT.number());
      assertThat(words).extracting(TagWords.Words::chunk).containsExactly(-1L, 0L, 1L, 2L, 2L);
      assertThat(words).allMatch(one -> one.request() == 1);
      assertThat(words)
          .allMatch(one -> one.arrivalNanos() == ticket.timeline().arrivalNanos())
          .allMatch(one -> one.startNanos() == ticket.timeline().startNanos());
      assertThat(words).isSortedAccordingTo(Comparator.comparingLong(TagWords.Words::count));
    }
    for (int slot = 0; slot < signals.tags().used(); slot++) {
      assertThat(signals.tags().tag(slot)).isZero();
    }
  }

  @Test
  void aRequestInsideAnotherOneIsToldOfAndThenTheOuterOneAgain() throws Exception {
    Signals signals = Signals.probe();
    var outerAfter = new AtomicReference<TagWords.Words>();
    var inner = new AtomicReference<TagWords.Words>();
    var ended = Collections.synchronizedList(new ArrayList<Timeline>());
    var listener =
        new RequestListener() {
          @Override
          public void ended(long request, Timeline timeline) {
            ended.add(timeline);
          }
        };
    try (Curtail curtail =
        Curtail.with(new Sequential()).cores(1).signals(signals).listener(listener).start()) {
      curtail.run(
          new RecordedWork(
              1,
              chunk -> {
                TagWords.Slot slot = signals.tags().ofThread();
                curtail.run(new RecordedWork(4, ignored -> inner.set(slot.words())));
                outerAfter.set(slot.words());
              }));
    }
    assertThat(inner.get().request()).isEqualTo(2);
    assertThat(inner.get().chunk()).isEqualTo(3);
    assertThat(outerAfter.get().request()).isEqualTo(1);
    assertThat(outerAfter.get().chunk()).isZero();
    assertThat(ended).extracting(one -> one.stints().size()).containsExactly(1, 1);
    assertThat(ended).extracting(one -> one.stints().getFirst().chunks()).containsExactly(4, 1);
    // A caller's slot is given back with its request.
    assertThat(signals.tags().owner(0)).isNull();
  }
}
