package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.curtail.hedge.HedgeTimer.TimerHeap;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** The heap compared with a list that is searched from end to end. */
class TimerHeapPropertyTest {
  private static final class Entry implements HedgeTimer.Entry {
    final long dueNanos;
    boolean isOver;
    boolean isForgotten;
    int asked;

    Entry(long dueNanos) {
      this.dueNanos = dueNanos;
    }

    @Override
    public boolean isOver() {
      asked++;
      return isOver;
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public boolean due(long nowNanos) {
      throw new AssertionError("a heap calls nobody");
    }

    @Override
    public boolean onClose() {
      throw new AssertionError("a heap closes nobody");
    }

    @Override
    public void removed() {
      assertThat(isOver).as("only who is over is forgotten").isTrue();
      assertThat(isForgotten).isFalse();
      isForgotten = true;
    }
  }

  private static long earliest(List<Entry> kept) {
    return kept.stream().mapToLong(Entry::dueNanos).min().orElse(HedgeTimer.NEVER);
  }

  @Test
  void earliestEntryIsOnTopAndOnlyFinishedEntriesAreDropped() {
    Cases.random(
        1,
        300,
        random -> {
          var heap = new TimerHeap();
          var kept = new ArrayList<Entry>();
          int dues = 1 + random.nextInt(200);
          int grows = 1 + random.nextInt(9);
          for (int i = 0; i < 300; i++) {
            if (random.nextInt(10) < grows) {
              var entry = new Entry(random.nextInt(dues));
              heap.add(entry, entry.dueNanos);
              kept.add(entry);
            } else {
              Entry first = (Entry) heap.first();
              Entry polled = (Entry) heap.poll();
              assertThat(polled).isSameAs(first);
              assertThat(polled == null).isEqualTo(kept.isEmpty());
              if (polled != null) {
                assertThat(polled.dueNanos).isEqualTo(earliest(kept));
                assertThat(kept.remove(polled)).isTrue();
              }
            }
            assertThat(heap.size()).isEqualTo(kept.size());
            assertThat(heap.earliest()).isEqualTo(earliest(kept));
          }
        });
  }

  /** There are never many more finished entries than live ones, and finding them is cheap. */
  @Test
  void finishedEntriesAreDroppedInTimeAtLittleCost() {
    Cases.random(
        1,
        20,
        random -> {
          var heap = new TimerHeap();
          var all = new ArrayList<Entry>();
          int live = 0;
          int mostLive = 0;
          int lives = 1 + random.nextInt(20);
          int most = 1_024 + random.nextInt(4_000);
          for (int i = 0; i < 20_000; i++) {
            var entry = new Entry(random.nextInt(1_000));
            heap.add(entry, entry.dueNanos);
            all.add(entry);
            live++;
            mostLive = Math.max(mostLive, live);
            assertThat(heap.size()).isLessThanOrEqualTo(Math.max(1_024, 2 * mostLive) + 1);
            if (live > most || random.nextInt(20) >= lives) {
              entry.isOver = true;
              live--;
            }
          }
          assertThat(all.stream().filter(entry -> !entry.isOver && entry.isForgotten)).isEmpty();
          long asked = all.stream().mapToLong(entry -> entry.asked).sum();
          assertThat(asked).as("questions for 20,000 entries").isLessThan(3 * 20_000);
          // All other entries are removed in order.
          long before = 0;
          int left = 0;
          for (HedgeTimer.Entry next = heap.poll(); next != null; next = heap.poll()) {
            assertThat(next.dueNanos()).isGreaterThanOrEqualTo(before);
            before = next.dueNanos();
            left++;
          }
          assertThat(left).isEqualTo(all.stream().filter(entry -> !entry.isForgotten).count());
        });
  }
}
