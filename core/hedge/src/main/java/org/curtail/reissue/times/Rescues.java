package org.curtail.reissue.times;

/**
 * The weight of late first attempts whose copy would end in time, by the delay d of the copy: X
 * &gt; t and d + Y &lt;= t. Delays must not rise from call to call. With an earlier copy, more
 * second times are short enough, so one pass is enough for all delays.
 */
public sealed interface Rescues {
  /**
   * Returns the weight rescued by copies after a delay.
   *
   * @param delayMillis delay of the copy, at most that of the previous call
   */
  double after(double delayMillis);

  /** For independent first and second times. */
  final class OfIndependent implements Rescues {
    private final double latePerSecond;
    private final Sample second;
    private final double limitMillis;
    private int within;

    /**
     * Starts the pass.
     *
     * @param late weight of first attempts that take longer than the limit
     */
    public OfIndependent(double late, Sample second, double limitMillis) {
      latePerSecond = late / second.totalWeight();
      this.second = second;
      this.limitMillis = limitMillis;
    }

    @Override
    public double after(double delayMillis) {
      while (within < second.size() && delayMillis + second.millis(within) <= limitMillis) {
        within++;
      }
      return second.weightOfLeast(within) * latePerSecond;
    }
  }

  /** For pairs. */
  final class OfPairs implements Rescues {
    private final Pairs pairs;
    private final double limitMillis;
    private int within;
    private double weight;

    /** Starts the pass. */
    public OfPairs(Pairs pairs, double limitMillis) {
      this.pairs = pairs;
      this.limitMillis = limitMillis;
    }

    @Override
    public double after(double delayMillis) {
      while (within < pairs.count() && delayMillis + pairs.secondMillis(within) <= limitMillis) {
        if (pairs.firstMillis(within) > limitMillis) {
          weight += pairs.weight(within);
        }
        within++;
      }
      return weight;
    }
  }
}
