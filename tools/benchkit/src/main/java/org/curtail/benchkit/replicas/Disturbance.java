package org.curtail.benchkit.replicas;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.curtail.benchkit.replicas.ReplicaNoise.Pauses;
import org.curtail.benchkit.replicas.ReplicaNoise.Slowness;

/**
 * An interval in which a replica, or all replicas, have another speed.
 *
 * @param replica number of the replica from 0, or {@link #ALL}
 * @param fromMs begin in milliseconds since the begin of a block
 * @param toMs end, above {@code fromMs}; may be infinite
 * @param speed 1 for the recorded speed, 0 for a pause
 */
public record Disturbance(int replica, double fromMs, double toMs, double speed) {
  static final int ALL = -1;

  /**
   * Draws disturbances of replicas by noise. A block is cut into equal parts, each with one
   * disturbance at a random place. The disturbed share of time is therefore exact, and blocks are
   * similar.
   *
   * @param blockMs length of the arrivals in milliseconds
   */
  public static List<Disturbance> draw(
      List<ReplicaNoise> noise, int replicas, double blockMs, Random random) {
    var all = new ArrayList<Disturbance>();
    for (ReplicaNoise one : noise) {
      if (one.share() == 1) {
        all.add(of(one, replicas, 0, Double.POSITIVE_INFINITY, random));
        continue;
      }
      double expected = one.share() * blockMs / one.lengthMs();
      int count = (int) Math.floor(expected + random.nextDouble());
      double partMs = blockMs / count;
      for (int i = 0; i < count; i++) {
        double fromMs = i * partMs + random.nextDouble() * Math.max(0, partMs - one.lengthMs());
        all.add(of(one, replicas, fromMs, fromMs + one.lengthMs(), random));
      }
    }
    return all;
  }

  private static Disturbance of(
      ReplicaNoise noise, int replicas, double fromMs, double toMs, Random random) {
    return switch (noise) {
      case Pauses pauses -> new Disturbance(random.nextInt(replicas), fromMs, toMs, 0);
      case Slowness slow -> new Disturbance(ALL, fromMs, toMs, 1 / slow.factor());
    };
  }

  /**
   * Returns the speed changes of a replica, by time since the begin. Overlapping disturbances
   * multiply.
   */
  static List<SpeedChange> speeds(List<Disturbance> all, int replica) {
    List<Disturbance> own =
        all.stream().filter(one -> one.replica == ALL || one.replica == replica).toList();
    return own.stream()
        .flatMap(one -> Stream.of(one.fromMs, one.toMs))
        .filter(Double::isFinite)
        .distinct()
        .sorted(Comparator.naturalOrder())
        .map(atMs -> new SpeedChange(Math.round(atMs * 1e6), speed(own, atMs)))
        .toList();
  }

  private static double speed(List<Disturbance> own, double atMs) {
    return own.stream()
        .filter(one -> one.fromMs <= atMs && atMs < one.toMs)
        .mapToDouble(Disturbance::speed)
        .reduce(1, (one, other) -> one * other);
  }
}
