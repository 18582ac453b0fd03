package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/**
 * The timer compared with a list that is searched from end to end; {@code -Dlong} has more cases.
 */
class HedgeTimerTest {
  private static class Entry implements HedgeTimer.Entry {
    private final List<Entry> called;
    private long dueNanos;
    private int again;
    private boolean isOver;
    private int gone;
    private boolean throwsOnce;

    Entry(List<Entry> called, long dueNanos, int again) {
      this.called = called;
      this.dueNanos = dueNanos;
      this.again = again;
    }

    @Override
    public boolean isOver() {
      return isOver;
    }

    @Override
    public long dueNanos() {
      return dueNanos;
    }

    @Override
    public boolean due(long nowNanos) {
      if (throwsOnce) {
        throwsOnce = false;
        throw new OutOfMemoryError("short");
      }
      assertThat(dueNanos).as("due now").isLessThanOrEqualTo(nowNanos);
      assertThat(gone).isZero();
      called.add(this);
      dueNanos += 7;
      return again-- > 0;
    }

    @Override
    public boolean onClose() {
      return again > 0;
    }

    @Override
    public void removed() {
      gone++;
    }
  }

  @Test
  void dueEntriesAreCalledOnceInOrder() {
    Cases.random(
        1,
        Cases.count(40, 300),
        random -> {
          var timer = new HedgeTimer(() -> {});
          var called = new ArrayList<Entry>();
          // Entries that the timer holds, and entries that it has removed.
          var kept = new ArrayList<Entry>();
          var all = new ArrayList<Entry>();
          long now = 0;
          int most = 1 + random.nextInt(5_000);
          for (int i = 0; i < 200; i++) {
            for (int j = random.nextInt(most / 20 + 2); j > 0; j--) {
              var entry = new Entry(called, now + random.nextInt(1_000), random.nextInt(3));
              kept.add(entry);
              timer.add(entry);
            }
            for (int j = random.nextInt(most / 20 + 2); j > 0 && !kept.isEmpty(); j--) {
              kept.get(random.nextInt(kept.size())).isOver = true;
            }
            now += random.nextInt(60);
            long until = now;
            List<Entry> expected =
                kept.stream().filter(e -> !e.isOver && e.dueNanos <= until).toList();
            called.clear();
            long next = timer.step(now);
            assertThat(new HashSet<>(called).containsAll(expected)).as("step %d", i).isTrue();
            assertThat(called.stream().noneMatch(e -> e.isOver)).as("step %d", i).isTrue();
            List<Entry> waiting = kept.stream().filter(e -> !e.isOver && e.gone == 0).toList();
            assertThat(waiting.stream().allMatch(e -> e.dueNanos > until)).isTrue();
            long earliest =
                waiting.stream().mapToLong(e -> e.dueNanos).min().orElse(HedgeTimer.NEVER);
            assertThat(next).isLessThanOrEqualTo(earliest);
            assertThat(timer.waiting()).isGreaterThanOrEqualTo(waiting.size());
            all.addAll(kept.stream().filter(e -> e.gone > 0).toList());
            kept.removeIf(e -> e.gone > 0);
          }
          kept.forEach(e -> e.isOver = true);
          timer.step(now + 10_000);
          all.addAll(kept);
          assertThat(timer.waiting()).isZero();
          assertThat(all).isNotEmpty().allMatch(e -> e.gone == 1);
        });
  }

  @Test
  void entriesAreCalledInOrderOfTheirTimes() {
    var timer = new HedgeTimer(() -> {});
    var called = new ArrayList<Entry>();
    for (int i = 0; i < 1_000; i++) {
      timer.add(new Entry(called, (i * 7_919L) % 1_009, 0));
    }
    var dues = new ArrayList<Long>();
    timer.step(-1);
    assertThat(called).isEmpty();
    timer.step(2_000);
    called.forEach(entry -> dues.add(entry.dueNanos - 7));
    assertThat(dues).hasSize(1_000).isSortedAccordingTo(Comparator.naturalOrder());
  }

  /**
   * Calls end within a millisecond and have deadlines in seconds. Finished calls must not
   * accumulate.
   */
  @Test
  void finishedEntriesDoNotAccumulate() {
    var timer = new HedgeTimer(() -> {});
    var called = new ArrayList<Entry>();
    int most = 0;
    for (int i = 0; i < 1_000_000; i++) {
      var entry = new Entry(called, 1_000_000_000, 0);
      timer.add(entry);
      if (i % 100 == 0) {
        timer.step(i);
      }
      entry.isOver = true;
      most = Math.max(most, timer.waiting());
    }
    assertThat(most).isLessThanOrEqualTo(1_024);
    assertThat(called).isEmpty();
  }

  @Test
  void onlyEntriesDueBeforeTheWakeUpWakeTheThread() {
    var woken = new ArrayList<String>();
    var timer = new HedgeTimer(() -> woken.add("woken"));
    var called = new ArrayList<Entry>();
    assertThat(timer.maySleep(100)).isTrue();
    timer.add(new Entry(called, 100, 0));
    timer.add(new Entry(called, 200, 0));
    assertThat(woken).isEmpty();
    timer.add(new Entry(called, 99, 0));
    assertThat(woken).hasSize(1);
    timer.add(new Entry(called, 99, 0));
    assertThat(woken).hasSize(1);
    assertThat(timer.maySleep(50)).isFalse();
    timer.awake();
    assertThat(timer.step(0)).isEqualTo(99);
    assertThat(timer.maySleep(99)).isTrue();
  }

