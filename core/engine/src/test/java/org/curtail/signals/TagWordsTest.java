package org.curtail.signals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TagWordsTest {
  private static Thread sleeping(CountDownLatch until) {
    return Thread.ofPlatform().daemon().start(() -> await(until));
  }

  private static void await(CountDownLatch until) {
    try {
      until.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void requestAndPhaseAreOneWord() {
    Cases.random(
        1,
        1_000,
        random -> {
          long request = random.nextLong() >>> random.nextInt(64);
          int phase = random.nextInt(1 << 16);
          long tag = TagWords.pack(request, phase);
          assertThat(TagWords.phaseOf(tag)).isEqualTo(phase);
          long low = request & 0xffff_ffff_ffffL;
          if (low != 0) {
            assertThat(TagWords.requestOf(tag)).isEqualTo(low);
          }
          assertThat(TagWords.requestOf(tag) == 0).isEqualTo(request == 0);
        });
    assertThat(TagWords.requestOf(TagWords.pack(1L << 48, 0))).isNotZero();
    assertThatThrownBy(() -> TagWords.pack(1, 65_536)).hasMessageContaining("0 to 65535: 65536");
    assertThatThrownBy(() -> TagWords.pack(1, -1)).hasMessageContaining(": -1");
  }

  @Test
  void eachThreadGetsASlotOfItsOwnUntilNoneIsFree() {
    var words = new TagWords(3);
    var end = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(sleeping(end));
    }
    assertThat(threads.stream().map(words::claim).toList())
        .containsExactly(0, 1, 2, TagWords.NO_SLOT);
    assertThat(words.used()).isEqualTo(3);
    assertThat(words.owner(1)).isSameAs(threads.get(1));
    words.release(1);
    assertThat(words.owner(1)).isNull();
    assertThat(words.claim(threads.get(3))).isEqualTo(1);
    end.countDown();
  }

  @Test
  void theSlotOfAThreadThatHasEndedIsFree() throws Exception {
    var words = new TagWords(1);
    var end = new CountDownLatch(1);
    Thread first = sleeping(end);
    assertThat(words.claim(first)).isZero();
    words.tag(0, TagWords.pack(7, 1));
    assertThat(words.claim(Thread.currentThread())).isEqualTo(TagWords.NO_SLOT);
    end.countDown();
    first.join();
    assertThat(words.claim(Thread.currentThread())).isZero();
    assertThat(words.tag(0)).isZero();
  }

  @Test
  void theOwnersWordsAreReadTogether() {
    var words = new TagWords(4);
    TagWords.Slot slot = words.ofThread();
    assertThat(words.ofThread()).isSameAs(slot);
    slot.serve(7, 1, 100, 200);
    long before = words.count(slot.number());
    slot.phase(2);
    slot.chunk(5);
    TagWords.Words read = words.read(slot.number());
    assertThat(read).isNotNull().isEqualTo(slot.words());
    if (read != null) {
      assertThat(read.request()).isEqualTo(7);
      assertThat(read.phase()).isEqualTo(2);
      assertThat(read.chunk()).isEqualTo(5);
      assertThat(read.arrivalNanos()).isEqualTo(100);
      assertThat(read.startNanos()).isEqualTo(200);
      assertThat(read.count()).isGreaterThan(before);
    }
    slot.end();
    assertThat(words.tag(slot.number())).isZero();
    assertThat(slot.serves()).isFalse();
  }

  @Test
  void anInnerRequestIsFollowedByTheOuterOne() {
    var words = new TagWords(4);
    TagWords.Slot slot = words.ofThread();
    slot.serve(7, 2, 100, 200);
    slot.chunk(5);
    TagWords.Words outer = slot.words();
    slot.serve(8, 1, 300, 400);
    assertThat(slot.words().chunk()).isEqualTo(-1);
    slot.resume(outer);
    assertThat(slot.words().tag()).isEqualTo(TagWords.pack(7, 2));
    assertThat(slot.words().chunk()).isEqualTo(5);
    assertThat(slot.words().startNanos()).isEqualTo(200);
    slot.release();
    assertThat(words.owner(0)).isNull();
  }

  @Test
  void aThreadWithoutASlotMaySayWhatItWantsAndDisturbsNobody() {
    var words = new TagWords(1);
    var end = new CountDownLatch(1);
    words.claim(sleeping(end));
    words.tag(0, TagWords.pack(1, 1));
    TagWords.Slot unseen = words.ofThread();
    assertThat(unseen.number()).isEqualTo(TagWords.NO_SLOT);
    unseen.serve(9, 1, 1, 1);
    unseen.chunk(3);
    unseen.phase(2);
    unseen.release();
    assertThat(words.tag(0)).isEqualTo(TagWords.pack(1, 1));
    assertThat(words.chunk(0)).isZero();
    end.countDown();
  }

  @Test
  void theSlotsOfTwoThreadsShareNoLine() {
    var words = new TagWords(8);
    for (int slot = 0; slot < 8; slot++) {
      words.tag(slot, TagWords.pack(slot + 1, slot));
      words.chunk(slot, 10L * slot);
    }
    for (int slot = 0; slot < 8; slot++) {
      assertThat(words.tag(slot)).isEqualTo(TagWords.pack(slot + 1, slot));
      assertThat(words.chunk(slot)).isEqualTo(10L * slot);
    }
    assertThatThrownBy(() -> new TagWords(0)).hasMessageContaining("at least 1: 0");
  }
}
