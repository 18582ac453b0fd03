package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Profile;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class BoxPropertyTest {
  private static final double SLACK = 1e-9;

  private static double between(RandomGenerator random, double least, double greatest) {
    return least + random.nextDouble() * (greatest - least);
  }

  /** Range between linear functions through both corners. */
  private static void isEnclosed(double value, Enclosure enclosure, Box box, double[] lengths) {
    double belowFromLeast = enclosure.atLeast;
    double aboveFromLeast = enclosure.atLeast;
    double belowFromGreatest = enclosure.atGreatest;
    double aboveFromGreatest = enclosure.atGreatest;
    for (int i = 0; i < lengths.length; i++) {
      double up = lengths[i] - box.corners.least[i];
      double down = box.corners.greatest[i] - lengths[i];
      belowFromLeast += up * enclosure.leastSlopes[i];
      aboveFromLeast += up * enclosure.greatestSlopes[i];
      belowFromGreatest -= down * enclosure.greatestSlopes[i];
      aboveFromGreatest -= down * enclosure.leastSlopes[i];
    }
    assertThat(value)
        .isGreaterThanOrEqualTo(Math.max(belowFromLeast, belowFromGreatest) - SLACK)
        .isLessThanOrEqualTo(Math.min(aboveFromLeast, aboveFromGreatest) + SLACK);
  }

  private static double leastTail(Box box, Enclosure delay) {
    return Enclosure.leastOf(box.tail, delay, box.corners, box.corners);
  }

  @Test
  void enclosesFigure6ForAnyScheduleOfTheBoxAndItsParts() {
    Cases.random(
        1,
        1_500,
        random -> {
          int maxDegree = random.nextInt(2, 6);
          Profile profile =
              RandomProfiles.maybeSerial(
                  random, RandomProfiles.any(random, random.nextInt(1, 30), maxDegree));
          profile = profile.withWeights(random.doubles(profile.requests(), 0.1, 3).toArray());
          double percentile = random.nextDouble(100);
          List<Integer> degrees = PlanGoal.degreesTo(maxDegree);
          var requests = new Requests(profile, degrees, percentile, 1);
          var times = new BoxTail.Times(profile.requests());
          Box whole = Box.all(requests, times, 100);
          double loadPerTarget = random.nextDouble(0.1, 3);
          for (int depth = 0; depth < 6; depth++) {
            var part = new Box(requests, times);
            part.corners.set(whole.corners);
            for (int i = 0; i < maxDegree - 1; i++) {
              double a = between(random, whole.corners.least[i], whole.corners.greatest[i]);
              double b = between(random, whole.corners.least[i], whole.corners.greatest[i]);
              part.corners.least[i] = Math.min(a, b);
              part.corners.greatest[i] = Math.max(a, b);
            }
            part.enclose(whole);
            var delay = new Enclosure(maxDegree - 1);
            delay.setDifference(loadPerTarget, part.threads, part.time);
            double[] lengths = new double[maxDegree - 1];
            var startsMs = new ArrayList<Double>(List.of(0.0));
            for (int i = 0; i < lengths.length; i++) {
              lengths[i] = between(random, part.corners.least[i], part.corners.greatest[i]);
              startsMs.add(startsMs.getLast() + lengths[i]);
            }
            ScheduleCost cost = new Schedule(startsMs).cost(profile, percentile);
            isEnclosed(cost.tailMs(), part.tail, part, lengths);
            isEnclosed(cost.meanMs(), part.time, part, lengths);
            isEnclosed(cost.threadMs(), part.threads, part, lengths);
            double wait = Math.max(0, loadPerTarget * cost.threadMs() - cost.meanMs());
            assertThat(leastTail(part, delay)).isLessThanOrEqualTo(wait + cost.tailMs() + SLACK);
            whole = part;
          }
        });
  }

  @Test
  void aPointIsEnclosedByItself() {
    Cases.random(
        5_000,
        300,
        random -> {
          Profile profile = RandomProfiles.maybeSerial(random, RandomProfiles.any(random, 12, 4));
          var requests = new Requests(profile, PlanGoal.degreesTo(4), 90, 1);
          var times = new BoxTail.Times(12);
          Box all = Box.all(requests, times, 100);
          var point = new Box(requests, times);
          double[] ends = random.doubles(3, 0, 60).sorted().toArray();
          for (int i = 0; i < 3; i++) {
            double length = ends[i] - (i == 0 ? 0 : ends[i - 1]);
            point.corners.least[i] = length;
            point.corners.greatest[i] = length;
          }
          point.enclose(all);
          ScheduleCost cost =
              new Schedule(List.of(0.0, ends[0], ends[1], ends[2])).cost(profile, 90);
          assertThat(point.tail.atLeast).isEqualTo(cost.tailMs(), within(SLACK));
          assertThat(point.time.atLeast).isEqualTo(cost.meanMs(), within(SLACK));
          assertThat(point.threads.atLeast).isEqualTo(cost.threadMs(), within(SLACK));
        });
  }

  private static Box box(Profile profile, double steps) {
    var requests = new Requests(profile, PlanGoal.degreesTo(profile.maxDegree()), 90, 1);
    var times = new BoxTail.Times(profile.requests());
    Box all = Box.all(requests, times, steps);
    var box = new Box(requests, times);
    box.corners.set(all.corners);
    box.enclose(all);
    return box;
  }

  @Test
  void aPhaseIsFreeIfTheNextDegreeHelpsNoRequestAndUsesThreads() {
    assertThat(box(Profile.of("", new double[][] {{10, 10}, {4, 4}}), 20).isFree(0)).isTrue();
    assertThat(box(Profile.of("", new double[][] {{10, 6}, {4, 4}}), 20).isFree(0)).isFalse();
    assertThat(box(Profile.of("", new double[][] {{6, 10}, {4, 4}}), 20).isFree(0)).isFalse();
    assertThat(box(Profile.of("", new double[][] {{10, 10}, {4, 3}}), 20).isFree(0)).isFalse();
    assertThat(box(Profile.of("", new double[][] {{10, 10}, {3, 4}}), 20).isFree(0)).isFalse();
    assertThat(box(Profile.of("", new double[][] {{10, 10}, {4, 4}}), 0).isFree(0)).isFalse();
  }

  @Test
  void aBoxIsHalvedWhereItsLinearFunctionsDifferMost() {
    Cases.random(
        6_000,
        500,
        random -> {
          int degrees = random.nextInt(2, 6);
          Box box = box(RandomProfiles.any(random, 12, degrees), 50);
          double loadPerTarget = random.nextDouble(0.1, 3);
          int widest = -1;
          double most = Double.NEGATIVE_INFINITY;
          for (int i = 0; i < degrees - 1; i++) {
            box.corners.greatest[i] = box.corners.least[i] + random.nextInt(4) * 5;
            double size = box.corners.greatest[i] - box.corners.least[i];
            double difference =
                size * width(box.time, i)
                    + size * loadPerTarget * width(box.threads, i)
                    + size * width(box.tail, i)
                    + size * 1e-12;
            if (size > 0 && difference > most) {
              most = difference;
              widest = i;
            }
          }
          int found = box.widestSide(loadPerTarget);
          if (widest < 0) {
            assertThat(found).isEqualTo(-1);
          } else {
            double size = box.corners.greatest[found] - box.corners.least[found];
            assertThat(
                    size
                        * (width(box.time, found)
                            + loadPerTarget * width(box.threads, found)
                            + width(box.tail, found)))
                .isGreaterThanOrEqualTo(most * (1 - 1e-9) - 1e-9);
            assertThat(size).isPositive();
          }
        });
  }

  private static double width(Enclosure enclosure, int i) {
    return enclosure.greatestSlopes[i] - enclosure.leastSlopes[i];
  }

  /** A linear function plus the positive part of another has its minimum at a corner or a kink. */
  @Test
  void theBoundOfLinearFunctionsIsTheirLeast() {
    Cases.random(
        8_000,
        2_000,
        random -> {
          int lengths = random.nextInt(1, 4);
          var box = new Corners(lengths);
          var part = new Corners(lengths);
          var f = new Enclosure(lengths);
          var g = new Enclosure(lengths);
          for (int i = 0; i < lengths; i++) {
            double[] ends = random.doubles(4, 0, 30).sorted().toArray();
            box.least[i] = ends[0];
            part.least[i] = ends[1];
            part.greatest[i] = ends[2];
            box.greatest[i] = ends[3];
          }
          linear(random, f, box);
          linear(random, g, box);
          double least = leastAtCornersAndKinks(f, g, box, part);
          assertThat(Enclosure.leastOf(f, g, box, part))
              .isLessThanOrEqualTo(least + 1e-9)
              .isCloseTo(least, within(1e-6));
        });
  }

  private static void linear(RandomGenerator random, Enclosure function, Corners box) {
    function.atLeast = random.nextDouble(-20, 20);
    function.atGreatest = function.atLeast;
    for (int i = 0; i < function.leastSlopes.length; i++) {
      double slope = random.nextDouble(-3, 3);
      function.leastSlopes[i] = slope;
      function.greatestSlopes[i] = slope;
      function.atGreatest += slope * (box.greatest[i] - box.least[i]);
    }
  }

  private static double at(Enclosure function, Corners box, double[] lengths) {
    double value = function.atLeast;
    for (int i = 0; i < lengths.length; i++) {
      value += function.leastSlopes[i] * (lengths[i] - box.least[i]);
    }
    return value;
  }

  private static double leastAtCornersAndKinks(
      Enclosure f, Enclosure g, Corners box, Corners part) {
    int lengths = f.leastSlopes.length;
    double least = Double.POSITIVE_INFINITY;
    for (int corner = 0; corner < 1 << lengths; corner++) {
      double[] from = new double[lengths];
      for (int i = 0; i < lengths; i++) {
        from[i] = (corner >> i & 1) == 0 ? part.least[i] : part.greatest[i];
      }
      double ofG = at(g, box, from);
      least = Math.min(least, at(f, box, from) + Math.max(0, ofG));
      for (int i = 0; i < lengths; i++) {
        double[] kink = from.clone();
        kink[i] -= ofG / g.leastSlopes[i];
        if (kink[i] >= part.least[i] && kink[i] <= part.greatest[i]) {
          least = Math.min(least, at(f, box, kink));
        }
      }
    }
    return least;
  }
}
