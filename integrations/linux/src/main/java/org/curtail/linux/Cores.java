package org.curtail.linux;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Set of cores of this machine, by the kernel's numbers of logical CPUs. Immutable.
 *
 * @param numbers at least one, ascending, from 0 to 8191
 */
public record Cores(List<Integer> numbers) {
  private static final int GREATEST = 8191;

  public Cores {
    numbers = List.copyOf(numbers);
    if (numbers.isEmpty()) {
      throw new IllegalArgumentException("numbers must name at least one core");
    }
    int previous = -1;
    for (int number : numbers) {
      if (number <= previous || number > GREATEST) {
        throw new IllegalArgumentException(
            "numbers must ascend from 0 to at most %d: %s".formatted(GREATEST, numbers));
      }
      previous = number;
    }
  }

  /** Returns a set of one core. */
  public static Cores only(int number) {
    return new Cores(List.of(number));
  }

  static Cores of(BitSet numbers) {
    return new Cores(numbers.stream().boxed().toList());
  }

  /** Number of cores. */
  public int count() {
    return numbers.size();
  }

  /** Returns the i-th core, from 0, cyclically. */
  public Cores around(int i) {
    return only(numbers.get(Math.floorMod(i, count())));
  }

  BitSet bits() {
    var bits = new BitSet();
    numbers.forEach(bits::set);
    return bits;
  }

  /** Text in Linux's format for lists of cores: {@code 0-3,8}. */
  @Override
  public String toString() {
    var ranges = new ArrayList<String>();
    BitSet bits = bits();
    for (int first = bits.nextSetBit(0); first >= 0; ) {
      int end = bits.nextClearBit(first);
      ranges.add(end == first + 1 ? "" + first : first + "-" + (end - 1));
      first = bits.nextSetBit(end);
    }
    return String.join(",", ranges);
  }
}
