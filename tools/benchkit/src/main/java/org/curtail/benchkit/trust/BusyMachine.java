package org.curtail.benchkit.trust;

import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.text.Numbers;

/** Whether a machine was too busy with others for times taken on it, and the words for it. */
public final class BusyMachine {
  /** Where others took more of the machine than this, their doings are what was measured. */
  private static final double MOST_STOLEN = 0.15;

  /** Where others took more than this, it is worth a word. */
  private static final double NOTEWORTHY_STOLEN = 0.03;

  /** More than a busy core makes a thread wait that wakes: a scheduler's turn takes 1 to 4 ms. */
  private static final double NOTEWORTHY_PAUSE_MS = 5;

  /** Where nobody else was busy: searches on all cores make a thread wait for a few turns. */
  private static final double OWN_PAUSE_MS = 20;

  private BusyMachine() {}

  /** Whether others took so much that no verdict should be drawn from times. */
  public static boolean forbidsVerdict(Noise noise) {
    return forbidsVerdict(noise.stolenShare());
  }

  /**
   * The same where nothing else is known.
   *
   * @param stolenShare of the machine's CPU time that others took, 0 to 1; negative if nobody knows
   */
  public static boolean forbidsVerdict(double stolenShare) {
    return stolenShare > MOST_STOLEN;
  }

  /** Whether others took so much that it is worth a word. */
  public static boolean isNoteworthy(Noise noise) {
    return isNoteworthy(noise.stolenShare());
  }

  private static boolean isNoteworthy(double stolenShare) {
    return stolenShare > NOTEWORTHY_STOLEN;
  }

  /**
   * What speaks against times, in sentences that make sense beside the times as long as these are
   * kept; none on a quiet machine.
   */
  public static List<String> notes(Noise noise) {
    return Stream.concat(notesOfOthers(noise).stream(), notesOfPauses(noise).stream()).toList();
  }

  /** The same where this process itself kept all cores busy on purpose, which makes pauses. */
  public static List<String> notesOfOthers(Noise noise) {
    return notesOfOthers(noise.stolenShare());
  }

  /**
   * The same where nothing else is known.
   *
   * @param stolenShare of the machine's CPU time that others took, 0 to 1; negative if nobody knows
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
