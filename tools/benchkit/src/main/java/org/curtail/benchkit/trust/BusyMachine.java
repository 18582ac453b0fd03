package org.curtail.benchkit.trust;

import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.text.Numbers;

/** Detection of a machine that is too busy for measured times, with messages. */
public final class BusyMachine {
  /** Greatest stolen share of the machine with valid times. */
  private static final double MOST_STOLEN = 0.15;

  /** Least stolen share with a remark. */
  private static final double NOTEWORTHY_STOLEN = 0.03;

  /** Least delay of a wake-up with a remark: above a scheduler's time slice of 1 to 4 ms. */
  private static final double NOTEWORTHY_PAUSE_MS = 5;

  /**
   * Least delay with a remark if this process itself keeps all cores busy: a thread then waits for
   * a few time slices.
   */
  private static final double OWN_PAUSE_MS = 20;

  private BusyMachine() {}

  /** True if other processes used too much of the machine for a verdict. */
  public static boolean forbidsVerdict(Noise noise) {
    return forbidsVerdict(noise.stolenShare());
  }

  /**
   * The same if only the stolen share is known.
   *
   * @param stolenShare share of the machine's CPU time used by others: 0 to 1; negative if unknown
   */
  public static boolean forbidsVerdict(double stolenShare) {
    return stolenShare > MOST_STOLEN;
  }

  /** True if other processes used enough of the machine for a remark. */
  public static boolean isNoteworthy(Noise noise) {
    return isNoteworthy(noise.stolenShare());
  }

  private static boolean isNoteworthy(double stolenShare) {
    return stolenShare > NOTEWORTHY_STOLEN;
  }

  /**
   * Returns sentences with doubts about the times; empty for a quiet machine. The sentences fit
   * into files with the times.
   */
  public static List<String> notes(Noise noise) {
    return Stream.concat(notesOfOthers(noise).stream(), notesOfPauses(noise).stream()).toList();
  }

  /**
   * Returns sentences with doubts if this process itself kept all cores busy, which causes pauses.
   */
  public static List<String> notesOfOthers(Noise noise) {
    return notesOfOthers(noise.stolenShare());
  }

  /**
   * The same if only the stolen share is known.
   *
   * @param stolenShare share of the machine's CPU time used by others: 0 to 1; negative if unknown
   */
  public static List<String> notesOfOthers(double stolenShare) {
    return isNoteworthy(stolenShare)
        ? List.of(
            "other processes took %s of the machine's CPU time while times were taken: times are too long, speedups wrong; measure again when the machine is quiet"
                .formatted(Numbers.percent(stolenShare)))
        : List.of();
  }

  private static List<String> notesOfPauses(Noise noise) {
    boolean alone = noise.stolenShare() >= 0 && !isNoteworthy(noise);
    return noise.pauseP99Ms() > (alone ? OWN_PAUSE_MS : NOTEWORTHY_PAUSE_MS)
        ? List.of(
            "the machine made a thread that only sleeps up to %s late (p99) while times were taken%s; pauses of that length are in the times, so measure again when the machine is quiet"
                .formatted(
                    Numbers.time(noise.pauseP99Ms()),
                    noise.stolenShare() < 0 ? ", and does not tell what others did on it" : ""))
        : List.of();
  }
}