  @Test
  void manyEntriesWakeTheThreadThoughNoneIsDue() {
    var woken = new ArrayList<String>();
    var timer = new HedgeTimer(() -> woken.add("woken"));
    timer.step(0);
    assertThat(timer.maySleep(100)).isTrue();
    for (int i = 0; i < HedgeTimer.LOT; i++) {
      assertThat(woken).isEmpty();
      timer.add(new Entry(new ArrayList<>(), 1_000, 0));
    }
    assertThat(woken).hasSize(1);
  }

  @Test
  void entryIsTriedAgainAfterMemoryRanOut() {
    var timer = new HedgeTimer(() -> {});
    var called = new ArrayList<Entry>();
    var entry = new Entry(called, 10, 0);
    entry.throwsOnce = true;
    timer.add(entry);
    long next = timer.step(10);
    assertThat(called).isEmpty();
    assertThat(next).isGreaterThan(10).isLessThan(10_000_000);
    timer.step(next);
    assertThat(called).containsExactly(entry);
  }

  @Test
  void onlyEntriesWithADeadlineWaitAfterClosing() {
    var timer = new HedgeTimer(() -> {});
    var called = new ArrayList<Entry>();
    var stays = new Entry(called, 50, 1);
    var goes = new Entry(called, 40, 0);
    timer.add(stays);
    timer.add(goes);
    timer.close();
    assertThat(timer.waiting()).isEqualTo(1);
    assertThat(goes.gone).isEqualTo(1);
    assertThat(timer.step(0)).isEqualTo(50);
  }

  /** Only the end of the watched entry wakes it. */
  @Test
  void closedTimerDropsFinishedEntriesAndWatchesTheNext() {
    var woken = new ArrayList<String>();
    var timer = new HedgeTimer(() -> woken.add("woken"));
    var entries = new ArrayList<Entry>();
    for (int i = 0; i < 10; i++) {
      entries.add(new Entry(new ArrayList<>(), 100 - i, 1));
      timer.add(entries.getLast());
    }
    entries.get(5).isOver = true;
    timer.over(entries.get(5));
    timer.close();
    assertThat(timer.waiting()).isEqualTo(9);
    woken.clear();
    // In the order of their times, which is the opposite one.
    assertThat(timer.watch()).isEqualTo(91);
    for (int i : new int[] {3, 8, 7, 0}) {
      entries.get(i).isOver = true;
      timer.over(entries.get(i));
    }
    assertThat(woken).isEmpty();
    assertThat(timer.watch()).isEqualTo(91);
    entries.get(9).isOver = true;
    timer.over(entries.get(9));
    assertThat(woken).hasSize(1);
    assertThat(timer.watch()).as("9, 8 and 7 are forgotten").isEqualTo(94);
    assertThat(timer.waiting()).isEqualTo(6);
    for (Entry entry : entries) {
      entry.isOver = true;
    }
    assertThat(timer.watch()).isEqualTo(HedgeTimer.NEVER);
    assertThat(timer.waiting()).isZero();
    assertThat(entries).allMatch(entry -> entry.gone == 1);
    timer.over(entries.getFirst());
    assertThat(woken).as("it looks at none any more").hasSize(1);
  }

  @Test
  void finishedEntriesAreDroppedOnClosing() {
    var timer = new HedgeTimer(() -> {});
    var over = new Entry(new ArrayList<>(), 10, 1);
    var late = new Entry(new ArrayList<>(), 20, 1);
    timer.add(over);
    timer.add(late);
    timer.step(0);
    over.isOver = true;
    timer.close();
    assertThat(over.gone).isEqualTo(1);
    assertThat(timer.waiting()).isEqualTo(1);
    assertThat(timer.watch()).isEqualTo(20);
  }

  /**
   * Between two steps no entry is late; the longer a step takes, the later are the following ones.
   */
  @Test
  void timerIsBehindByTheDurationOfItsStep() {
    var timer = new HedgeTimer(() -> {});
    var behind = new ArrayList<Long>();
    timer.add(
        new Entry(new ArrayList<>(), 10, 0) {
          @Override
          public boolean due(long nowNanos) {
            for (long now : new long[] {25, 30, 1_000, 29}) {
              behind.add(timer.behindNanos(now));
            }
            return false;
          }
        });
    assertThat(timer.behindNanos(7)).isZero();
    timer.step(30);
    assertThat(behind).containsExactly(0L, 0L, 970L, 0L);
    assertThat(timer.behindNanos(5_000)).isZero();
  }

  @Test
  void timerKnowsItsThread() throws Exception {
    var timer = new HedgeTimer(() -> {});
    assertThat(timer.isOwnThread()).isFalse();
    timer.setThread(Thread.currentThread());
    assertThat(timer.isOwnThread()).isTrue();
    var others = new ArrayList<Boolean>();
    var other = new Thread(() -> others.add(timer.isOwnThread()));
    other.start();
    other.join();
    assertThat(others).containsExactly(false);
  }

  @Test
  void nextEntryWakesASleepingThread() {
    var woken = new ArrayList<String>();
    var timer = new HedgeTimer(() -> woken.add("woken"));
    timer.add(new Entry(new ArrayList<>(), 10, 0));
    assertThat(woken).as("it is awake").isEmpty();
    timer.asleep();
    timer.add(new Entry(new ArrayList<>(), 1_000_000, 0));
    assertThat(woken).hasSize(1);
    timer.awake();
    timer.add(new Entry(new ArrayList<>(), 5, 0));
    assertThat(woken).hasSize(1);
  }
}
