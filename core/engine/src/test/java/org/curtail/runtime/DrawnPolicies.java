package org.curtail.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.IntervalTable;
import org.curtail.Load;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.policy.Adaptive;
import org.curtail.policy.Boosted;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.OneThreadEach;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.policy.TailIndex;

/** Policies drawn at random: reasonable ones, such as decide by a hash, and such as break. */
final class DrawnPolicies {
  private DrawnPolicies() {}

  static Policy draw(RandomGenerator random, boolean faulty) {
    Policy policy = random.nextInt(3) == 0 ? HashedPolicy.drawn(random) : reasonable(random);
    return faulty && random.nextInt(4) == 0
        ? new FaultyPolicy(policy, one(random, FaultyPolicy.Fault.values()), random.nextInt(60))
        : policy;
  }

  static <T> T one(RandomGenerator random, T[] of) {
    return of[random.nextInt(of.length)];
  }

  private static Policy reasonable(RandomGenerator random) {
    return switch (random.nextInt(15)) {
      case 0 -> new Sequential();
      case 1 -> new FixedDegree(1 + random.nextInt(4));
      case 2 -> new Boosted(new FixedDegree(2 + random.nextInt(2)));
      case 3 -> new Adaptive(List.of(3.0, 2.0, 1.5));
      case 4 -> new Remembering(1 + random.nextInt(3), 3, 1 + random.nextInt(3));
      case 5 -> new FewToMany(table(random));
      case 6 -> FewToMany.literal(table(random));
      case 7 -> new Boosted(new FewToMany(table(random)));
      case 8 -> TailIndex.queueing(PaperTables.figure5Profile());
      case 9 -> TailIndex.patient(PaperTables.figure5Profile()).malleable();
      case 10 -> OneThreadEach.processorSharing();
      case 11 -> OneThreadEach.leastAttained();
      case 12 -> inTurns(new FewToMany(table(random)));
      case 13 -> inTurns(TailIndex.queueing(PaperTables.figure5Profile()).malleable());
      default -> TailIndex.shortFirst(PaperTables.figure5Profile()).malleable();
    };
  }

  /** One thread or the greatest degree, by what it remembers of the queue: Binary parallelism. */
  private record Remembering(int threshold, int maxDegree, int inARow) implements Policy {
    @Override
    public Admission admit(Progress waiting, Load load) {
      return Adaptive.admission(load);
    }

    @Override
    public Decision decide(Progress running, Load load) {
      int degree = load.memory() % 2 == 1 ? maxDegree : 1;
      return Decision.keep(running.decidedDegree() > 0 ? running.decidedDegree() : degree);
    }

    @Override
    public long remember(Load load) {
      long parallel = load.memory() % 2;
      boolean isOther = parallel == 1 ? load.waiting() > threshold : load.waiting() < threshold;
      long row = isOther ? load.memory() / 2 + 1 : 0;
      return row == inARow ? 1 - parallel : 2 * row + parallel;
    }

    @Override
    public int threads(int cores) {
      return Adaptive.threads(cores, maxDegree);
    }
  }

  /** Preempts requests at nearly every border. */
  static Policy inTurns(Policy policy) {
    return new Sharing(policy, Duration.ofNanos(1));
  }

  private static IntervalTable table(RandomGenerator random) {
    var rows = new ArrayList<IntervalTable.Row>();
    for (int load = 1; load <= 4; load++) {
      double firstMs = random.nextInt(3) * 5.0;
      double secondMs = firstMs + random.nextInt(4) * 5.0;
      rows.add(
          new IntervalTable.Row(
              load, List.of(firstMs, secondMs, secondMs + random.nextInt(3) * 10), 1, 1, load));
    }
    return new IntervalTable(
        2, 1 + random.nextInt(3), 3, 99, 5, List.of(1, 2, 3), rows, 1 + random.nextInt(6));
  }
}
