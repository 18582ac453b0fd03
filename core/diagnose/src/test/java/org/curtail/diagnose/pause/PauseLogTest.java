package org.curtail.diagnose.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.curtail.diagnose.pause.Pause.Kind;
import org.curtail.testkit.Cases;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PauseLogTest {
  private static final List<Kind> KINDS = List.of(Kind.values());
  private static final long SURE = 3;

  private static List<Pause> between(long fromNanos, long toNanos, long least, Pause... pauses) {
    var log = new PauseLog(least, SURE);
    for (Pause pause : pauses) {
      log.add(pause);
    }
    return log.between(fromNanos, toNanos);
  }

  @Test
  void aCollectionWithinASafepointLeavesWhatIsBeforeAndAfterIt() {
    assertThat(
            between(
                0, 100, 10, new Pause(10, 50, Kind.SAFEPOINT), new Pause(20, 40, Kind.COLLECTOR)))
        .containsExactly(
            new Pause(10, 20, Kind.SAFEPOINT),
            new Pause(20, 40, Kind.COLLECTOR),
            new Pause(40, 50, Kind.SAFEPOINT));
  }

  @Test
  void aStopThatACollectionExplainsIsNone() {
    Pause collection = new Pause(20, 40, Kind.COLLECTOR);
    assertThat(between(0, 100, 10, new Pause(15, 44, Kind.STOPPED), collection))
        .containsExactly(collection);
    assertThat(between(0, 100, 10, new Pause(15, 45, Kind.STOPPED), collection))
        .containsExactly(
            new Pause(15, 20, Kind.STOPPED), collection, new Pause(40, 45, Kind.STOPPED));
  }

  private static List<Pause> withSureStop(Pause stop, Pause... others) {
    var log = new PauseLog(10, SURE);
    log.add(stop, true);
    for (Pause other : others) {
      log.add(other);
    }
    return log.between(0, 100);
  }

  @Test
  void aStopWithinASafepointIsWhatMadeItLong() {
    Pause safepoint = new Pause(10, 40, Kind.SAFEPOINT);
    Pause stop = new Pause(9, 41, Kind.STOPPED);
    // Of a sleep that was late nobody knows more than that the safepoint explains it.
    assertThat(between(0, 100, 10, stop, safepoint)).containsExactly(safepoint);
    assertThat(withSureStop(stop, safepoint)).containsExactly(stop);
    assertThat(withSureStop(new Pause(12, 38, Kind.STOPPED), safepoint))
        .containsExactly(
            new Pause(10, 12, Kind.SAFEPOINT),
            new Pause(12, 38, Kind.STOPPED),
            new Pause(38, 40, Kind.SAFEPOINT));
  }

  @Test
  void aStopBesideASafepointLeavesItWhatItIs() {
    Pause safepoint = new Pause(10, 16, Kind.SAFEPOINT);
    assertThat(withSureStop(new Pause(9, 36, Kind.STOPPED), safepoint))
        .containsExactly(
            new Pause(9, 10, Kind.STOPPED), safepoint, new Pause(16, 36, Kind.STOPPED));
  }

  @Test
  void aThreadThatWaitedForACoreKnowsLessWellWhenItWasStopped() {
    Pause safepoint = new Pause(20, 60, Kind.SAFEPOINT);
    assertThat(withSureStop(new Pause(8, 48, Kind.STOPPED), safepoint))
        .containsExactly(new Pause(8, 48, Kind.STOPPED), new Pause(48, 60, Kind.SAFEPOINT));
  }

  @Test
  void aStopInTheMidstOfACollectionIsAPartOfIt() {
    Pause collection = new Pause(20, 40, Kind.COLLECTOR);
    Pause safepoint = new Pause(19, 41, Kind.SAFEPOINT);
    assertThat(withSureStop(new Pause(19, 41, Kind.STOPPED), safepoint, collection))
        .containsExactly(
            new Pause(19, 20, Kind.SAFEPOINT), collection, new Pause(40, 41, Kind.SAFEPOINT));
    // Threads came to the safepoint late, since they were stopped.
    assertThat(
            withSureStop(
                new Pause(5, 41, Kind.STOPPED), new Pause(4, 41, Kind.SAFEPOINT), collection))
        .containsExactly(
            new Pause(4, 5, Kind.SAFEPOINT),
            new Pause(5, 20, Kind.STOPPED),
            collection,
            new Pause(40, 41, Kind.STOPPED));
  }

  @Test
  void pausesEndWhereTheTimeThatWasAskedForDoes() {
    Pause pause = new Pause(10, 50, Kind.COLLECTOR);
    assertThat(between(20, 30, 0, pause)).containsExactly(new Pause(20, 30, Kind.COLLECTOR));
    assertThat(between(50, 90, 0, pause)).isEmpty();
    assertThat(between(0, 10, 0, pause)).isEmpty();
  }

  /** Every single nanosecond belongs to the first kind that covers it. */
  @Test
  void everyMomentHasTheKindThatExplainsMost() {
    Cases.random(
        1,
        300,
        random -> {
          var pauses = new ArrayList<Pause>();
          for (int i = random.nextInt(8); i >= 0; i--) {
            long from = random.nextInt(60);
            pauses.add(new Pause(from, from + random.nextInt(20), KINDS.get(random.nextInt(3))));
          }
          int from = random.nextInt(40);
          int to = from + random.nextInt(60);
          List<Pause> apart = between(from, to, 0, pauses.toArray(Pause[]::new));
          for (int moment = 0; moment < 100; moment++) {
            Kind expected = moment < from || moment >= to ? null : kindAt(pauses, moment);
            assertThat(kindAt(apart, moment)).as("%s at %d", pauses, moment).isEqualTo(expected);
            int at = moment;
            assertThat(apart.stream().filter(pause -> covers(pause, at)).count())
                .isLessThanOrEqualTo(1);
          }
          assertThat(apart)
              .isSortedAccordingTo((a, b) -> Long.compare(a.fromNanos(), b.fromNanos()));
        });
  }

  private static boolean covers(Pause pause, int moment) {
    return pause.fromNanos() <= moment && moment < pause.toNanos();
  }

  private static @Nullable Kind kindAt(List<Pause> pauses, int moment) {
    return pauses.stream()
        .filter(pause -> covers(pause, moment))
        .map(Pause::kind)
        .min(Enum::compareTo)
        .orElse(null);
  }

  @Test
  void theLatestAreKept() {
    var log = new PauseLog(0, 0);
    for (int i = 0; i <= PauseLog.MOST_PAUSES; i++) {
      log.add(new Pause(10L * i, 10L * i + 1, Kind.COLLECTOR));
    }
    assertThat(log.between(0, 15)).containsExactly(new Pause(10, 11, Kind.COLLECTOR));
  }

  @Test
  void aPauseKnowsHowMuchOfItLiesBetweenTwoMoments() {
    Pause pause = new Pause(10, 50, Kind.COLLECTOR);
    assertThat(pause.nanos()).isEqualTo(40);
    assertThat(pause.nanosWithin(0, 100)).isEqualTo(40);
    assertThat(pause.nanosWithin(20, 30)).isEqualTo(10);
    assertThat(pause.nanosWithin(45, 99)).isEqualTo(5);
    assertThat(pause.nanosWithin(60, 99)).isZero();
    assertThatThrownBy(() -> new Pause(2, 1, Kind.STOPPED))
        .hasMessage("toNanos must not be before fromNanos 2: 1");
  }
}
