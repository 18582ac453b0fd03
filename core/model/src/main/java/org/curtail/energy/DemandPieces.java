package org.curtail.energy;

import java.util.ArrayList;
import org.curtail.Profile;

/**
 * Work of requests, up to the demand of a percentile. Ends of requests cut it into pieces.
 * Immutable.
 *
 * @param endNanos end of each piece on a core of speed 1, ascending
 * @param survival share of requests that reach each piece
 * @param beyondNanos mean work of a request beyond the last piece
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record DemandPieces(double[] endNanos, double[] survival, double beyondNanos) {
  static DemandPieces of(Profile profile, double percentile) {
    double lastNanos = profile.percentileMs(percentile, 1) * 1e6;
    var ends = new ArrayList<Double>();
    var survivals = new ArrayList<Double>();
    double weight = profile.totalWeight();
    double beyondNanos = 0;
    for (int request : profile.byDemand()) {
      double nanos = profile.timeMs(request, 1) * 1e6;
      if (nanos > lastNanos) {
        beyondNanos += profile.weight(request) * (nanos - lastNanos);
      } else if (ends.isEmpty() || nanos > ends.getLast()) {
        ends.add(nanos);
        survivals.add(Math.max(0, weight / profile.totalWeight()));
      }
      weight -= profile.weight(request);
    }
    return new DemandPieces(
        ends.stream().mapToDouble(Double::doubleValue).toArray(),
        survivals.stream().mapToDouble(Double::doubleValue).toArray(),
        beyondNanos / profile.totalWeight());
  }

  int count() {
    return endNanos.length;
  }

  double beginNanos(int piece) {
    return piece == 0 ? 0 : endNanos[piece - 1];
  }

  double workNanos(int piece) {
    return endNanos[piece] - beginNanos(piece);
  }

  double lastNanos() {
    return endNanos[endNanos.length - 1];
  }
}
