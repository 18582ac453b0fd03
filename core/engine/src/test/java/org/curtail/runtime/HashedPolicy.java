package org.curtail.runtime;

import java.util.Objects;
import java.util.random.RandomGenerator;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;

/**
 * Decides by a hash of what it is shown: pure, and as unreasonable as a policy may be. What it says
 * of admission changes with the load only, as the engine asks again only then.
 */
record HashedPolicy(
    long salt,
    int maxDegree,
    int wantedThreads,
    int waitsIn8,
    boolean ranks,
    boolean reordersQueue,
    boolean isMalleable,
    boolean boosts,
    Preemption preemption)
    implements Policy {

  static HashedPolicy drawn(RandomGenerator random) {
    boolean ranks = random.nextBoolean();
    return new HashedPolicy(
        random.nextLong(),
        1 + random.nextInt(5),
        random.nextInt(4) == 0 ? UNLIMITED : 1 + random.nextInt(6),
        random.nextInt(7),
        ranks,
        ranks && random.nextBoolean(),
        random.nextInt(3) == 0,
        random.nextInt(3) == 0,
        drawnPreemption(random));
  }

  private static Preemption drawnPreemption(RandomGenerator random) {
    if (random.nextBoolean()) {
      return Preemption.NONE;
    }
    Preemption.Order order =
        random.nextBoolean() ? Preemption.Order.TURNS : Preemption.Order.PRIORITY;
    return new Preemption(order, 1 + random.nextInt(3_000_000), 1 + random.nextInt(30_000_000));
  }

  @Override
  public int level(Progress aside) {
    return hash(3, "level", aside);
  }

  private int hash(int choices, Object... shown) {
    long mixed = salt;
    for (Object one : shown) {
      mixed = (mixed ^ hashOf(one)) * 0x9e3779b97f4a7c15L;
      mixed ^= mixed >>> 29;
    }
    return (int) Math.floorMod(mixed >>> 7, (long) choices);
  }

  /** A hash that is the same in every run; hashes of enums are not. */
  private static int hashOf(Object shown) {
    return shown instanceof Progress progress
        ? Objects.hash(
            progress.ageNanos(),
            progress.executionNanos(),
            progress.attainedNanos(),
            progress.decidedDegree(),
            progress.threads(),
            progress.prediction(),
            progress.importance().name())
        : shown.hashCode();
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    if (hash(8, "admit", waiting.prediction(), load) >= waitsIn8) {
      return Admission.START;
    }
    return switch (hash(3, "how", waiting.prediction(), load)) {
      case 0 -> Admission.WAIT_FOR_EXIT;
      case 1 -> Admission.WAIT_FOR_CHANGE;
      default ->
          Admission.waitUntil(1_000_000L * (1 + hash(30, "until", waiting.prediction(), load)));
    };
  }

  @Override
  public Decision decide(Progress running, Load load) {
    int degree = 1 + hash(maxDegree, "degree", running, load);
    return switch (hash(3, "again", running, load)) {
      case 0 -> Decision.keep(degree);
      case 1 -> {
        // A point of execution time that does not move as the request goes on.
        long when = 1L + hash(30_000_000, "when", running, load);
        yield new Decision(degree, Math.max(when, running.executionNanos() + 1));
      }
      default -> new Decision(degree, running.executionNanos() + 1 + hash(9, "soon", running));
    };
  }

  @Override
  public double priority(Progress request, Load load) {
    return hash(5, "priority", request, load);
  }

  @Override
  public Traits traits() {
    return new Traits(ranks, false, reordersQueue, isMalleable, boosts, false, preemption);
  }

  @Override
  public int threads(int cores) {
    return wantedThreads;
  }
}
