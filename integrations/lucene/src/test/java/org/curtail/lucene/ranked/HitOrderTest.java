package org.curtail.lucene.ranked;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HitOrderTest {
  private static final List<Float> SPECIAL =
      List.of(
          0f,
          Float.MIN_VALUE,
          Float.MIN_NORMAL,
          1f,
          Math.nextUp(1f),
          10.7f,
          Float.MAX_VALUE / 2,
          Float.MAX_VALUE);

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 8);
  }

  private static float score(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> SPECIAL.get(random.nextInt(SPECIAL.size()));
      case 1 -> random.nextInt(4);
      case 2 -> 20 * random.nextFloat();
      default -> Float.intBitsToFloat(random.nextInt(0x7f800000));
    };
  }

  private static int doc(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> Integer.MAX_VALUE - random.nextInt(3);
      case 2 -> random.nextInt(4);
      default -> random.nextInt(Integer.MAX_VALUE);
    };
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void numbersCompareAsHitsRankAndGiveBackScoreAndDocument(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 3000; i++) {
      float score = score(random);
      int doc = doc(random);
      float otherScore = random.nextBoolean() ? score : score(random);
      int otherDoc = doc(random);
      long hit = HitOrder.encode(score, doc);
      String label =
          "seed %d: %s of %d, %s of %d".formatted(seed, score, doc, otherScore, otherDoc);
      assertThat(HitOrder.score(hit)).as(label).isEqualTo(score);
      assertThat(HitOrder.doc(hit)).as(label).isEqualTo(doc);
      assertThat(hit).as(label).isGreaterThan(HitOrder.NOTHING);
      int order = Float.compare(score, otherScore);
      int expected = order == 0 ? Integer.compare(otherDoc, doc) : order;
      assertThat(Integer.signum(Long.compare(hit, HitOrder.encode(otherScore, otherDoc))))
          .as(label)
          .isEqualTo(Integer.signum(expected));
    }
  }

  @Test
  void aNegativeZeroIsAZero() {
    assertThat(HitOrder.encode(-0f, 7)).isEqualTo(HitOrder.encode(0f, 7));
  }

  @Test
  void whileThereIsRoomEveryScoreMayEnter() {
    assertThat(HitOrder.leastDynamic(HitOrder.NOTHING, 0, 0)).isZero();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noScoreBelowTheLeastDynamicOneEntersAndTheLeastOneDoes(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < 3000; i++) {
      double greatest = staticScore(random);
      // A hit that ranks could have produced, or any.
      float worstScore =
          random.nextInt(5) == 0
              ? score(random)
              : HitOrder.relevance(20 * random.nextFloat(), greatest * random.nextDouble());
      int worstDoc = doc(random);
      int firstDoc = random.nextInt(3) == 0 ? worstDoc ^ 1 : doc(random); // never the same one
      firstDoc = firstDoc == worstDoc ? worstDoc ^ 1 : firstDoc;
      long worst = HitOrder.encode(worstScore, worstDoc);
      float least = HitOrder.leastDynamic(worst, greatest, firstDoc);
      String label =
          "seed %d: worst %s of %d, greatest static %s, from %d: %s"
              .formatted(seed, worstScore, worstDoc, greatest, firstDoc, least);
      assertThat(least).as(label).isNotNegative();
      // The best case for a dynamic score: the greatest static score, the first document.
      if (least > 0) {
        float below = Math.nextDown(least);
        for (int step = 0; step < 6; step++) {
          assertThat(enters(below, greatest, firstDoc, worst)).as(label).isFalse();
          below = step < 3 ? Math.nextDown(below) : below * random.nextFloat();
          below = Math.max(0, below);
        }
      }
      // Tight, except for sums whose dynamic part is lost in the rounding of the static one.
      if (least > greatest * 1e-6 && least < Float.MAX_VALUE / 4) {
        assertThat(enters(least, greatest, firstDoc, worst)).as(label).isTrue();
      }
    }
  }

  @Test
  void whatEqualsTheLastHitAndComesLaterIsKnownNotToEnter() {
    var random = new Random(1);
    for (int i = 0; i < 3000; i++) {
      float dynamic = 20 * random.nextFloat();
      double added = 10 * random.nextDouble();
      long worst = HitOrder.encode(HitOrder.relevance(dynamic, added), 5);
      assertThat(HitOrder.leastDynamic(worst, added, 6)).isGreaterThan(dynamic);
      assertThat(HitOrder.leastDynamic(worst, added, 4)).isLessThanOrEqualTo(dynamic);
    }
  }

  private static double staticScore(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> random.nextInt(12);
      case 2 -> 20 * random.nextDouble();
      default -> Math.exp(40 * random.nextDouble() - 20);
    };
  }

  private static boolean enters(float dynamic, double added, int doc, long worst) {
    return HitOrder.encode(HitOrder.relevance(dynamic, added), doc) > worst;
  }
}
