package org.curtail.benchkit.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.curtail.benchkit.inject.GroundTruth.UnderWay;
import org.curtail.benchkit.inject.InjectionScore.KindScore;
import org.curtail.benchkit.inject.InjectionScore.Said;
import org.curtail.diagnose.Breakdown;
import org.curtail.diagnose.Cause;
import org.curtail.diagnose.CauseNanos;
import org.curtail.diagnose.MainCause;
import org.junit.jupiter.api.Test;

class InjectionScoreTest {
  private static final long MS = 1_000_000;
  private static final long LEAST_INTERFERENCE_MS = 20;

  private final List<InjectionRecord> records = new ArrayList<>();
  private final List<UnderWay> underWay = new ArrayList<>();
  private final List<Optional<Said>> said = new ArrayList<>();

  private InjectionScoreTest() {
    // Latencies of 1 to 100 ms without injections; the diagnosis names none.
    for (int i = 1; i <= 100; i++) {
      add(i, Cause.WORK, OptionalInt.empty(), Optional.empty());
    }
  }

  /** Adds a request with one cause and 1 ms of work. */
  private int add(int ms, Cause cause, OptionalInt attributedMs, Optional<Cause> named) {
    int number = said.size();
    // Requests are far apart, so nothing overlaps.
    long fromNanos = number * 1_000L * MS;
    underWay.add(new UnderWay(fromNanos, fromNanos, fromNanos, fromNanos + ms * MS, 0));
    long attributed = attributedMs.orElse(0) * MS;
    CauseNanos nanos =
        CauseNanos.only(Cause.WORK, ms * MS - attributed).plus(CauseNanos.only(cause, attributed));
    said.add(
        Optional.of(
            new Said(
                new Breakdown(number, "query", ms * MS, nanos, List.of(), -1, -1, 0, 0, 0, -1),
                named.map(it ->
                    new MainCause(
                        it, Optional.empty(), MainCause.Basis.SAME_KIND, ms * MS, ms * MS, true)),
                LEAST_INTERFERENCE_MS * MS)));
    return number;
  }

  private void inject(int ms, int lockedMs, int attributedMs, Optional<Cause> named) {
    int number = add(ms, Cause.BLOCKED, OptionalInt.of(attributedMs), named);
    long from = underWay.get(number).fromNanos();
    records.add(InjectionRecord.whole(InjectionKind.LOCK, number, from, from + lockedMs * MS));
  }

  private void hog(int ms, int takenMs, Optional<Cause> named) {
    int number = add(ms, Cause.INTERFERENCE, OptionalInt.of(takenMs), named);
    long from = underWay.get(number).fromNanos();
    records.add(InjectionRecord.whole(InjectionKind.MEMORY_HOG, number, from, from + takenMs * MS));
  }

  @Test
  void interferenceThatIsTooWeakToBeToldCountsApart() {
    hog(105, 30, Optional.of(Cause.INTERFERENCE));
    hog(105, 20, Optional.of(Cause.WORK));
    hog(105, 19, Optional.of(Cause.INTERFERENCE)); // Too small, rightly named or not.
    hog(105, 15, Optional.empty());

    InjectionScore score =
        InjectionScore.of(
            List.of(InjectionKind.MEMORY_HOG), GroundTruth.of(records, underWay, List.of()), said);
    KindScore hog = score.kinds().getFirst();

    assertThat(hog.affected()).isEqualTo(4);
    assertThat(hog.weak()).isEqualTo(2);
    assertThat(hog.slow()).isEqualTo(2);
    assertThat(hog.right()).isEqualTo(1);
    assertThat(score.matrix().getFirst().unnamed()).isZero();
    assertThat(score.matrix().getFirst().named(Cause.INTERFERENCE)).isEqualTo(1);
  }

  private InjectionScore score() {
    return InjectionScore.of(
        List.of(InjectionKind.LOCK), GroundTruth.of(records, underWay, List.of()), said);
  }

  @Test
  void slowIsWhatTheSlowestTwentiethOfUntouchedRequestsIs() {
    inject(500, 400, 400, Optional.of(Cause.BLOCKED));

    assertThat(score().slowFromNanos()).isEqualTo(95 * MS);
    assertThat(score().untouched()).isEqualTo(100);
  }

  @Test
  void slowAffectedRequestsAreRightIfTheirCauseIsNamed() {
    inject(200, 150, 150, Optional.of(Cause.BLOCKED));
    inject(200, 150, 140, Optional.of(Cause.BLOCKED));
    inject(200, 150, 0, Optional.of(Cause.WORK));
    inject(200, 150, 170, Optional.empty());
    inject(90, 80, 80, Optional.of(Cause.BLOCKED)); // Not slow.
    inject(300, 150, 150, Optional.of(Cause.WORK)); // Slow without it too.

    KindScore lock = score().kinds().getFirst();

    assertThat(lock.affected()).isEqualTo(6);
    assertThat(lock.slow()).isEqualTo(4);
    assertThat(lock.right()).isEqualTo(2);
    assertThat(lock.rightShare()).isEqualTo(0.5);
    assertThat(lock.measured()).isEqualTo(4);
    // Off by 0, 10, 150 and 20 of four times 150.
    assertThat(lock.timeError()).isCloseTo(180.0 / 600, within(1e-12));
  }

  @Test
  void aFalseAlarmIsAnUntouchedSlowRequestForWhichTheCauseIsNamed() {
    add(300, Cause.BLOCKED, OptionalInt.of(250), Optional.of(Cause.BLOCKED));
    add(300, Cause.WORK, OptionalInt.empty(), Optional.of(Cause.WORK));
    add(50, Cause.BLOCKED, OptionalInt.of(10), Optional.of(Cause.BLOCKED)); // Not slow.
    inject(200, 150, 150, Optional.of(Cause.BLOCKED));

    assertThat(score().kinds().getFirst().falseAlarms()).isEqualTo(1);
    assertThat(score().untouched()).isEqualTo(103);
  }

  @Test
  void theMatrixCountsSlowRequestsByWhatTheyHadAndWhatWasNamed() {
    inject(200, 150, 150, Optional.of(Cause.BLOCKED));
    inject(200, 150, 150, Optional.of(Cause.RUN_QUEUE));
    inject(200, 150, 150, Optional.empty());
    add(300, Cause.WORK, OptionalInt.empty(), Optional.of(Cause.WORK));

    List<InjectionScore.Row> matrix = score().matrix();

    assertThat(matrix).hasSize(2);
    assertThat(matrix.getFirst().kind()).contains(InjectionKind.LOCK);
    assertThat(matrix.getFirst().named(Cause.BLOCKED)).isEqualTo(1);
    assertThat(matrix.getFirst().named(Cause.RUN_QUEUE)).isEqualTo(1);
    assertThat(matrix.getFirst().named(Cause.WORK)).isZero();
    assertThat(matrix.getFirst().unnamed()).isEqualTo(1);
    assertThat(matrix.getLast().kind()).isEmpty();
    assertThat(matrix.getLast().named(Cause.WORK)).isEqualTo(1);
    // Six requests last for at least 96 ms, now the 95th percentile of 101 requests.
    assertThat(matrix.getLast().unnamed()).isEqualTo(5);
  }

  @Test
  void requestsThatDoNotCountAreLeftOut() {
    inject(200, 150, 150, Optional.of(Cause.BLOCKED));
    said.set(said.size() - 1, Optional.empty());

    assertThat(score().kinds().getFirst().affected()).isZero();
    assertThat(score().kinds().getFirst().rightShare()).isNaN();
    assertThat(score().kinds().getFirst().timeError()).isNaN();
  }
}
