package org.curtail.automatic.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.curtail.automatic.choose.PolicyMap.Entry;
import org.curtail.policy.FixedDegree;
import org.junit.jupiter.api.Test;

class PolicyMapTest {
  private static Candidate candidate(int degree) {
    return new Candidate("fixed-" + degree, new FixedDegree(degree), Optional.empty());
  }

  private static PolicyMap map(double halfBand, double... borders) {
    var entries = new ArrayList<Entry>();
    entries.add(new Entry(0, candidate(1), ""));
    for (double border : borders) {
      entries.add(new Entry(border, candidate(entries.size() + 1), ""));
    }
    return new PolicyMap(entries, halfBand);
  }

  @Test
  void aLoadBelongsToTheLastEntryThatBeginsAtOrBelowIt() {
    PolicyMap map = map(0.03, 0.4, 0.8);
    assertThat(map.place(0)).isZero();
    assertThat(map.place(0.399)).isZero();
    assertThat(map.place(0.4)).isEqualTo(1);
    assertThat(map.place(0.8)).isEqualTo(2);
    assertThat(map.place(7)).isEqualTo(2);
  }

  @Test
  void thePresentPolicyContinuesWithinItsBands() {
    PolicyMap map = map(0.03, 0.4, 0.8);
    assertThat(map.place(0.429, 0)).isZero();
    assertThat(map.place(0.431, 0)).isEqualTo(1);
    assertThat(map.place(0.371, 1)).isEqualTo(1);
    assertThat(map.place(0.369, 1)).isZero();
    assertThat(map.place(0.9, 0)).isEqualTo(2);
    assertThat(map.place(0.1, 2)).isZero();
  }

  /** Around every border, on random maps: under any policy the load has to cross the whole band. */
  @Test
  void aLoadThatWaversWithinABandNeverSwitches() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      double halfBand = 0.001 + random.nextDouble() * 0.05;
      double first = 0.05 + random.nextDouble() * 0.4;
      double second = first + 0.01 + random.nextDouble() * 0.4;
      PolicyMap map = map(halfBand, first, second);
      for (int present : List.of(0, 1)) {
        double border = present == 0 ? first : second;
        int switches = 0;
        int serving = present;
        for (int i = 0; i < 100; i++) {
          double load = border + (2 * random.nextDouble() - 1) * halfBand * 0.999;
          // Bands of two borders may overlap. Then the other neighbour does not matter.
          if (load < first - halfBand || load >= second + halfBand) {
            continue;
          }
          int next = map.place(load, serving);
          switches += next == serving ? 0 : 1;
          serving = next;
        }
        assertThat(switches).as("seed %d, border %d", seed, present).isLessThanOrEqualTo(1);
      }
    }
  }

  @Test
  void oneEntryServesAtEveryLoad() {
    PolicyMap map = PolicyMap.always(candidate(2), "because");
    assertThat(map.isOne()).isTrue();
    assertThat(map.place(0.5)).isZero();
    assertThat(map.place(3, 0)).isZero();
    assertThat(map.entries().getFirst().reason()).isEqualTo("because");
  }

  @Test
  void rejectsWhatIsNoMap() {
    var first = new Entry(0, candidate(1), "");
    assertThatIllegalArgumentException().isThrownBy(() -> new PolicyMap(List.of(), 0.03));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PolicyMap(List.of(new Entry(0.1, candidate(1), "")), 0.03));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PolicyMap(List.of(first, first), 0.03));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PolicyMap(List.of(first, new Entry(0.3, candidate(1), "")), 0.03))
        .withMessageContaining("fixed-1");
    assertThatIllegalArgumentException().isThrownBy(() -> map(-0.1, 0.5));
    assertThatIllegalArgumentException().isThrownBy(() -> map(0.1).place(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> map(0.1).place(-0.1, 0));
  }
}
