package org.curtail.linux;

import java.util.Arrays;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Median of several trials, since the machine may be busy with other work. */
final class CpuShareCheck implements EffectCheck {
  private static final int TRIALS = 5;
  private static final int CALLING_THREAD = 0;

  @Override
  public Availability<Double> cpuShare(Kernel kernel, Mechanism mechanism) {
    return Affinity.cores(kernel, CALLING_THREAD)
        .then(cores -> {
          // Low numbers tend to serve interrupts.
          Cores core = Cores.only(cores.numbers().getLast());
          double[] shares = new double[TRIALS];
          for (int i = 0; i < TRIALS; i++) {
            switch (new CpuShareTrial(kernel, mechanism, core).cpuShare()) {
              case Available<Double>(Double share) -> shares[i] = share;
              case Unavailable<Double> unavailable -> {
                return unavailable;
              }
            }
          }
          Arrays.sort(shares);
          return new Available<>(shares[TRIALS / 2]);
        });
  }
}
