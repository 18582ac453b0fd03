package org.curtail.benchkit.trust;

import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.text.Numbers;

/**
 * Detects a machine that other processes kept too busy for measured times, with the messages about
 * it.
 */
public final class BusyMachine {
  /** Stolen share of the machine above which times show other processes. */
  private static final double MOST_STOLEN = 0.15;

  /** Stolen share worth a remark. */
  private static final double NOTEWORTHY_STOLEN = 0.03;

  /** Delay of a wake-up beyond that of a busy core: a scheduler's time slice is 1 to 4 ms. */
  private static final double NOTEWORTHY_PAUSE_MS = 5;

  /**
   * Delay on a machine without others: searches on all cores make a thread wait for a few time
   * slices.
   */
  private static final double OWN_PAUSE_MS = 20;

  private BusyMachine() {}

  /** True if other processes took so much that times allow no verdict. */
  public static boolean forbidsVerdict(Noise noise) {
    return forbidsVerdict(noise.stolenShare());
  }

  /**
   * The same if only the stolen share is known.
   *
   * @param stolenShare of the machine's CPU time that others took, 0 to 1; negative if unknown
   */
  public static boolean forbidsVerdict(double stolenShare) {
    return stolenShare > MOST_STOLEN;
  }

  /** True if other processes took enough for a remark. */
  public static boolean isNoteworthy(Noise noise) {
    return isNoteworthy(noise.stolenShare());
  }

  private static boolean isNoteworthy(double stolenShare) {
    return stolenShare > NOTEWORTHY_STOLEN;
  }

  /**
   * Doubts about times, in sentences that make sense beside the times as long as these are kept;
   * none on a quiet machine.
   */
  public static List<String> notes(Noise noise) {
    return Stream.concat(notesOfOthers(noise).stream(), notesOfPauses(noise).stream()).toList();
  }

  /** The same if this process itself kept all cores busy on purpose, which makes pauses. */
  public static List<String> notesOfOthers(Noise noise) {
    return notesOfOthers(noise.stolenShare());
  }

  /**
   * The same if only the stolen share is known.
   *
   * @param stolenShare of the machine's CPU time that others took, 0 to 1; negative if unknown
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
